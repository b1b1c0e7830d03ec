import Button from '@mui/material/Button'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { UnlawfulJob } from '../../../contract/core/unlawful-jobs'
import { ownTimeZone } from '../../providers/format/dates'
import { useMay } from '../../providers/auth/useSession'
import { RecordAndHistory } from '../../kit/GeneratedShow'
import { labelOf } from '../../kit/labels'
import { RecordHeader } from '../../kit/RecordHeader'
import { represent, specOf } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'
import { useFormat } from '../../ui/useFormat'
import { Expiry } from './Expiry'
import { UnlawfulJobs } from './UnlawfulJobs'
import { WeekCalendar } from './WeekCalendar'
import { onDemand } from '../../ui/onDemand'
import { Column } from '../../ui/Column'

const Reassignment = onDemand(() => import('./Reassignment'))

const RESOURCES = { vehicle: 'vehicles', staff: 'staff' } as const

interface JobsPageProps {
  kind: keyof typeof RESOURCES
  record: AnyRecord
  /** IANA zone that the week is shown in; the reader's unless given. */
  zone?: string | undefined
  /** Minutes that have to lie between two jobs. */
  turnaroundMin?: number
  /** Days after which it must not be used any more, by the field that says so. */
  expiries: Record<string, string | null>
  /** It takes no jobs any more, so that there is none to give away. */
  gone: boolean
}

/** What does jobs: its week, what runs out, what is known of it; and the way to give its jobs to others. */
export function JobsPage({ kind, record, zone, turnaroundMin, expiries, gone }: JobsPageProps) {
  const { t, language } = useFormat()
  const [query] = useSearchParams()
  const maySettle = useMay('edit', 'journeys')
  const resource = RESOURCES[kind]
  const spec = specOf(resource)
  const shownIn = zone ?? ownTimeZone()
  if (maySettle && query.get('view') === 'resolve')
    return <Reassignment kind={kind} id={record.id} name={represent(resource, record, language)} zone={shownIn} />
  return (
    <>
      <RecordHeader
        spec={spec}
        record={record}
        actions={
          maySettle &&
          !gone && (
            <Button component={RouterLink} to="?view=resolve" variant="outlined">
              {t(`app.depot.resolve.open.${kind}`)}
            </Button>
          )
        }
      />
      <Expiry dates={Object.entries(expiries).map(([field, day]) => [labelOf(t, resource, field), day])} />
      <UnlawfulJobs jobs={(record['unlawful_jobs'] ?? []) as UnlawfulJob[]} />
      <Column>
        <WeekCalendar
          kind={kind}
          id={record.id}
          zone={shownIn}
          {...(turnaroundMin !== undefined && { turnaroundMin })}
        />
        <RecordAndHistory spec={spec} record={record} />
      </Column>
    </>
  )
}
