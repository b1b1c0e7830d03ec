import { sql } from 'kysely'
import type { Blocker } from '../../../../contract/problem'
import type { Tx } from '../../../db/transaction'

/**
 * The parties that would have no seat in a vehicle of so many seats: on each leg that is too full those who booked
 * last, by name. Null when everybody fits.
 */
export async function whoStands(tx: Tx, journeyId: string, seats: number): Promise<Blocker[] | null> {
  const { rows } = await sql<{ id: string; label: string }>`
    with over as (
      select leg_seq, confirmed + held - ${seats}::int as missing from journey_legs
      where journey_id = ${journeyId} and confirmed + held > ${seats}
    ), riding as (
      select o.leg_seq, o.missing, r.id, r.reference, r.lead_name, r.seats,
        sum(r.seats) over (partition by o.leg_seq order by r.created_at desc, r.id desc) - r.seats as after
      from over o join reservation_legs l on l.journey_id = ${journeyId} and l.board_seq <= o.leg_seq and l.alight_seq > o.leg_seq
      join reservations r on r.id = l.reservation_id
      where r.environment = 'live' and r.seats > 0
        and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
    )
    select distinct id, reference || ' ' || lead_name || ' ×' || seats as label from riding where after < missing
    order by label`.execute(tx)
  return rows.length === 0 ? null : [{ resource: 'reservations', count: rows.length, examples: rows }]
}
