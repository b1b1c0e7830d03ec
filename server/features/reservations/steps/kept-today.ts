import type { PriceLine } from '../../../../contract/core/price-line'
import type { Reservation } from '../../../../contract/entities/reservation'
import { customerTags, readPriceList } from '../../../kernel/prices'
import type { Tx } from '../../../db/transaction'
import { keptHire, keptSeats, type KeptSale } from '../../../domain/pricing/changes/kept-sale'
import { newLedger } from '../../../domain/pricing/changes/ledger'
import type { Wish } from '../../../domain/pricing/changes/state'
import { priceState } from '../../../domain/pricing/changes/value'
import type { PartyCounts } from '../../../domain/pricing/quote'
import { contractOf, quoteNow, saleOf, termsOf, wishedLeg } from '../repository/kept-sale'
import { readRun, wishedRunOf } from './prices'
import type { SoldLeg } from '../repository/journeys'

/*
 * What was sold before its sale was kept: it is treated as sold at the list of today, at a price set by hand, which is
 * the sum that was agreed.
 */

export async function keptSeatsOfToday(
  tx: Tx,
  current: Reservation,
  left: readonly SoldLeg[],
  party: PartyCounts,
): Promise<KeptSale> {
  const legs = left.map((leg) => wishedLeg(leg, current, quoteNow(leg)))
  const kept = keptSeats(await soldToday(tx, current), legs)
  return asAgreed(tx, current, kept, { party, legs, addons: current.addons, run: null })
}

export async function keptHireOfToday(tx: Tx, current: Reservation): Promise<KeptSale> {
  const { hire } = current
  if (!hire) throw new Error('Only a hire has a run.')
  const { company } = await readPriceList(tx)
  const { travel, tariff } = await readRun(tx, hire, company.timezone)
  const kept = keptHire(await soldToday(tx, current), tariff)
  const run = wishedRunOf(hire, travel, tariff)
  return asAgreed(tx, current, kept, { party: new Map(), legs: [], addons: current.addons, run })
}

async function soldToday(tx: Tx, current: Reservation) {
  const { version: list, company } = await readPriceList(tx)
  const tags = await customerTags(tx, current.customer_id)
  const sale = saleOf(current, tags, company.timezone, new Date(current.created_at))
  return { list, sale, contract: await contractOf(tx, current.partner_id), byHand: null, sum: 0 }
}

async function asAgreed(tx: Tx, { price_lines }: Reservation, kept: KeptSale, state: Wish): Promise<KeptSale> {
  const { worked, heads } = priceState(await termsOf(tx, kept), state, null).quote
  const total = Math.max(0, sumOf(price_lines.filter((line) => !isFee(line) && !isTaxOnTop(line))))
  const byHand = { total, setFor: { sum: worked, heads } }
  return { ...kept, byHand, ledger: newLedger(total, sumOf(price_lines.filter(isFee))) }
}

const isFee = ({ kind }: PriceLine): boolean => kind === 'cancellation_fee'
const isTaxOnTop = ({ kind, quantity }: PriceLine): boolean => kind === 'tax_info' && quantity > 0
const sumOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, line) => sum + line.amount_minor, 0)
