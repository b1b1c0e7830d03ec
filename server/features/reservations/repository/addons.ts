import { sql } from 'kysely'
import type { Addon } from '../../../../contract/entities/addon'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Reader, Tx } from '../../../db/transaction'
import { aboardOf, fuller, type Aboard } from '../../../domain/availability/space'
import { hasAddon, type AddonUnits } from '../../../domain/pricing/addon-lines'

/** Returns the space that a party and its add-ons take. All journeys get the figure of the fullest leg. */
export async function aboardFor(
  reader: Reader,
  { legs, passengers }: { legs: readonly ReservationLeg[]; passengers: readonly ReservationPassenger[] },
  sold: readonly AddonUnits[],
): Promise<Aboard> {
  if (sold.length === 0) return aboardOf(passengers, [])
  const { rows } = await sql<Pick<Addon, 'id' | 'consumes'>>`
    select id, consumes from addons where id = any(${sold.map(({ addon_id }) => addon_id)}::uuid[])`.execute(reader)
  const aboardOn = (leg: ReservationLeg, index: number) =>
    aboardOf(
      passengers,
      sold
        .filter((each) => hasAddon(each, leg, index + 1))
        .flatMap(({ addon_id, units }) => rows.filter(({ id }) => id === addon_id).map((row) => ({ ...row, units }))),
    )
  return legs.map(aboardOn).reduce(fuller, aboardOf(passengers, []))
}

interface Stock {
  addon_id: string
  code: string
  journey_id: string
  left: number
}

/**
 * Returns the units of limited add-ons that are left on journeys, without counting the reservation `ownId` and sales in the
 * test environment.
 */
export async function stocksLeft(
  tx: Tx,
  ownId: string | null,
  legs: readonly ReservationLeg[],
  sold: readonly AddonUnits[],
): Promise<Stock[]> {
  const journeys = [...new Set(legs.map((leg) => leg.journey_id.toLowerCase()))]
  const { rows } = await sql<Stock>`
    select a.id as addon_id, a.code, j.id as journey_id, (a.stock_per_journey - coalesce(t.units, 0))::int as left
    from addons a cross join unnest(${journeys}::uuid[]) j (id) left join (
      select l.journey_id, u.addon_id, sum(u.units) as units
      from reservation_legs l join reservations r on r.id = l.reservation_id
      cross join jsonb_to_recordset(r.addon_units) u (addon_id uuid, units int, direction text, legs int[])
      where l.journey_id = any(${journeys}::uuid[]) and r.id is distinct from ${ownId}::uuid
        and r.environment = 'live' and r.status in ('on_hold', 'confirmed', 'checked_in', 'boarded')
        and l.direction = coalesce(u.direction, l.direction) and (u.legs is null or l.position = any(u.legs))
      group by l.journey_id, u.addon_id
    ) t on t.addon_id = a.id and t.journey_id = j.id
    where a.id = any(${sold.map(({ addon_id }) => addon_id)}::uuid[]) and a.stock_per_journey is not null
    order by a.code`.execute(tx)
  return rows
}

/** Returns the units of add-ons sold with a reservation. */
export async function soldAddons(reader: Reader, id: string): Promise<AddonUnits[]> {
  const { rows } = await sql<{ addon_units: AddonUnits[] }>`
    select addon_units from reservations where id = ${id}`.execute(reader)
  return rows[0]?.addon_units ?? []
}
