import type { z } from 'zod'
import { uuidv7 } from 'uuidv7'
import type { recordTerminalPayout, TerminalPayout } from '../../../../contract/operations/payouts'
import type { Tx } from '../../../db/transaction'
import { paidOut } from '../../../domain/ledger/money'
import { dayAt } from '../../../domain/pricing/travel'
import { invalidAt, refusedAt } from '../../../http/refusal'
import { audit } from '../../../kernel/audit'
import type { Context } from '../../../kernel/context'
import { amountText } from '../../../kernel/credit'
import { nextNumber } from '../../../kernel/document-numbers'
import { post } from '../../../kernel/ledger'
import { issuer } from '../repository/receipts'
import { insertPayout, terminalTransit } from '../repository/payouts'

/**
 * Records a payout by the company of the card terminals.
 * @throws Refusal over_payment or validation
 */
export async function recordPayout(
  tx: Tx,
  request: z.output<typeof recordTerminalPayout.body>,
  context: Context,
): Promise<TerminalPayout> {
  const { amount_minor, fee_minor, currency, paid_on, reference = null } = request
  const { actor } = context
  const { timezone } = await issuer(tx)
  if (paid_on > dayAt(context.now().toISOString(), timezone))
    throw invalidAt('paid_on', 'The day is in the future. Give the day on which the amount arrived.')
  // The number locks out other payouts, so that two cannot pay out the same takings.
  const number = await nextNumber(tx, 'terminal_payout')
  refuseBeyondTransit(amount_minor + fee_minor, currency, await terminalTransit(tx))
  const transaction_id = await post(tx, actor, {
    kind: 'provider_paid_out',
    currency,
    entries: paidOut(amount_minor + fee_minor, fee_minor),
  })
  const id = uuidv7()
  const user_id = actor.kind === 'user' ? actor.id : null
  const row = { id, number, paid_on, currency, amount_minor, fee_minor, reference }
  await insertPayout(tx, { ...row, transaction_id, user_id })
  await audit(tx, context, {
    action: 'payments.payout_recorded',
    entity: null,
    changes: Object.entries({ number, paid_on, amount_minor, fee_minor, currency, provider_reference: reference })
      .filter(([, value]) => value !== null)
      .map(([field, value]) => ({ field, old: null, new: value })),
  })
  return { ...row, in_transit: await terminalTransit(tx) }
}

/** @param amount payout and fee in minor units. @throws Refusal over_payment */
function refuseBeyondTransit(amount: number, currency: string, inTransit: TerminalPayout['in_transit']): void {
  const most = Math.max(0, inTransit.find((one) => one.currency === currency)?.amount_minor ?? 0)
  if (amount <= most) return
  const detail =
    most === 0
      ? `Card terminals have taken nothing in ${currency} that is not paid out. Check the currency and earlier payouts.`
      : `Card terminals have taken ${amountText(most, currency)} that is not paid out. Give at most that for amount and fee together, or record the missing card payments first.`
  throw refusedAt('over_payment', 'amount_minor', detail)
}
