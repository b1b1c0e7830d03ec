import { sql } from 'kysely'
import type { PriceLine } from '../../../../contract/core/price-line'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { PriceVersion } from '../../../../contract/operations/reservations'
import type { Values } from '../../../crud/store-options'
import type { Reader, Tx } from '../../../db/transaction'
import { priceHash } from '../../../kernel/prices'
import { totalOf } from '../../../domain/reservations/party'
import { paymentStatus } from '../../../domain/reservations/payment'
import type { Context } from '../../../kernel/context'

/** Stores the present legs, passengers and price of a reservation before a change. */
export async function keepSnapshot(tx: Tx, current: Reservation, context: Context): Promise<void> {
  await sql`
    insert into reservation_snapshots (reservation_id, price_version, price_lines, price_hash, total_minor, currency,
      legs, passengers, superseded_at)
    values (${current.id}, ${current.price_version}, ${JSON.stringify(current.price_lines)}, ${current.price_hash},
      ${current.total_minor}, ${current.currency}, ${JSON.stringify(current.legs)},
      ${JSON.stringify(current.passengers)}, ${context.now().toISOString()})`.execute(tx)
}

/** Returns the columns of the next version of a price, in the same currency. */
export function priceColumns(
  current: Reservation,
  lines: PriceLine[],
  hash = priceHash(current.currency, lines),
): Values {
  const total = totalOf(lines)
  const account = { status: current.status, total, paid: current.paid_minor, before: current.payment_status }
  return {
    price_lines: lines,
    price_hash: hash,
    total_minor: total,
    price_version: current.price_version + 1,
    payment_status: paymentStatus(account),
  }
}

/** Returns the versions of a reservation, the oldest first. The last one is the present one. */
export async function priceVersions(reader: Reader, current: Reservation): Promise<PriceVersion[]> {
  const { rows } = await sql<PriceVersion>`
    select price_version, price_lines, price_hash, total_minor, currency, legs, passengers, superseded_at
    from reservation_snapshots where reservation_id = ${current.id} order by price_version`.execute(reader)
  // Versions from before legs had a direction are one-way.
  const directed = rows.map((row) => ({
    ...row,
    legs: row.legs.map((leg) => ({ ...leg, direction: leg.direction ?? ('outbound' as const) })),
  }))
  return [...directed, { ...current, superseded_at: null }]
}
