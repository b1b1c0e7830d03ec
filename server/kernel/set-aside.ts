import { sql } from 'kysely'
import type { Reader } from '../db/transaction'
import { SEATED } from '../domain/reservations/status'

/** Seats set aside for other partners, by `leg_seq`. */
export type SetAside = ReadonlyMap<number, number>

interface SetAsideRow {
  journey_id: string
  leg_seq: number
  seats: number
}

/**
 * Returns the seats that allotments of other partners set aside on each leg of journeys: the allotted seats less those that
 * the partner has already sold there. An allotment for the journey replaces the one for the weekday of its route.
 * @param sale `partnerId` of the seller; null for staff, for whom all allotments apply
 */
export async function setAsideFor(
  reader: Reader,
  journeyIds: readonly string[],
  { partnerId, now }: { partnerId: string | null; now: Date },
): Promise<Map<string, SetAside>> {
  const ids = [...journeyIds]
  const { rows } = await sql<SetAsideRow>`
    with chosen as (
      select distinct on (j.id, a.partner_id) j.id as journey_id, a.partner_id, a.seats
      from journeys j join allotments a
        on a.journey_id = j.id or (a.route_id = j.route_id and a.weekday = extract(isodow from j.service_date))
      where j.id = any(${ids}::uuid[]) and a.partner_id is distinct from ${partnerId}::uuid
        and j.departs_at - a.release_hours_before * interval '1 hour' > ${now.toISOString()}::timestamptz
      order by j.id, a.partner_id, a.journey_id nulls last
    )
    select l.journey_id, l.leg_seq, sum(greatest(0, c.seats - coalesce(taken.seats, 0)))::int as seats
    from chosen c join journey_legs l on l.journey_id = c.journey_id
    left join lateral (
      select sum(r.seats) as seats from reservation_legs rl join reservations r on r.id = rl.reservation_id
      where rl.journey_id = l.journey_id and rl.board_seq <= l.leg_seq and rl.alight_seq > l.leg_seq
        and r.partner_id = c.partner_id and r.environment = 'live'
        and r.status = any(${['on_hold', ...SEATED]}::text[])
    ) taken on true
    group by l.journey_id, l.leg_seq`.execute(reader)
  const found = new Map<string, Map<number, number>>()
  for (const { journey_id, leg_seq, seats } of rows) {
    const legs = found.get(journey_id) ?? new Map<number, number>()
    found.set(journey_id, legs.set(leg_seq, seats))
  }
  return found
}
