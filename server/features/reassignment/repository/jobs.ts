import { sql } from 'kysely'
import type { AffectedJob } from '../../../../contract/operations/reassignment'
import type { ServiceStatus } from '../../../domain/journeys/service-status'
import type { ReservationStatus } from '../../../domain/reservations/status'
import { lockResources } from '../../../kernel/allocations'
import type { Reader, Tx } from '../../../db/transaction'

/** The unavailable vehicle or staff member. */
export interface Away {
  kind: 'vehicle' | 'staff'
  id: string
}

/** Job with its status: that of the journey or of the hire. */
export type JobRow = Omit<AffectedJob, 'source' | 'actions'> &
  ({ source: 'journey'; status: ServiceStatus } | { source: 'hire'; status: ReservationStatus })

/**
 * Returns the jobs of a vehicle or a staff member that overlap a period, by start.
 * @param to null means until further notice
 * @param max maximum number of rows
 */
export async function jobsWithin(
  reader: Reader,
  { kind, id }: Away,
  from: string,
  to: string | null,
  max: number,
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select a.source, a.source_id as id, coalesce(j.code, r.reference) as label, a.busy_from as starts_at,
      a.busy_to as ends_at, coalesce(j.peak_load, r.seats) as seats,
      coalesce(j.service_status, r.status) as status,
      case when a.resource_kind = 'vehicle' then 'vehicle_id'
        when j.co_driver_id = a.resource_id then 'co_driver_id' else 'driver_id' end as role,
      case when a.source = 'hire' then 1 else (
        select count(*) from reservations p
        where p.environment = 'live' and p.status in ('on_hold', 'pending', 'confirmed', 'checked_in', 'boarded')
          and p.id in (select reservation_id from reservation_legs where journey_id = a.source_id)
      ) end as parties
    from resource_allocations a
    left join journeys j on a.source = 'journey' and j.id = a.source_id
    left join reservations r on a.source = 'hire' and r.id = a.source_id
    where a.resource_kind = ${kind} and a.resource_id = ${id} and a.state <> 'released' and a.source in ('journey', 'hire')
      and (j.id is null or j.service_status not in ('completed', 'cancelled'))
      and tstzrange(a.busy_from, a.busy_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    order by a.busy_from, a.source_id limit ${max}`.execute(reader)
  return rows
}

/** Locks a vehicle or a staff member, so that no other transaction assigns it. */
export const lockAway = (tx: Tx, { kind, id }: Away): Promise<void> =>
  lockResources(tx, kind === 'vehicle' ? [id] : [], kind === 'staff' ? [id] : [])
