import type { DeskMethod, MoneyMethod } from '../../../contract/core/vocabulary'
import { entry, opposite, type Entry } from './entries'

/* Entries of money movements, one function for each event. Amounts are minor units above zero unless stated. */

/** The account that a payment is for. */
export interface Payer {
  /** The partner that owes a reservation or a statement; null = the customer of the reservation owes it. */
  partner_id: string | null
}

const owedBy = ({ partner_id }: Payer, amount: number): Entry =>
  partner_id === null ? entry('customers', amount) : entry('partners', amount, partner_id)

/** Returns the entry for money of a method. @param tillId till of cash; null = no till was open */
function placeOf(method: MoneyMethod, amount: number, tillId: string | null): Entry {
  const places: Record<MoneyMethod, () => Entry> = {
    cash: () => entry('tills', amount, tillId),
    terminal: () => entry('provider', amount),
    link: () => entry('provider', amount),
    transfer: () => entry('bank', amount),
    opening: () => entry('opening', amount),
    written_off: () => entry('written_off', amount),
  }
  return places[method]()
}

/** Returns the entries of a payment, of a write-off, or of a payment from before the ledger began. */
export const paid = (method: MoneyMethod, amount: number, payer: Payer, tillId: string | null): Entry[] => [
  placeOf(method, amount, tillId),
  owedBy(payer, -amount),
]

/** Returns the entries of a refund. Its method may differ from that of the payment. */
export const refunded = (method: MoneyMethod, amount: number, payer: Payer, tillId: string | null): Entry[] =>
  opposite(paid(method, amount, payer, tillId))

/** Returns the entries of a payout by the payment provider, less its fee. */
export const paidOut = (amount: number, fee: number): Entry[] =>
  [entry('bank', amount - fee), entry('provider_fees', fee), entry('provider', -amount)].filter(nonZero)

/** Returns the entries of a partner that pays its statement. */
export const statementPaid = (method: DeskMethod, amount: number, partnerId: string, tillId: string | null): Entry[] =>
  paid(method, amount, { partner_id: partnerId }, tillId)

/** Returns the entries of a payment to a company that has run jobs for the operator. */
export const operatorPaid = (amount: number, partnerId: string): Entry[] => [
  entry('operators', amount, partnerId),
  entry('bank', -amount),
]

/** Returns the entries of cash moved between tills; null = cash in no till. @param amount above zero */
export const tillMoved = (amount: number, from: string | null, to: string | null): Entry[] => [
  entry('tills', amount, to),
  entry('tills', -amount, from),
]

/** Returns the entries of cash moved from a till to the bank. @param amount negative if it comes from the bank */
export const tillBanked = (amount: number, tillId: string): Entry[] => [
  entry('bank', amount),
  entry('tills', -amount, tillId),
]

/** Returns the entries of a count of a till. @param difference counted cash less the balance of the entries */
export const tillCounted = (difference: number, tillId: string): Entry[] =>
  [entry('tills', difference, tillId), entry('till_differences', -difference)].filter(nonZero)

const nonZero = ({ amount_minor }: Entry) => amount_minor !== 0
