import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { UnlawfulJob } from '../../../contract/core/unlawful-jobs'
import { recordPath } from '../../kit/RecordLink'
import { useFormat } from '../../ui/useFormat'

/** Jobs that a vehicle or person has been given and may not do by then. */
export function UnlawfulJobs({ jobs }: { jobs: readonly UnlawfulJob[] }) {
  const { t } = useFormat()
  if (jobs.length === 0) return null
  return (
    <Alert severity="error" sx={{ mb: 4, '& a': { marginInlineStart: 2 } }}>
      {t('app.depot.unlawful', { count: jobs.length })}
      {jobs.slice(0, 5).map(({ source, id, label }) => (
        <Link
          key={id}
          component={RouterLink}
          to={recordPath(source === 'journey' ? 'journeys' : 'reservations', id)}
          color="inherit"
        >
          {label}
        </Link>
      ))}
    </Alert>
  )
}
