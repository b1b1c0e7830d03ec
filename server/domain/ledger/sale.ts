import type { Account } from '../../../contract/core/accounts'
import type { PriceLine } from '../../../contract/core/price-line'
import type { Environment, LedgerKind } from '../../../contract/core/vocabulary'
import { SEATED, type ReservationStatus } from '../reservations/status'
import { entry, opposite, summed, taxEntry, total, type Entry } from './entries'

/** The fields of a reservation that the ledger depends on. Amounts in minor units of its currency. */
export interface Sale {
  environment: Environment
  status: ReservationStatus
  total_minor: number
  price_lines: readonly PriceLine[]
  /** The fee that is owed once it is cancelled. */
  cancellation_fee_minor: number
  /** The partner that sold it, collects for it and owes it; null = the operator sold it. */
  partner_id: string | null
  /** Commission of that partner, as agreed at the sale. */
  commission_minor: number
  /** The company that runs the hire instead of the operator, and what it costs. */
  operated_by_partner_id: string | null
  operator_cost_minor: number | null
}

/** Accounts with balances that follow from the sale, not from payments. */
const OF_THE_SALE: readonly Account[] = ['unearned', 'tax', 'transport', 'addons', 'fees', 'commission', 'farmed_out']
/** Receivable accounts, which balance the accounts of the sale. */
const OWED_FOR_IT: readonly Account[] = ['customers', 'partners']

/** Statuses in which the revenue of a sale is earned. */
const TRAVELLED: readonly ReservationStatus[] = ['completed', 'no_show']

/**
 * Returns the balances of a reservation in the accounts of the sale, regardless of payments: none before it is sold, then
 * the sale, unearned until it is travelled, and only the fee once it is cancelled.
 */
export function standing(sale: Sale): Entry[] {
  if (sale.environment === 'test') return []
  if (sale.status === 'cancelled') return retainedFee(sale)
  if (!SEATED.includes(sale.status)) return []
  const { tax, ...parts } = partsOf(sale)
  const earned = [entry('transport', -parts.transport), entry('addons', -parts.addons), entry('fees', -parts.fees)]
  const { operated_by_partner_id: operator, operator_cost_minor: cost } = sale
  return summed([
    ...(TRAVELLED.includes(sale.status) ? earned : [entry('unearned', total(earned))]),
    ...tax,
    ...(sale.partner_id === null ? [] : [entry('commission', sale.commission_minor)]),
    ...(operator === null || cost === null ? [] : [entry('farmed_out', cost)]),
  ])
}

/** Splits the price by revenue account, without tax, and the tax by rate. */
function partsOf({ price_lines: lines, total_minor }: Pick<Sale, 'price_lines' | 'total_minor'>) {
  const codes = new Set(lines.filter(({ kind }) => kind === 'addon').map(({ code }) => code))
  const taxes = lines.filter(({ kind }) => kind === 'tax_info')
  const sum = (some: readonly PriceLine[], of: (line: PriceLine) => number) =>
    some.reduce((all, line) => all + of(line), 0)
  const contained = taxes.filter(({ quantity, code }) => quantity === 0 && codes.has(code))
  const addons =
    sum(
      lines.filter(({ kind }) => kind === 'addon'),
      ({ amount_minor }) => amount_minor,
    ) - sum(contained, ({ unit_minor }) => unit_minor)
  const fees = sum(
    lines.filter(({ kind }) => kind === 'cancellation_fee'),
    ({ amount_minor }) => amount_minor,
  )
  const tax = summed(taxes.map(({ unit_minor, percent_bp }) => taxEntry(-unit_minor, percent_bp ?? 0)))
  return { tax, addons, fees, transport: total_minor + total(tax) - addons - fees }
}

/** The fee of a cancelled reservation, with the same share of tax as the price. */
function retainedFee(sale: Sale): Entry[] {
  const { cancellation_fee_minor: fee, total_minor: price } = sale
  if (fee === 0) return []
  const tax =
    price === 0 ? [] : partsOf(sale).tax.map((one) => ({ ...one, amount_minor: shareOf(one.amount_minor, fee, price) }))
  return summed([entry('fees', -fee - total(tax)), ...tax])
}

