import { sql, type RawBuilder } from 'kysely'
import { UNLAWFUL_JOBS_MAX } from '../../contract/core/limits'
import type { UnlawfulJob } from '../../contract/entities/parts'
import type { Reader } from '../db/transaction'

/** Last day of a vehicle's papers, or of a person's. Null = without end. */
const LAST_DAY = {
  vehicle: sql`(select least(v.inspection_expires_on, v.insurance_expires_on) from vehicles v where v.id = a.resource_id)`,
  staff: sql`(select least(p.licence_expires_on, p.medical_expires_on) from staff p where p.id = a.resource_id)`,
}

/** Jobs that a vehicle or person has from now on, and whose papers end before the job does; the first by time first. */
export async function unlawfulJobsOf(
  reader: Reader,
  kind: 'vehicle' | 'staff',
  resourceId: string,
): Promise<UnlawfulJob[]> {
  const { rows } = await sql<UnlawfulJob>`
    select a.source, a.source_id as id, coalesce(j.code, r.reference) as label, a.busy_from as starts_at
    from resource_allocations a cross join company
    left join journeys j on a.source = 'journey' and j.id = a.source_id
    left join reservations r on a.source = 'hire' and r.id = a.source_id
    where a.resource_kind = ${kind} and a.resource_id = ${resourceId} and a.state <> 'released'
      and a.source in ('journey', 'hire') and coalesce(a.busy_to > now(), true)
      and ${LAST_DAY[kind]} < (coalesce(j.arrives_at + greatest(j.delay_min, 0) * interval '1 minute',
        (r.hire->>'ends_at')::timestamptz) at time zone coalesce(j.timezone, company.timezone))::date
    order by a.busy_from, a.source_id limit ${UNLAWFUL_JOBS_MAX}`.execute(reader)
  return rows
}

/** Whether papers of whoever has the job `t` end before it does. */
const papersEnd = (
  vehicle: RawBuilder<unknown>,
  people: RawBuilder<unknown>,
  lastDay: RawBuilder<unknown>,
) => sql<boolean>`(
  exists (select from vehicles v where v.id = ${vehicle}
    and least(v.inspection_expires_on, v.insurance_expires_on) < ${lastDay})
  or exists (select from staff p where p.id in (${people})
    and least(p.licence_expires_on, p.medical_expires_on) < ${lastDay}))`

/** Journeys, as `t`, whose vehicle or people may not run them by then. */
export const unlawfulJourney = () =>
  papersEnd(
    sql`t.vehicle_id`,
    sql`t.driver_id, t.co_driver_id`,
    sql`((t.arrives_at + greatest(t.delay_min, 0) * interval '1 minute') at time zone t.timezone)::date`,
  )

/** Hires, as `t`, whose vehicle or driver may not run them by then. */
export const unlawfulHire = () =>
  papersEnd(
    sql`t.vehicle_id`,
    sql`t.driver_id`,
    sql`((t.hire->>'ends_at')::timestamptz at time zone (select timezone from company))::date`,
  )
