import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { CONSOLE_RESOURCES, type ConsoleResource } from '../../contract/core/vocabulary'
import { problemOf } from '../providers/http/problem'
import { recordPath } from './RecordLink'
import { problemText } from '../ui/problemText'
import { useFormat } from '../ui/useFormat'

interface RefusedProps {
  refusal: unknown
  /** Takes one of those who are free instead. */
  onTake?: (id: string, label: string) => void
}

const hasPage = (resource: string) => CONSOLE_RESOURCES.includes(resource as ConsoleResource)

/** Why something was refused: the job or the parties in the way by name, and who is free and fits instead. */
export function Refused({ refusal, onTake }: RefusedProps) {
  const format = useFormat()
  const { t } = format
  if (refusal === null) return null
  const { blockers = [], suggestions = [] } = problemOf(refusal)
  return (
    <Alert severity="error">
      {problemText(refusal, format)}
      {blockers.map(({ resource, count, examples }) => (
        <Box key={resource} sx={{ mt: 2, display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <span>{t('app.depot.inTheWay')}</span>
          {examples.map(({ id, label }) =>
            hasPage(resource) ? (
              <Link key={id} component={RouterLink} to={recordPath(resource, id)} color="inherit">
                {label}
              </Link>
            ) : (
              <span key={id}>{t(`app.depot.block.${resource}`)}</span>
            ),
          )}
          {count > examples.length && <span>{`+${count - examples.length}`}</span>}
        </Box>
      ))}
      {onTake && suggestions.length > 0 && (
        <Box sx={{ mt: 2, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <span>{t('app.depot.freeInstead')}</span>
          {suggestions.slice(0, 4).map(({ id, label }) => (
            <Button key={id} variant="outlined" color="inherit" onClick={() => onTake(id, label)}>
              {t('app.depot.take', { name: label })}
            </Button>
          ))}
        </Box>
      )}
    </Alert>
  )
}
