import type SvgIcon from '@mui/material/SvgIcon'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { problemText } from './problemText'
import { StatePanel } from './StatePanel'
import { useFormat } from './useFormat'

interface ListPanelProps {
  icon: typeof SvgIcon
  isPending: boolean
  /** Error of the query; null as long as older data can be shown. */
  error: unknown
  /** Message that the list could not be loaded. */
  failed: string
  retry: () => void
  children: ReactNode
}

/** Frame of a list, with states for loading, error and content. */
export function ListPanel({ icon, isPending, error, failed, retry, children }: ListPanelProps) {
  const format = useFormat()
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      {isPending ? (
        <Box sx={{ p: 4, display: 'grid', gap: 4 }}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} height={36} />
          ))}
        </Box>
      ) : error ? (
        <StatePanel
          icon={icon}
          role="alert"
          title={failed}
          text={problemText(error, format)}
          action={<Button onClick={retry}>{format.t('app.problem.retry')}</Button>}
        />
      ) : (
        children
      )}
    </Paper>
  )
}
