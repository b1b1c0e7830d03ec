import { sentence, type Sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import {
  amountText,
  customerOwes,
  lockCustomerCredit,
  lockPartnerCredit,
  partnerOwes,
  type Credit,
} from '../../../kernel/credit'
import type { Values } from '../../../crud/store-options'
import type { Reader, Tx } from '../../../db/transaction'
import { debtGrows } from '../../../domain/reservations/debt'
import { customerAtSale } from '../../../kernel/prices'
import { Refusal, wrongStateAt } from '../../../http/refusal'

const blocked = () =>
  wrongStateAt('customer_id', sentence`This customer is blocked and cannot buy anything. Unblock the customer first.`)

/** Refuses a sale to a blocked customer. @throws Refusal invalid_state */
export async function refuseBlocked(reader: Reader, id: string | null): Promise<void> {
  if ((await customerAtSale(reader, id)).is_blocked) throw blocked()
}

/** Refuses a dearer change for a blocked customer, because it sells the difference. @throws Refusal invalid_state */
export async function refuseBlockedDearer(
  reader: Reader,
  { customer_id, total_minor }: Pick<Reservation, 'customer_id' | 'total_minor'>,
  price: Values,
): Promise<void> {
  if ((price['total_minor'] as number) > total_minor) await refuseBlocked(reader, customer_id)
}

/** Returns the tags of a customer. @throws Refusal invalid_state where the customer is blocked */
export async function tagsAtSale(reader: Reader, id: string | null): Promise<string[]> {
  const { tags, is_blocked } = await customerAtSale(reader, id)
  if (is_blocked) throw blocked()
  return tags
}

/**
 * Refuses the writes of this transaction if they increase what is owed on account beyond the credit limit.
 * @throws Refusal credit_limit
 */
export async function refuseBeyondCredit(tx: Tx, before: Reservation | null, after: Reservation): Promise<void> {
  if (!debtGrows(before, after)) return
  if (after.partner_id === null) await refuseCustomer(tx, after)
  else await refusePartner(tx, after.partner_id, after, before !== null && before.partner_id !== after.partner_id)
}

async function refusePartner(tx: Tx, id: string, after: Reservation, payerChanges: boolean): Promise<void> {
  const credit = await lockPartnerCredit(tx, id)
  if (credit === null) return
  if (after.currency !== credit.currency)
    throw beyond(
      payerChanges ? 'partner_id' : after.kind === 'seat' ? 'legs' : 'hire',
      sentence`This partner has credit in ${credit.currency}, and this is sold in ${after.currency}: sell it in ${credit.currency}, or have the limit removed.`,
    )
  const owed = await partnerOwes(tx, id, after.environment)
  if (owed <= credit.limit) return
  throw new Refusal(
    'credit_limit',
    sentence`The partner would owe ${amount(owed, credit)}; the credit limit is ${amount(credit.limit, credit)}. Record payments of the partner first.`,
  )
}

async function refuseCustomer(tx: Tx, { customer_id, currency }: Reservation): Promise<void> {
  if (customer_id === null)
    throw beyond('customer_id', sentence`A sale on account requires a customer: choose one.`, 'required')
  const credit = await lockCustomerCredit(tx, customer_id)
  if (currency !== credit.currency)
    throw beyond(
      'payment_method',
      sentence`Customers have credit in ${credit.currency}, and this is sold in ${currency}: choose another payment method.`,
    )
  const owed = await customerOwes(tx, customer_id, currency)
  if (owed > credit.limit)
    throw beyond(
      'payment_method',
      sentence`The customer would owe ${amount(owed, credit)} on account; the limit is ${amount(credit.limit, credit)}. Record the payments received, choose another payment method, or have the limit raised.`,
    )
}

const beyond = (field: string, detail: Sentence, code = 'credit_limit') =>
  new Refusal('credit_limit', detail, { errors: [{ pointer: `/${field}`, code, detail }] })

const amount = (minor: number, { currency }: Credit) => amountText(minor, currency)
