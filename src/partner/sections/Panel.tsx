import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ReportIcon from '@mui/icons-material/ReportOutlined'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'

interface SectionHeadProps {
  title: string
  /** Purpose of the section. */
  text: ReactNode
}

export const SectionHead = ({ title, text }: SectionHeadProps) => (
  <div>
    <Typography variant="h1">{title}</Typography>
    <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize', maxWidth: '80ch' }}>
      {text}
    </Typography>
  </div>
)

interface PanelProps {
  title: string
  children: ReactNode
}

export function Panel({ title, children }: PanelProps) {
  return (
    <Paper component="section" variant="outlined" sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Typography variant="h3" component="h2" sx={{ px: 4, py: 3, borderBottom: 1, borderColor: 'divider' }}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}

export function Line({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 4,
        minHeight: 44,
        px: 4,
        py: 1.5,
        fontSize: 'body2.fontSize',
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      {children}
    </Box>
  )
}

/** Error state of a query. */
export function ReadError({ error, retry }: { error: unknown; retry: () => void }) {
  const format = useFormat()
  return (
    <StatePanel
      role="alert"
      icon={ReportIcon}
      title={format.t('app.partner.unread')}
      text={problemText(error, format)}
      action={
        <Button variant="outlined" onClick={retry}>
          {format.t('app.problem.retry')}
        </Button>
      }
    />
  )
}
