import { sentence } from '../../../../contract/core/sentence'
import type { z } from 'zod'
import type { Till } from '../../../../contract/entities/till'
import type { moveCash, TillSession, TillSheet } from '../../../../contract/operations/tills'
import type { Store } from '../../../crud/store'
import type { Tx } from '../../../db/transaction'
import { tillBanked, tillMoved } from '../../../domain/ledger/money'
import type { Context } from '../../../kernel/context'
import { Refusal, invalidAt, refusedAt } from '../../../http/refusal'
import { post } from '../../../kernel/ledger'
import { holdSession, insertMove, openSessionOf, readSession, readSheet } from '../repository/sessions'
import { sessionFor, userOf } from './access'

/**
 * Moves cash from an open till to the bank or to another open till, or from the bank. The balance is not checked, because a
 * refusal would reveal the expected amount.
 * @throws Refusal till_closed, other_currency or validation
 */
export async function move(
  tx: Tx,
  tills: Store<Till>,
  id: string,
  request: z.output<typeof moveCash.body>,
  context: Context,
): Promise<TillSheet> {
  const { amount_minor: amount, move: kind, to_till_id: toTillId, reason = null } = request
  if ((kind === 'to_till') !== (toTillId !== undefined))
    throw invalidAt(
      'to_till_id',
      sentence`A move to another till requires the receiving till, and other moves have none.`,
      'required',
    )
  const { till_id: tillId } = await sessionFor(tx, id, context)
  await tills.actIn(tx, tillId, null, context, async () => {
    await holdSession(tx, id)
    const session = await sessionFor(tx, id, context)
    refuseUnlessOpen(session)
    const other = toTillId === undefined ? null : await receiving(tx, toTillId, session)
    const isIn = kind === 'from_bank'
    await insertMove(tx, {
      at: context.now().toISOString(),
      from_session_id: isIn ? null : id,
      to_session_id: isIn ? id : (other?.id ?? null),
      amount_minor: amount,
      user_id: userOf(context),
      reason,
    })
    await post(tx, context.actor, {
      kind: 'till_moved',
      currency: session.currency,
      entries: other ? tillMoved(amount, tillId, other.till_id) : tillBanked(isIn ? -amount : amount, tillId),
      reason,
      place: 'till',
      till_session_id: id,
    })
    return {
      action: 'cash_moved',
      values: {},
      reason,
      changes: [
        { field: 'amount_minor', old: null, new: isIn ? amount : -amount },
        { field: 'to', old: null, new: other?.till_code ?? 'bank' },
      ],
    }
  })
  return readSheet(tx, await sessionFor(tx, id, context))
}

function refuseUnlessOpen({ state, till_name: name }: TillSession): void {
  if (state !== 'open') throw new Refusal('till_closed', sentence`${name} was counted. Move cash before it is counted.`)
}

async function receiving(tx: Tx, tillId: string, from: TillSession): Promise<TillSession> {
  if (tillId === from.till_id) throw invalidAt('to_till_id', sentence`This is the same till. Choose another.`)
  const sessionId = await openSessionOf(tx, tillId)
  if (sessionId !== null) await holdSession(tx, sessionId)
  const to = sessionId === null ? null : await readSession(tx, sessionId)
  if (to?.state !== 'open')
    throw refusedAt('till_closed', 'to_till_id', sentence`The other till is not open. Choose one that is.`)
  if (to.currency !== from.currency)
    throw refusedAt(
      'other_currency',
      'to_till_id',
      sentence`The other till holds ${to.currency}. Choose one for ${from.currency}.`,
    )
  return to
}
