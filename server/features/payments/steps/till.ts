import { sentence } from '../../../../contract/core/sentence'
import type { MoneyMethod } from '../../../../contract/core/vocabulary'
import type { Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { refusedAt, unknownReference } from '../../../http/refusal'
import { lockTill, moneyRules, ownTill, type OpenTill } from '../repository/payments'

interface TillRequest {
  method: MoneyMethod
  currency: string
  till_session_id: string | undefined
}

/**
 * Returns the named till or the caller's own open one; null when none is open and none is needed.
 * @throws Refusal till_closed, till_needed, other_currency, forbidden, or validation when there is no such till
 */
export async function tillFor(tx: Tx, request: TillRequest, { actor }: Context): Promise<OpenTill | null> {
  const { method, currency, till_session_id: named } = request
  if (named === undefined) {
    const own = actor.kind === 'user' && actor.id !== null ? await ownTill(tx, actor.id, currency) : null
    if (own === null && method === 'cash' && (await moneyRules(tx)).cash_needs_till)
      throw refusedAt(
        'till_needed',
        'till_session_id',
        sentence`You have no open till. Open one, or choose another payment method.`,
      )
    return own
  }
  const till = await lockTill(tx, named)
  if (till === null) throw unknownReference('till_session_id', 'till')
  if (!till.is_open)
    throw refusedAt(
      'till_closed',
      'till_session_id',
      sentence`This till was counted and accepts no more cash. Choose another.`,
    )
  if (till.user_id !== actor.id)
    throw refusedAt('forbidden', 'till_session_id', sentence`This till is open for another user. Use your own.`)
  if (till.currency !== currency)
    throw refusedAt(
      'other_currency',
      'till_session_id',
      sentence`This till holds ${till.currency}; choose one for ${currency}.`,
    )
  return till
}
