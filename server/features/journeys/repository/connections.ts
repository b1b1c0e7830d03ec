import { sql } from 'kysely'
import type { MissedConnection } from '../../../../contract/operations/journeys'
import type { Condition } from '../../../crud/where'
import type { Reader } from '../../../db/transaction'
import { ACTIVE } from '../../../domain/reservations/status'

/** Latest known arrival at the call `a`, and latest known departure from the call `d`. */
const ARRIVES = sql`coalesce(a.actual_arrive, a.expected_arrive, a.planned_arrive)`
const LEAVES = sql`coalesce(d.actual_depart, d.expected_depart, d.planned_depart)`

/** Returns the reservations that miss a connection from or to a journey at the latest known times. */
export async function missedConnections(reader: Reader, journeyId: string): Promise<MissedConnection[]> {
  const { rows } = await sql<MissedConnection>`
    select r.id as reservation_id, r.reference, r.lead_name, r.seats, n.id as next_journey_id, n.code as next_code,
      s.name->>'en' as station, n.timezone, ${ARRIVES} as arrives_at, ${LEAVES} as leaves_at,
      ceil(extract(epoch from ${ARRIVES} - ${LEAVES}) / 60)::int as late_min
    from (
      select l.reservation_id, l.position from reservation_legs l where l.journey_id = ${journeyId}
      union select m.reservation_id, m.position - 1 from reservation_legs m where m.journey_id = ${journeyId}
    ) connection
    join reservations r on r.id = connection.reservation_id
    join reservation_legs l on l.reservation_id = r.id and l.position = connection.position
    join reservation_legs m on m.reservation_id = r.id and m.position = connection.position + 1
    join journey_calls a on a.journey_id = l.journey_id and a.seq = l.alight_seq
    join journey_calls d on d.journey_id = m.journey_id and d.seq = m.board_seq
    join journeys n on n.id = m.journey_id join stations s on s.id = d.station_id
    where r.environment = 'live' and r.status = any(${[...ACTIVE]}::text[])
      and n.service_status not in ('cancelled', 'completed') and ${ARRIVES} > ${LEAVES}
    order by ${LEAVES}, r.reference`.execute(reader)
  return rows
}

/** Condition for journeys (alias `t`) with a passenger who misses the connecting journey. */
export const breaksConnections = (): Condition => sql<boolean>`exists (
  select from reservation_legs l join reservations r on r.id = l.reservation_id
  join reservation_legs m on m.reservation_id = l.reservation_id and m.position = l.position + 1
  join journey_calls a on a.journey_id = l.journey_id and a.seq = l.alight_seq
  join journey_calls d on d.journey_id = m.journey_id and d.seq = m.board_seq
  where l.journey_id = t.id and r.environment = 'live' and r.status = any(${[...ACTIVE]}::text[])
    and ${ARRIVES} > ${LEAVES})`
