import { useQuery } from '@tanstack/react-query'
import { useGetList } from 'react-admin'
import type { StaffAbsence } from '../../../contract/entities/staff-absence'
import type { VehicleDowntime } from '../../../contract/entities/vehicle-downtime'
import { recordPath } from '../../kit/recordPaths'
import { useFormat } from '../../ui/useFormat'
import { readJobs, type Kind } from './reassignmentApi'

const MOST = 100
const MINUTE_MS = 60_000

/** Time in which a vehicle or person is not available. */
export interface Busy {
  key: string
  from: number
  /** Infinity = until further notice. */
  to: number
  /** End of the job without the turnaround, ms; equal to `to` without one. */
  doneAt: number
  label: string
  kind: 'job' | 'away' | 'asked'
  /** Page of the job. */
  path: string | null
}

type Away = VehicleDowntime | StaffAbsence

/**
 * Returns the jobs, downtimes and absences of a vehicle or person between two instants (ms); undefined while loading.
 */
export function useBusy(kind: Kind, id: string, from: number, to: number, turnaroundMin: number): Busy[] | undefined {
  const { t } = useFormat()
  const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const jobs = useQuery({
    queryKey: ['journeys', 'jobs', kind, id, start, end],
    queryFn: () => readJobs(kind, id, start, end),
    staleTime: 0,
  })
  const [resource, field] = kind === 'vehicle' ? ['vehicle-downtimes', 'vehicle_id'] : ['staff-absences', 'staff_id']
  const away = useGetList<Away>(
    resource,
    {
      filter: { [field]: id, starts_at_lte: end },
      sort: { field: 'starts_at', order: 'DESC' },
      pagination: { page: 1, perPage: MOST },
    },
    { staleTime: 0 },
  )
  if (!jobs.data || !away.data) return undefined
  const times = away.data
    .filter((one) => !('state' in one) || one.state !== 'rejected')
    .map((one): Busy => {
      const until = one.ends_at === null ? Infinity : Date.parse(one.ends_at)
      return {
        key: one.id,
        from: Date.parse(one.starts_at),
        to: until,
        doneAt: until,
        label: t(`choices.${kind === 'vehicle' ? 'downtimeKinds' : 'absenceKinds'}.${one.kind}`),
        kind: 'state' in one && one.state === 'requested' ? 'asked' : 'away',
        path: null,
      }
    })
    .filter((one) => one.to > from)
  const tasks = jobs.data.map((job): Busy => {
    const until = Date.parse(job.ends_at)
    const isTurned = kind === 'vehicle' && job.source === 'journey'
    return {
      key: job.id + job.role,
      from: Date.parse(job.starts_at),
      to: until,
      doneAt: isTurned ? until - turnaroundMin * MINUTE_MS : until,
      label: job.label,
      kind: 'job',
      path: recordPath(job.source === 'journey' ? 'journeys' : 'reservations', job.id),
    }
  })
  return [...tasks, ...times].sort((a, b) => a.from - b.from)
}
