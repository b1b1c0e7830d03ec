import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Reader } from '../../../db/transaction'
import type { AddonUnits } from '../../../domain/pricing/addon-lines'

/** Columns of a sale that no record shows. */
interface Hidden {
  commission_minor: number | null
  addon_units: AddonUnits[]
  kept_sale: unknown
}

/** A reservation as it was before the operator cancelled one of its directions. */
export interface BeforeDirection extends Hidden, Pick<Reservation, 'legs' | 'price_lines' | 'price_hash' | 'addons'> {
  /** The version of the price that the cancellation made. */
  price_version: number
}

/** @returns the column that a cancelled direction can be restored from */
export async function storeBeforeDirection(reader: Reader, current: Reservation): Promise<string> {
  const { rows } = await sql<Hidden>`
    select commission_minor, addon_units, kept_sale from reservations where id = ${current.id}`.execute(reader)
  const [hidden] = rows
  if (!hidden) throw new Error(`There is no reservation ${current.id}.`)
  const { legs, price_lines, price_hash, addons, price_version } = current
  const before: BeforeDirection = { legs, price_lines, price_hash, addons, ...hidden, price_version: price_version + 1 }
  return JSON.stringify({ direction: before })
}

/** What a reservation was before its last direction was cancelled by the operator; null where none is known. */
export async function readBeforeDirection(reader: Reader, id: string): Promise<BeforeDirection | null> {
  const { rows } = await sql<{ before: BeforeDirection | null }>`
    select cancelled_from -> 'direction' as before from reservations where id = ${id}`.execute(reader)
  return rows[0]?.before ?? null
}
