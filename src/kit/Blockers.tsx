import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { Blocker } from '../../contract/core/problem'
import { useFormat, type Format } from '../ui/useFormat'
import { problemOf } from '../providers/http/problem'
import { problemText } from '../ui/problemText'
import { resourceNoun } from './labels'
import { hasPage, recordPath } from './recordPaths'

const KINDS: Partial<Record<string, string>> = {
  'vehicle-downtimes': 'downtimeKinds',
  'staff-absences': 'absenceKinds',
}

/** Returns the name of a record; downtimes and absences are named by their kind. */
function nameOf(t: Format['t'], resource: string, label: string): string {
  const kinds = KINDS[resource]
  return kinds === undefined ? label : t(`choices.${kinds}.${label}`, { _: label })
}

/** Lists the records that prevent a deletion: a count for each resource, with a few names. */
export function Blockers({ blockers }: { blockers: readonly Blocker[] }) {
  const { t } = useFormat()
  return (
    <Box component="ul" sx={{ m: 0, mt: 2, paddingInlineStart: 5, display: 'grid', gap: 1 }}>
      {blockers.map(({ resource, count, examples }) => (
        <li key={resource}>
          <b>{t('app.delete.blocker', { count, smart_count: count, name: resourceNoun(t, resource, count) })}</b>
          {examples.map(({ id, label }, index) => (
            <span key={id}>
              {index === 0 ? ': ' : ', '}
              {hasPage(resource) ? (
                <Link component={RouterLink} to={recordPath(resource, id)}>
                  {label}
                </Link>
              ) : (
                nameOf(t, resource, label)
              )}
            </span>
          ))}
          {count > examples.length &&
            examples.length > 0 &&
            t('app.delete.more', { smart_count: count - examples.length })}
        </li>
      ))}
    </Box>
  )
}

interface RefusedProps {
  refusal: unknown
  /** Replaces the text of the problem. */
  text?: string | undefined
  /** Called with a suggested vehicle or person that the user takes instead. */
  onTake?: (id: string, label: string) => void
}

/** Shows a refusal with the records that cause it, and offers the available vehicles or people instead. */
export function Refused({ refusal, text, onTake }: RefusedProps) {
  const format = useFormat()
  const { t } = format
  if (refusal === null) return null
  const { blockers = [], suggestions = [] } = problemOf(refusal)
  return (
    <Alert severity="error">
      {text ?? problemText(refusal, format)}
      {blockers.map(({ resource, count, examples }) => (
        <Box key={resource} sx={{ mt: 2, display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <span>{t('app.operations.inTheWay')}</span>
          {examples.map(({ id, label }) =>
            hasPage(resource) ? (
              <Link key={id} component={RouterLink} to={recordPath(resource, id)} color="inherit">
                {label}
              </Link>
            ) : (
              <span key={id}>{t(`app.operations.block.${resource}`)}</span>
            ),
          )}
          {count > examples.length && <span>{`+${count - examples.length}`}</span>}
        </Box>
      ))}
      {onTake && suggestions.length > 0 && (
        <Box sx={{ mt: 2, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <span>{t('app.operations.freeInstead')}</span>
          {suggestions.slice(0, 4).map(({ id, label }) => (
            <Button key={id} variant="outlined" color="inherit" onClick={() => onTake(id, label)}>
              {t('app.operations.take', { name: label })}
            </Button>
          ))}
        </Box>
      )}
    </Alert>
  )
}
