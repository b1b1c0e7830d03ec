import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import type { Blocker } from '../../contract/core/problem'
import { useFormat } from '../ui/useFormat'
import { resourceNoun } from './labels'
import { recordPath } from './RecordLink'

const HAS_PAGE: ReadonlySet<string> = new Set(CONSOLE_RESOURCES)

/** What stands in the way of a deletion: how many of which kind, some of them by name. */
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
              {HAS_PAGE.has(resource) ? (
                <Link component={RouterLink} to={recordPath(resource, id)}>
                  {label}
                </Link>
              ) : (
                label
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
