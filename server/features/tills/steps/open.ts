import { sentence } from '../../../../contract/core/sentence'
import type { Till } from '../../../../contract/entities/till'
import type { CountedPieces, TillSheet } from '../../../../contract/operations/tills'
import type { Store } from '../../../crud/store'
import type { Change } from '../../../db/audit-entry'
import type { Tx } from '../../../db/transaction'
import { tillCounted, tillMoved } from '../../../domain/ledger/money'
import type { Context } from '../../../kernel/context'
import { Refusal, invalidAt, wrongStateAt } from '../../../http/refusal'
import { balanceBelow, post } from '../../../kernel/ledger'
import { insertCount, insertSession, openAt, readSheet, wasOpened, type NewSession } from '../repository/sessions'
import { sessionFor, userOf } from './access'
import { countedIn } from './count'

const UNIQUE_VIOLATION = '23505'

/** @throws Refusal till_open when the user already has a till open at that place */
async function refuseSecondTill(tx: Tx, user: { id: string; name: string | null }, till: Till): Promise<void> {
  const other = await openAt(tx, user.id, till.station_id)
  if (other === null) return
  throw new Refusal(
    'till_open',
    user.name === null
      ? sentence`You have the till ${other} open at this place. Have it closed first.`
      : sentence`${user.name} has the till ${other} open at this place. Have it closed first.`,
  )
}

/**
 * Creates a session for a user who has no other one at that place.
 * @param user the name is null for the caller
 * @returns its id
 * @throws Refusal till_open, also when another request was faster
 */
export async function openSession(
  tx: Tx,
  till: Till,
  user: { id: string; name: string | null },
  session: Omit<NewSession, 'till_id' | 'station_id' | 'user_id'>,
): Promise<string> {
  await refuseSecondTill(tx, user, till)
  const whole = { ...session, till_id: till.id, station_id: till.station_id, user_id: user.id }
  return insertSession(tx, whole).catch((error: Error & { code?: string }) => {
    throw error.code === UNIQUE_VIOLATION
      ? new Refusal('till_open', sentence`Another till was opened just now.`)
      : error
  })
}

/**
 * Opens a till with the counted float. The first float comes from cash outside all tills. Later, a deviation from the amount
 * left in the till is posted as a difference, as at closing.
 * @throws Refusal till_open, invalid_state, or validation when the reason for a difference is missing
 */
export async function open(
  tx: Tx,
  tills: Store<Till>,
  id: string,
  { pieces, reason: given }: { pieces: CountedPieces; reason?: string | undefined },
  context: Context,
): Promise<TillSheet> {
  const userId = userOf(context)
  let sessionId = ''
  await tills.actIn(tx, id, null, context, async (_, till) => {
    if (till.open_user_name !== null)
      throw new Refusal(
        'till_open',
        sentence`${till.name} is open for ${till.open_user_name}. Have it closed first, or open another.`,
      )
    if (till.status !== 'active') throw wrongStateAt('status', sentence`${till.name} is not in use. Open another till.`)
    const float = countedIn(till.currency, pieces)
    const at = context.now().toISOString()
    const { currency } = till
    const missing = float - (await balanceBelow(tx, { account: 'tills', subId: id, currency }))
    const difference = (await wasOpened(tx, id)) ? missing : 0
    const reason = difference === 0 ? null : (given ?? null)
    if (difference !== 0 && reason === null)
      throw invalidAt(
        'reason',
        sentence`What was counted differs from what was left in this till. Count again, or give a reason.`,
        'required',
      )
    sessionId = await openSession(
      tx,
      till,
      { id: userId, name: null },
      { opened_at: at, float_minor: float, opening_difference_minor: difference, opening_reason: reason },
    )
    await insertCount(tx, {
      till_session_id: sessionId,
      kind: 'opening',
      at,
      user_id: userId,
      pieces,
      total_minor: float,
    })
    if (missing !== 0)
      await post(tx, context.actor, {
        kind: 'till_opened',
        currency,
        entries: difference === 0 ? tillMoved(missing, null, id) : tillCounted(difference, id),
        reason,
        place: 'till',
        till_session_id: sessionId,
      })
    const changes: Change[] = [{ field: 'float_minor', old: null, new: float }]
    if (difference !== 0) changes.push({ field: 'difference_minor', old: null, new: difference })
    return { action: 'opened', values: {}, reason, changes }
  })
  return readSheet(tx, await sessionFor(tx, sessionId, context))
}
