import { sql } from 'kysely'
import type { Clash } from '../../../../contract/operations/journeys'
import type { Reader } from '../../../db/transaction'
import type { Condition } from '../../../crud/where'
import { busyOf } from './assignment'

/** Returns the next jobs that the vehicle and staff of a journey cannot reach in time with its current delay. */
export async function clashesOf(reader: Reader, journeyId: string): Promise<Clash[]> {
  const late = await busyOf(reader, journeyId)
  const { rows } = await sql<Clash>`
    with own as (
      select resource_kind, resource_id, busy_from,
        ${late.arrives_at}::timestamptz + (greatest(${late.delay_min}::int, 0)
          + case when resource_kind = 'vehicle' then ${late.turnaround_min}::int else 0 end) * interval '1 minute' as free_at
      from resource_allocations where source = 'journey' and source_id = ${journeyId} and state <> 'released'
    )
    select n.resource_kind, n.resource_id,
      coalesce(v.registration_plate, p.first_name || ' ' || p.last_name) as resource_label,
      n.source, n.source_id, coalesce(j.code, r.reference) as label, n.busy_from as starts_at,
      ceil(extract(epoch from own.free_at - n.busy_from) / 60)::int as late_min
    from own join resource_allocations n
      on n.resource_kind = own.resource_kind and n.resource_id = own.resource_id and n.state <> 'released'
      and n.source in ('journey', 'hire') and n.busy_from > own.busy_from and n.busy_from < own.free_at
    left join vehicles v on n.resource_kind = 'vehicle' and v.id = n.resource_id
    left join staff p on n.resource_kind = 'staff' and p.id = n.resource_id
    left join journeys j on n.source = 'journey' and j.id = n.source_id
    left join reservations r on n.source = 'hire' and r.id = n.source_id
    order by n.busy_from, n.resource_kind desc`.execute(reader)
  return rows
}

/** Condition for delayed journeys (alias `t`) where the vehicle or staff are not free when their next job begins. */
export const missesNext = (): Condition => sql<boolean>`t.delay_min > 0 and exists (
  select from resource_allocations a join resource_allocations n
    on n.resource_kind = a.resource_kind and n.resource_id = a.resource_id and n.state <> 'released'
    and n.source in ('journey', 'hire') and n.busy_from > a.busy_from
  where a.source = 'journey' and a.source_id = t.id and a.state <> 'released'
    and n.busy_from < t.arrives_at + t.delay_min * interval '1 minute'
      + case when a.resource_kind = 'vehicle' then (
          select y.turnaround_min from vehicles v join vehicle_types y on y.id = v.vehicle_type_id where v.id = t.vehicle_id
        ) else 0 end * interval '1 minute')`
