import { sql } from 'kysely'
import type { Blocker } from '../../../../contract/core/problem'
import type { Condition } from '../../../crud/where'
import type { Tx } from '../../../db/transaction'
import type { Places } from '../../../domain/availability/space'

/**
 * Returns the reservations that a vehicle has no room for, by label: on each overfull leg those that were booked last.
 * Null when all fit.
 */
export async function reservationsWithoutRoom(
  tx: Tx,
  journeyId: string,
  { seats, places }: { seats: number; places: Places },
): Promise<Blocker[] | null> {
  const { rows } = await sql<{ id: string; label: string }>`
    with over as (
      select g.leg_seq, k.kind, k.taken - k.places as missing from journey_legs g
      cross join lateral (values
        ('seats', g.confirmed + g.held, ${seats}::int), ('wheelchairs', g.wheelchairs, ${places.wheelchair_spaces}::int),
        ('child_seats', g.child_seats, ${places.child_seats}::int),
        ('luggage_units', g.luggage_units, ${places.luggage_units}::int)) k (kind, taken, places)
      where g.journey_id = ${journeyId} and k.taken > k.places
    ), riding as (
      select o.missing, r.id, r.reference, r.lead_name, r.seats, sum(u.units) over latest - u.units as after
      from over o join reservation_legs l on l.journey_id = ${journeyId} and l.board_seq <= o.leg_seq and l.alight_seq > o.leg_seq
      join reservations r on r.id = l.reservation_id
      cross join lateral (select case o.kind when 'seats' then r.seats when 'wheelchairs' then r.wheelchairs
        when 'child_seats' then r.child_seats else r.luggage_units end as units) u
      where r.environment = 'live' and u.units > 0
        and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
      window latest as (partition by o.leg_seq, o.kind order by r.created_at desc, r.id desc)
    )
    select distinct id, reference || ' ' || lead_name || ' ×' || seats as label from riding where after < missing
    order by label`.execute(tx)
  return rows.length === 0 ? null : [{ resource: 'reservations', count: rows.length, examples: rows }]
}

/** Condition for journeys (alias `t`) with more seats or places taken than the current vehicle or type has. */
export const isShort = (): Condition => sql<boolean>`t.is_short`
