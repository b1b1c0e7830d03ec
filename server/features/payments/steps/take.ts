import { sentence } from '../../../../contract/core/sentence'
import type { z } from 'zod'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { MoneyMoved, takePayment, writeOff } from '../../../../contract/operations/payments'
import type { Tx } from '../../../db/transaction'
import { isUnagreed } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { invalidAt, wrongStateAt } from '../../../http/refusal'
import { moveMoney, type MoneyStores } from './money'
import { tillFor } from './till'

/**
 * Records a payment that staff take from a customer.
 * @throws Refusal over_payment, other_currency, till_closed, till_needed or validation
 */
export async function takeAtDesk(
  tx: Tx,
  stores: MoneyStores,
  id: string,
  request: z.output<typeof takePayment.body>,
  context: Context,
): Promise<MoneyMoved> {
  const { amount_minor: amount, method, tendered_minor: tendered, provider_reference = null, reason = null } = request
  if (tendered !== undefined && method !== 'cash')
    throw invalidAt(
      'tendered_minor',
      sentence`Only a cash payment has an amount handed over: leave it out, or take the payment in cash.`,
    )
  if (tendered !== undefined && tendered < amount)
    throw invalidAt(
      'tendered_minor',
      sentence`The amount handed over is less than the payment. Take a smaller payment, or ask for the rest.`,
    )
  const sets = (current: Reservation) => ({ payment_method: current.payment_method ?? method })
  const plan = async ({ currency }: Reservation) => ({
    method,
    state: 'posted' as const,
    till: await tillFor(tx, { method, currency, till_session_id: request.till_session_id }, context),
    more: { provider_reference, tendered_minor: method === 'cash' ? (tendered ?? amount) : null },
  })
  return moveMoney(tx, stores, { ...request, id, direction: 'payment', reason, sets }, plan, context)
}

/** Writes off an amount owed. @throws Refusal over_payment, other_currency or invalid_state */
export function writeOffOwed(
  tx: Tx,
  stores: MoneyStores,
  id: string,
  request: z.output<typeof writeOff.body>,
  context: Context,
): Promise<MoneyMoved> {
  const method = 'written_off'
  const plan = async ({ status, reference }: Reservation) => {
    if (isUnagreed(status))
      throw wrongStateAt('status', sentence`Nothing is owed for ${reference} yet. Confirm it, or cancel it.`)
    return { method, state: 'posted', till: null } as const
  }
  return moveMoney(tx, stores, { ...request, id, direction: 'payment', method }, plan, context)
}
