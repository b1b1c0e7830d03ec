import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { UnlawfulJob } from '../../../contract/entities/parts'
import Skeleton from '@mui/material/Skeleton'
import { useCompany } from '../../providers/data/useCompany'
import { daysBetween, formatDate, today } from '../../providers/format/dates'
import { useMay } from '../../providers/auth/useSession'
import { Outcome } from '../../ui/Outcome'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { onDemand } from '../../ui/onDemand'
import { Column } from '../../ui/Column'
import { RecordAndHistory } from '../../kit/Show'
import { labelOf } from '../../kit/labels'
import { RecordHeader } from '../../kit/RecordHeader'
import { recordPath } from '../../kit/recordPaths'
import { represent, specOf } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'
import { UndoableResolutions } from './UndoableResolutions'
import { WeekCalendar } from './WeekCalendar'

const Reassignment = onDemand(() => import('./Reassignment'))

const RESOURCES = { vehicle: 'vehicles', staff: 'staff' } as const

interface JobsPageProps {
  kind: keyof typeof RESOURCES
  record: AnyRecord
  /** Minutes of turnaround between two jobs. */
  turnaroundMin?: number
  /** Last valid days of documents such as licences, by field. */
  expiries: Record<string, string | null>
  /** Whether the vehicle is retired, or the person has left. */
  gone: boolean
}

/** Page of a vehicle or person with its week, expiring documents and details, and the reassignment of its jobs. */
export function JobsPage({ kind, record, turnaroundMin, expiries, gone }: JobsPageProps) {
  const { t, language } = useFormat()
  const [query] = useSearchParams()
  const maySettle = useMay('edit', 'journeys')
  const resource = RESOURCES[kind]
  const spec = specOf(resource)
  const zone = useCompany()?.timezone
  if (maySettle && query.get('view') === 'resolve')
    return zone === undefined ? (
      <Skeleton variant="rounded" height={480} />
    ) : (
      <Reassignment kind={kind} id={record.id} name={represent(resource, record, language)} zone={zone} />
    )
  return (
    <>
      <RecordHeader
        spec={spec}
        record={record}
        actions={
          maySettle &&
          !gone && (
            <Button component={RouterLink} to="?view=resolve" variant="outlined">
              {t(`app.operations.resolve.open.${kind}`)}
            </Button>
          )
        }
      />
      <UndoableResolutions recordId={record.id} />
      <Expiry dates={Object.entries(expiries).map(([field, day]) => [labelOf(t, resource, field), day])} />
      <UnlawfulJobs jobs={(record['unlawful_jobs'] ?? []) as UnlawfulJob[]} />
      <Column>
        {zone === undefined ? (
          <Skeleton variant="rounded" height={WEEK_PX} />
        ) : (
          <WeekCalendar
            kind={kind}
            id={record.id}
            zone={zone}
            {...(turnaroundMin !== undefined && { turnaroundMin })}
          />
        )}
        <RecordAndHistory />
      </Column>
    </>
  )
}

/** Height of the week, reserved while the time zone is loading. */
const WEEK_PX = 380

const SOON_DAYS = 30

/** Lists documents that have expired or will expire soon; renders nothing without any. */
function Expiry({ dates }: { dates: readonly (readonly [label: string, day: string | null])[] }) {
  const { t, locale } = useFormat()
  const day = today(useNow())
  const near = dates.flatMap(([label, until]) =>
    until !== null && daysBetween(day, until) <= SOON_DAYS ? [{ label, until, left: daysBetween(day, until) }] : [],
  )
  if (near.length === 0) return null
  return (
    <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', mb: 4, fontSize: 'body2.fontSize' }}>
      {near.map(({ label, until, left }) => (
        <Outcome
          key={label}
          state={left < 0 ? 'cancelled' : 'failed'}
          text={t(left < 0 ? 'app.operations.expiry.over' : 'app.operations.expiry.soon', {
            what: label,
            date: formatDate(until, locale),
          })}
        />
      ))}
    </Box>
  )
}

/** Lists assigned jobs that are no longer lawful for a vehicle or person. */
export function UnlawfulJobs({ jobs }: { jobs: readonly UnlawfulJob[] }) {
  const { t } = useFormat()
  if (jobs.length === 0) return null
  return (
    <Alert severity="error" sx={{ mb: 4, '& a': { marginInlineStart: 2 } }}>
      {t('app.operations.unlawful', { count: jobs.length })}
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
