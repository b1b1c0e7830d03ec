import type { z } from 'zod'
import { uuidv7 } from 'uuidv7'
import type { payStatement } from '../../../../../contract/partner/settlement'
import { sentence } from '../../../../../contract/core/sentence'
import type { Tx } from '../../../../db/transaction'
import { refunded, statementPaid } from '../../../../domain/ledger/money'
import type { Context } from '../../../../kernel/context'
import { Refusal, wrongStateAt } from '../../../../http/refusal'
import { audit } from '../../../../kernel/audit'
import { amountText } from '../../../../kernel/credit'
import { post } from '../../../../kernel/ledger'
import { insertStatementPayment, lockStatement, paymentOf, type StatementToPay } from '../repository/paying'

/**
 * Records a payment of a statement by the partner, or to the partner when the statement is in its favour.
 * @throws Refusal not_found or over_payment
 */
export async function pay(
  tx: Tx,
  id: string,
  { amount_minor: amount, provider_reference }: z.output<typeof payStatement.body>,
  context: Context,
): Promise<void> {
  const statement = await locked(tx, id)
  const open = statement.net_minor - statement.paid_minor
  if (amount > Math.abs(open)) {
    const detail =
      open === 0
        ? sentence`This statement has no open amount, so no payment can be recorded for it.`
        : sentence`The open amount of this statement is ${amountText(Math.abs(open), statement.currency)}. Give at most that amount.`
    throw new Refusal('over_payment', detail, {
      errors: [{ pointer: '/amount_minor', code: 'over_payment', detail }],
    })
  }
  const direction = open > 0 ? 'payment' : 'refund'
  await move(tx, statement, { direction, amount, provider_reference: provider_reference ?? null }, context)
}

/** Reverses a payment that was recorded by mistake. @throws Refusal not_found or invalid_state */
export async function takeBack(
  tx: Tx,
  { id, payment_id }: { id: string; payment_id: string },
  reason: string,
  context: Context,
): Promise<void> {
  const statement = await locked(tx, id)
  const mistake = await paymentOf(tx, id, payment_id)
  if (!mistake) throw new Refusal('not_found', sentence`There is no payment with this id on the statement.`)
  if (mistake.is_reversed)
    throw wrongStateAt('', sentence`${mistake.reference} is reversed already, or reverses another payment.`)
  const direction = mistake.direction === 'payment' ? 'refund' : 'payment'
  await move(
    tx,
    statement,
    { direction, amount: mistake.amount_minor, provider_reference: null, mistake, reason },
    context,
  )
}

async function locked(tx: Tx, id: string): Promise<StatementToPay> {
  const statement = await lockStatement(tx, id)
  if (!statement) throw new Refusal('not_found', sentence`There is no statement with this id.`)
  return statement
}

interface Movement {
  direction: 'payment' | 'refund'
  amount: number
  provider_reference: string | null
  /** The payment to reverse. */
  mistake?: { id: string; transaction_id: string | null }
  reason?: string
}

/** Inserts a payment with its entries, and updates the paid amount of the statement. */
async function move(tx: Tx, statement: StatementToPay, movement: Movement, context: Context): Promise<void> {
  const { direction, amount, provider_reference, mistake, reason = null } = movement
  const { currency, partner_id, paid_minor: before } = statement
  const paymentId = uuidv7()
  const after = before + (direction === 'payment' ? amount : -amount)
  await insertStatementPayment(
    tx,
    {
      id: paymentId,
      reference: `S${statement.number}-${statement.payments + 1}`,
      direction,
      method: 'transfer',
      state: 'posted',
      amount_minor: amount,
      currency,
      statement_id: statement.id,
      partner_id,
      posted_at: context.now().toISOString(),
      provider_reference,
      reverses_id: mistake?.id ?? null,
      place: 'desk',
      user_id: context.actor.kind === 'user' ? context.actor.id : null,
      reason,
    },
    after,
  )
  await post(tx, context.actor, {
    kind: mistake ? 'reversed' : 'statement_paid',
    currency,
    entries:
      direction === 'payment'
        ? statementPaid('transfer', amount, partner_id, null)
        : refunded('transfer', amount, { partner_id }, null),
    reason,
    statement_id: statement.id,
    payment_id: paymentId,
    reverses_id: mistake?.transaction_id ?? null,
  })
  await audit(tx, context, {
    action: mistake ? 'partners.statement_payment_reversed' : 'partners.statement_paid',
    entity: { type: 'partners', id: partner_id, label: statement.code },
    changes: [
      { field: 'number', old: null, new: statement.number },
      { field: 'paid_minor', old: before, new: after },
      { field: 'currency', old: null, new: currency },
    ],
    reason,
  })
}
