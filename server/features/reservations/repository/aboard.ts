import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Reader } from '../../../db/transaction'
import { aboardOf, type Aboard, type AddonAboard } from '../../../domain/availability/space'

type Party = Pick<Reservation, 'legs' | 'passengers' | 'addons'>

/** What a party takes up on its journeys, with its add-ons and those that every reservation there gets. */
export async function aboardFor(reader: Reader, { legs, passengers, addons }: Party): Promise<Aboard> {
  const chosen = new Map(addons.map(({ addon_id, quantity }) => [addon_id.toLowerCase(), quantity]))
  const { rows } = await sql<Omit<AddonAboard, 'quantity'> & { id: string }>`
    select a.id, a.pricing, a.consumes from addons a
    where a.consumes <> '{"luggage_units": 0, "child_seats": 0, "seats": 0}' and (
      a.id = any(${[...chosen.keys()]}::uuid[]) or (a.mandatory and a.status = 'active' and exists (
        select from journeys j join routes r on r.id = j.route_id left join vehicles v on v.id = j.vehicle_id
        where j.id = any(${legs.map((leg) => leg.journey_id)}::uuid[])
          and (a.route_ids = '{}' or j.route_id = any(a.route_ids))
          and (a.vehicle_type_ids = '{}' or coalesce(v.vehicle_type_id, j.vehicle_type_id) = any(a.vehicle_type_ids))
          and (a.service_kinds = '{}' or r.service_kind = any(a.service_kinds)))))`.execute(reader)
  return aboardOf(
    passengers,
    rows.map((row) => ({ ...row, quantity: chosen.get(row.id) ?? 1 })),
  )
}
