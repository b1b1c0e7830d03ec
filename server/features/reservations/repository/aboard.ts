import { sql } from 'kysely'
import type { Addon } from '../../../../contract/entities/addon'
import type { ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Reader } from '../../../db/transaction'
import { aboardOf, type Aboard } from '../../../domain/availability/space'
import type { AddonUnits } from '../../../domain/pricing/addon-lines'

/** What a party takes up on its journeys with the add-ons that are sold. */
export async function aboardFor(
  reader: Reader,
  passengers: readonly ReservationPassenger[],
  sold: readonly AddonUnits[],
): Promise<Aboard> {
  if (sold.length === 0) return aboardOf(passengers, [])
  const { rows } = await sql<Pick<Addon, 'id' | 'consumes'>>`
    select id, consumes from addons where id = any(${sold.map(({ addon_id }) => addon_id)}::uuid[])`.execute(reader)
  return aboardOf(
    passengers,
    sold.flatMap(({ addon_id, units }) => rows.filter(({ id }) => id === addon_id).map((row) => ({ ...row, units }))),
  )
}
