import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Reader } from '../../../db/transaction'
import type { AddonUnits } from '../../../domain/pricing/addon-lines'

/** Columns of a sale that records do not include. */
interface Hidden {
  commission_minor: number | null
  addon_units: AddonUnits[]
  kept_sale: unknown
}

/** State of a reservation before the operator cancelled one of its directions. */
export interface BeforeDirection extends Hidden, Pick<Reservation, 'legs' | 'price_lines' | 'price_hash' | 'addons'> {
  /** Version of the price after the cancellation. */
  price_version: number
}

/** Stores the state before a direction is cancelled. @returns the column that restores it */
export async function storeBeforeDirection(reader: Reader, current: Reservation): Promise<string> {
  const { rows } = await sql<Hidden>`
    select commission_minor, addon_units, kept_sale from reservations where id = ${current.id}`.execute(reader)
  const [hidden] = rows
  if (!hidden) throw new Error(`There is no reservation ${current.id}.`)
  const { legs, price_lines, price_hash, addons, price_version } = current
  const before: BeforeDirection = { legs, price_lines, price_hash, addons, ...hidden, price_version: price_version + 1 }
  return JSON.stringify({ direction: before })
}

/** Reads the state before the operator's last cancellation of a direction, or null where none is stored. */
export async function readBeforeDirection(reader: Reader, id: string): Promise<BeforeDirection | null> {
  const { rows } = await sql<{ before: BeforeDirection | null }>`
    select cancelled_from -> 'direction' as before from reservations where id = ${id}`.execute(reader)
  return rows[0]?.before ?? null
}