/** Half a unit is rounded away from zero. Exact for all accepted amounts. */
function shareOf(amount: number, part: number, whole: number): number {
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)]
  const sign = product < 0n === divisor < 0n ? 1n : -1n
  const [up, down] = [product < 0n ? -product : product, divisor < 0n ? -divisor : divisor]
  return Number((sign * (2n * up + down)) / (2n * down))
}

/**
 * Returns the entries that bring the accounts of a reservation to its current state. The debt of the customer or the
 * partner moves to the one that owes it now. Payments stay with the reservation.
 * @param balances sums of all its entries so far, by account
 */
export function changeOfSale(balances: readonly Entry[], sale: Sale): Entry[] {
  const now = balances.filter(({ account }) => OF_THE_SALE.includes(account))
  const changed = summed([...standing(sale), ...opposite(now)])
  return summed([...owedFor(balances, changed, sale), ...costOwed(balances, changed, sale), ...changed])
}

/** The change of what customers and partners owe or are owed. */
function owedFor(balances: readonly Entry[], changed: readonly Entry[], { partner_id }: Sale): Entry[] {
  const ower = partner_id === null ? entry('customers', 0) : entry('partners', 0, partner_id)
  const others = balances.filter(
    ({ account, sub_id }) => OWED_FOR_IT.includes(account) && (account !== ower.account || sub_id !== ower.sub_id),
  )
  const sold = total(changed.filter(({ account }) => account !== 'farmed_out'))
  return [...opposite(others), { ...ower, amount_minor: total(others) - sold }]
}

/** The change of what the company that runs the hire is owed. Payments stay with the hire. */
function costOwed(
  balances: readonly Entry[],
  changed: readonly Entry[],
  { operated_by_partner_id: operator }: Sale,
): Entry[] {
  const cost = total(changed.filter(({ account }) => account === 'farmed_out'))
  const before = balances.filter(({ account }) => account === 'operators')
  const others = before.filter(({ sub_id }) => sub_id !== operator)
  if (operator !== null) return [...opposite(others), entry('operators', total(others) - cost, operator)]
  // No company runs it any more. The last one is owed nothing, or owes what it was paid.
  const [last] = others
  return cost === 0 ? [] : [entry('operators', -cost, last?.sub_id ?? null)]
}

/** Returns whether two states of a reservation may differ in the ledger. */
export function soldOtherwise(before: Sale | null, after: Sale): boolean {
  if (before === null) return standing(after).length > 0
  const fields = [
    'environment',
    'total_minor',
    'cancellation_fee_minor',
    'partner_id',
    'operated_by_partner_id',
    'operator_cost_minor',
  ] as const
  return (
    phaseOf(before.status) !== phaseOf(after.status) ||
    fields.some((field) => before[field] !== after[field]) ||
    (SEATED.includes(after.status) && JSON.stringify(before.price_lines) !== JSON.stringify(after.price_lines))
  )
}

const phaseOf = (status: ReservationStatus): 'unsold' | 'sold' | 'travelled' | 'cancelled' => {
  if (status === 'cancelled') return 'cancelled'
  if (TRAVELLED.includes(status)) return 'travelled'
  return SEATED.includes(status) ? 'sold' : 'unsold'
}

/** Returns the kind of the ledger transaction of a change. */
export function kindOfChange(before: Sale | null, after: Sale): LedgerKind {
  const [was, is] = [before === null ? 'unsold' : phaseOf(before.status), phaseOf(after.status)]
  if (is === 'cancelled') return was === 'cancelled' ? 'changed' : 'cancelled'
  if (was === 'cancelled') return 'reinstated'
  if (was === 'unsold') return 'sold'
  if (is === 'travelled' && was !== 'travelled') return 'travelled'
  if (before?.partner_id !== after.partner_id) return 'handed_over'
  if (before?.operated_by_partner_id !== after.operated_by_partner_id) return 'farmed_out'
  return 'changed'
}
