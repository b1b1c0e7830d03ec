import { sql, type RawBuilder } from 'kysely'
import { UNLAWFUL_JOBS_MAX } from '../../contract/core/limits/dispatch'
import type { UnlawfulJob } from '../../contract/entities/parts'
import type { Reader } from '../db/transaction'

/** Last day on which the documents of a vehicle or a person are valid; null = no expiry. */
const LAST_DAY = {
  vehicle: sql`(select least(v.inspection_expires_on, v.insurance_expires_on) from vehicles v where v.id = a.resource_id)`,
  staff: sql`(select least(p.licence_expires_on, p.medical_expires_on) from staff p where p.id = a.resource_id)`,
}

/** Returns current and future jobs that last longer than the documents of their vehicle or person, in order of start. */
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

/** Condition: documents of a vehicle or of people expire before `lastDay`. */
const papersEnd = (
  vehicle: RawBuilder<unknown>,
  people: RawBuilder<unknown>,
  lastDay: RawBuilder<unknown>,
) => sql<boolean>`(
  exists (select from vehicles v where v.id = ${vehicle}
    and least(v.inspection_expires_on, v.insurance_expires_on) < ${lastDay})
  or exists (select from staff p where p.id in (${people})
    and least(p.licence_expires_on, p.medical_expires_on) < ${lastDay}))`

/** Returns the condition for journeys `t` that end after documents of their vehicle or crew have expired. */
export const unlawfulJourney = () =>
  papersEnd(
    sql`t.vehicle_id`,
    sql`t.driver_id, t.co_driver_id`,
    sql`((t.arrives_at + greatest(t.delay_min, 0) * interval '1 minute') at time zone t.timezone)::date`,
  )

/** Returns the condition for hires `t` that end after documents of their vehicle or driver have expired. */
export const unlawfulHire = () =>
  papersEnd(
    sql`t.vehicle_id`,
    sql`t.driver_id`,
    sql`((t.hire->>'ends_at')::timestamptz at time zone (select timezone from company))::date`,
  )
