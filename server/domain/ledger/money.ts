import type { DeskMethod, MoneyMethod } from '../../../contract/core/vocabulary'
import { entry, opposite, type Entry } from './entries'

/* What goes where when money moves: one function for each event. All amounts are above zero, in minor units. */

/** Whose account a payment is for. */
export interface Payer {
  /** The partner who owes a reservation or a statement; null where its customer does. */
  partner_id: string | null
}

const owedBy = ({ partner_id }: Payer, amount: number): Entry =>
  partner_id === null ? entry('customers', amount) : entry('partners', amount, partner_id)

/** Where money of a method lies. @param tillId of cash; null where no till was open */
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

/** Paid, written off, or paid before the ledger began. */
export const paid = (method: MoneyMethod, amount: number, payer: Payer, tillId: string | null): Entry[] => [
  placeOf(method, amount, tillId),
  owedBy(payer, -amount),
]

/** Given back, by a method that need not be the one that it came by. */
export const refunded = (method: MoneyMethod, amount: number, payer: Payer, tillId: string | null): Entry[] =>
  opposite(paid(method, amount, payer, tillId))

/** The provider sends what was on its way, less what it keeps. */
export const paidOut = (amount: number, fee: number): Entry[] =>
  [entry('bank', amount - fee), entry('provider_fees', fee), entry('provider', -amount)].filter(nonZero)

/** A partner pays its statement. */
export const statementPaid = (method: DeskMethod, amount: number, partnerId: string, tillId: string | null): Entry[] =>
  paid(method, amount, { partner_id: partnerId }, tillId)

/** We pay a company that has run our jobs. */
export const operatorPaid = (amount: number, partnerId: string): Entry[] => [
  entry('operators', amount, partnerId),
  entry('bank', -amount),
]

/** Cash that goes from one till to another; null is cash in no till. @param amount above zero */
export const tillMoved = (amount: number, from: string | null, to: string | null): Entry[] => [
  entry('tills', amount, to),
  entry('tills', -amount, from),
]

/** Cash of a till that goes to the bank. @param amount less than zero where it comes from there */
export const tillBanked = (amount: number, tillId: string): Entry[] => [
  entry('bank', amount),
  entry('tills', -amount, tillId),
]

/** More (above zero) or less was counted in a till than the entries say. */
export const tillCounted = (difference: number, tillId: string): Entry[] =>
  [entry('tills', difference, tillId), entry('till_differences', -difference)].filter(nonZero)

const nonZero = ({ amount_minor }: Entry) => amount_minor !== 0
