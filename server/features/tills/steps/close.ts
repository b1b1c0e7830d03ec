import { sentence } from '../../../../contract/core/sentence'
import type { Till } from '../../../../contract/entities/till'
import type { CountedPieces, TillSession, TillSheet } from '../../../../contract/operations/tills'
import { ROLES } from '../../../../contract/core/vocabulary'
import { hasRight } from '../../../../contract/core/permissions'
import type { Store } from '../../../crud/store'
import type { Done } from '../../../crud/store-options'
import type { Change } from '../../../db/audit-entry'
import type { Reader, Tx } from '../../../db/transaction'
import { tillCounted } from '../../../domain/ledger/money'
import type { Context } from '../../../kernel/context'
import { Refusal, invalidAt, unknownReference, wrongStateAt } from '../../../http/refusal'
import { amountText } from '../../../kernel/credit'
import { post } from '../../../kernel/ledger'
import {
  endSession,
  insertCount,
  keepersOf,
  lockSession,
  markCounted,
  markHandedTo,
  readSheet,
  type Keeper,
} from '../repository/sessions'
import { sessionFor, userOf } from './access'
import { countedIn } from './count'
import { openSession } from './open'

type Ending = (session: TillSession, till: Till) => Promise<Done>

/** Runs a step that ends a session. Locks the till first, then the session, and so waits for running payments. */
async function endingStep(tx: Tx, tills: Store<Till>, id: string, context: Context, step: Ending): Promise<TillSheet> {
  const { till_id: tillId } = await sessionFor(tx, id, context)
  await tills.actIn(tx, tillId, null, context, async (_, till) => {
    await lockSession(tx, id)
    const session = await sessionFor(tx, id, context)
    if (session.state === 'closed')
      throw new Refusal('till_closed', sentence`${session.till_name} is closed. Open it again to count it.`)
    return step(session, till)
  })
  return readSheet(tx, await sessionFor(tx, id, context))
}

/**
 * Counts a till. From then on it accepts no more cash, and the expected amount is visible. It can be counted again, and
 * every count is stored.
 * @throws Refusal till_closed, not_found or validation
 */
export const count = (
  tx: Tx,
  tills: Store<Till>,
  id: string,
  { pieces }: { pieces: CountedPieces },
  context: Context,
): Promise<TillSheet> =>
  endingStep(tx, tills, id, context, async ({ currency }) => {
    const total = countedIn(currency, pieces)
    const at = context.now().toISOString()
    await markCounted(tx, id, at)
    const userId = userOf(context)
    await insertCount(tx, { till_session_id: id, kind: 'closing', at, user_id: userId, pieces, total_minor: total })
    return { action: 'counted', values: {}, changes: [{ field: 'counted_minor', old: null, new: total }] }
  })

/**
 * Closes a counted till and posts the difference. A reason stays required after a corrected count, because the person who
 * counts again knows the expected amount.
 * @throws Refusal till_closed, invalid_state before it is counted, or validation when the reason for a difference is missing
 */
export const close = (
  tx: Tx,
  tills: Store<Till>,
  id: string,
  { reason }: { reason?: string | undefined },
  context: Context,
): Promise<TillSheet> =>
  endingStep(tx, tills, id, context, async (session) => ({
    action: 'closed',
    values: {},
    reason: reason ?? null,
    changes: await settle(tx, session, reason ?? null, context),
  }))

/**
 * Hands a counted till over to another user. The new session opens with the counted amount.
 * @throws Refusal as `close` does, and till_open when that user already has a till open at the same place
 */
export const handOver = (
  tx: Tx,
  tills: Store<Till>,
  id: string,
  { user_id: nextUserId, reason }: { user_id: string; reason?: string | undefined },
  context: Context,
): Promise<TillSheet> =>
  endingStep(tx, tills, id, context, async (session, till) => {
    const next = (await keepers(tx)).find((one) => one.id === nextUserId)
    if (!next) throw unknownReference('user_id', 'person')
    if (next.id === session.user_id)
      throw invalidAt('user_id', sentence`This person already has this till. Choose someone else.`)
    const changes = await settle(tx, session, reason ?? null, context)
    const at = context.now().toISOString()
    const float = session.counted_minor ?? 0
    const nextId = await openSession(tx, till, next, { opened_at: at, float_minor: float })
    await markHandedTo(tx, id, nextId)
    const pieces = (await readSheet(tx, session)).counts.at(-1)?.pieces ?? []
    await insertCount(tx, {
      till_session_id: nextId,
      kind: 'hand_over',
      at,
      user_id: userOf(context),
      pieces,
      total_minor: float,
    })
    changes.push({ field: 'user_id', old: session.user_id, new: next.id })
    return { action: 'handed_over', values: {}, reason: reason ?? null, changes }
  })

/** Returns the users who can take over a till. */
export const keepers = (reader: Reader): Promise<Keeper[]> =>
  keepersOf(
    reader,
    ROLES.filter((role) => hasRight(role, 'run_till')),
  )

/** Posts the difference and closes the session. @returns the changes for the audit entry */
async function settle(tx: Tx, session: TillSession, reason: string | null, context: Context): Promise<Change[]> {
  const { id, till_id: tillId, currency, counted_minor: counted, expected_minor: expected } = session
  if (counted === null || expected === null)
    throw wrongStateAt('state', sentence`${session.till_name} is not counted yet. Count it first.`)
  const difference = counted - expected
  if (session.has_differed && reason === null)
    throw invalidAt(
      'reason',
      difference === 0
        ? sentence`An earlier count differed from what was expected. Give a reason.`
        : difference > 0
          ? sentence`${amountText(difference, currency)} more was counted than expected. Give a reason, or count again.`
          : sentence`${amountText(-difference, currency)} less was counted than expected. Give a reason, or count again.`,
      'required',
    )
  if (difference !== 0)
    await post(tx, context.actor, {
      kind: 'till_counted',
      currency,
      entries: tillCounted(difference, tillId),
      reason,
      place: 'till',
      till_session_id: id,
    })
  await endSession(tx, id, {
    closed_at: context.now().toISOString(),
    closed_by_user_id: userOf(context),
    counted_minor: counted,
    expected_minor: expected,
    difference_reason: session.has_differed ? reason : null,
  })
  return [
    { field: 'counted_minor', old: null, new: counted },
    { field: 'difference_minor', old: null, new: difference },
  ]
}
