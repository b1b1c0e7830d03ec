import { z } from 'zod'
import type { ErrorCode } from '../core/errors'
import { TILL_SESSIONS_PER_PAGE, TILL_SUM_MAX_MINOR } from '../core/limits/money'
import { operation } from '../core/operations'
import { Currency, Id, Instant, MinorAmount } from '../core/scalars'
import { Reason, STEP_ERRORS } from '../core/steps'
import { CASH_MOVES, TILL_STATES, sumOfPieces } from '../core/tills'
import { MONEY_METHODS, TILL_COUNT_KINDS } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/*
 * One user opens a till with a float, counts it, and closes it or hands it over. Until it is counted, no answer contains
 * the expected amount. Each step accepts an Idempotency-Key. Amounts are in minor units of the till's currency.
 */

const tag = 'tills'
const IdParams = z.object({ id: Id })
const TILL_ERRORS = STEP_ERRORS.filter(
  (code) => code !== 'version_mismatch' && code !== 'precondition_required',
) satisfies ErrorCode[]

/** Number of coins or notes of one denomination. */
const Pieces = z.strictObject({
  denomination_minor: MinorAmount.min(1),
  pieces: z.int().min(0).max(TILL_SUM_MAX_MINOR),
})
/** Counted coins and notes, each denomination once. An empty till has one entry with 0 pieces. */
export const CountedPieces = z
  .array(Pieces)
  .min(1, schemaMessage`Give at least one coin or note. For an empty till, give one with 0 pieces.`)
  .max(50)
  .refine(
    (counted) => new Set(counted.map((one) => one.denomination_minor)).size === counted.length,
    schemaMessage`Contains a coin or note twice. List each once.`,
  )
  .refine(
    (counted) => sumOfPieces(counted) <= TILL_SUM_MAX_MINOR,
    schemaMessage`The total is too large for a till. Check the numbers of coins and notes.`,
  )
export type CountedPieces = z.output<typeof CountedPieces>

export const TillSession = z.object({
  id: Id,
  till_id: Id,
  till_code: z.string(),
  till_name: z.string(),
  currency: Currency,
  user_id: Id,
  user_name: z.string(),
  /** `counted`: the till accepts no more cash, and waits to be closed or handed over. */
  state: z.enum(TILL_STATES),
  opened_at: Instant,
  float_minor: MinorAmount,
  /** Float less the amount left in the till by the previous session; 0 for the first session. */
  opening_difference_minor: MinorAmount,
  opening_reason: z.string().nullable(),
  counted_at: Instant.nullable(),
  /** This, `expected_minor` and `difference_minor` are null until the till is counted. */
  counted_minor: MinorAmount.nullable(),
  expected_minor: MinorAmount.nullable(),
  /** Counted less expected amount; positive = surplus. */
  difference_minor: MinorAmount.nullable(),
  difference_reason: z.string().nullable(),
  /** Whether any closing count differed from the expected amount; closing then requires a reason. */
  has_differed: z.boolean(),
  closed_at: Instant.nullable(),
  closed_by_name: z.string().nullable(),
  /** User who took over the till with its content. */
  handed_to_name: z.string().nullable(),
})
export type TillSession = z.output<typeof TillSession>

/** Payments and refunds by one method. */
const Takings = z.object({
  method: z.enum(MONEY_METHODS),
  payments: z.int().min(0),
  refunds: z.int().min(0),
  /** This and `refunds_minor` are null for cash until the till is counted. */
  payments_minor: MinorAmount.nullable(),
  refunds_minor: MinorAmount.nullable(),
})

const CashMoved = z.object({
  at: Instant,
  /** Positive = into this till. */
  amount_minor: MinorAmount,
  /** The other till; null for the bank. */
  till_name: z.string().nullable(),
  user_name: z.string().nullable(),
  reason: z.string().nullable(),
})

const TillCount = z.object({
  kind: z.enum(TILL_COUNT_KINDS),
  at: Instant,
  user_name: z.string(),
  pieces: z.array(Pieces),
  total_minor: MinorAmount,
})

/** Session with takings, moved cash and counts, as it is printed. */
export const TillSheet = TillSession.extend({
  takings: z.array(Takings),
  moves: z.array(CashMoved),
  /** All counts, in chronological order. */
  counts: z.array(TillCount),
})
export type TillSheet = z.output<typeof TillSheet>

export const openTill = operation({
  id: 'openTill',
  method: 'POST',
  path: '/tills/:id/open',
  tag,
  summary: 'Open a till with a counted float',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({
    pieces: CountedPieces,
    /** Required if the float differs from the amount left in the till. */
    reason: Reason.optional(),
  }),
  ok: { status: 201, description: 'The open session.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_open'],
  once: true,
})

export const listTillSessions = operation({
  id: 'listTillSessions',
  method: 'GET',
  path: '/till-sessions',
  tag,
  summary: 'List till sessions, the last opened first: the own ones, or all for users who may manage tills',
  access: { right: 'run_till' },
  query: z.object({
    is_closed: z.stringbool().optional(),
    /** Only the own sessions, also for users who may manage tills. */
    is_own: z.stringbool().optional(),
    /** Only sessions opened before this instant, for the next page. */
    before: Instant.optional(),
  }),
  ok: {
    status: 200,
    description: `Up to ${TILL_SESSIONS_PER_PAGE} sessions, or all that are not closed, at most one for each till.`,
    schema: z.object({ sessions: z.array(TillSession), has_more: z.boolean() }),
  },
  errors: ['malformed'],
})

export const getTillSession = operation({
  id: 'getTillSession',
  method: 'GET',
  path: '/till-sessions/:id',
  tag,
  summary: 'Get a till session with its takings, moved cash and counts',
  access: { right: 'run_till' },
  params: IdParams,
  ok: { status: 200, description: 'The session.', schema: TillSheet },
  errors: ['not_found'],
})

export const countTill = operation({
  id: 'countTill',
  method: 'POST',
  path: '/till-sessions/:id/count',
  tag,
  summary: 'Count a till: it accepts no more cash, and the expected amount is returned',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({ pieces: CountedPieces }),
  ok: { status: 200, description: 'The session with the difference.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_closed'],
})

export const closeTill = operation({
  id: 'closeTill',
  method: 'POST',
  path: '/till-sessions/:id/close',
  tag,
  summary: 'Close a counted till, with the reason for a difference',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({
    /** Required if any count differed from the expected amount. */
    reason: Reason.optional(),
  }),
  ok: { status: 200, description: 'The session, which is closed now.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_closed'],
  once: true,
})

export const handOverTill = operation({
  id: 'handOverTill',
  method: 'POST',
  path: '/till-sessions/:id/hand-over',
  tag,
  summary: 'Hand over a counted till with its content to another user',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({ user_id: Id, reason: Reason.optional() }),
  ok: { status: 200, description: 'The session, which is closed now.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_closed', 'till_open'],
  once: true,
})

export const moveCash = operation({
  id: 'moveCash',
  method: 'POST',
  path: '/till-sessions/:id/move',
  tag,
  summary: 'Move cash from a till to the bank or to another open till, or from the bank to a till',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({
    amount_minor: MinorAmount.min(1, schemaMessage`Give an amount above zero.`),
    move: z.enum(CASH_MOVES),
    /** Open till that receives the cash, for `to_till`. */
    to_till_id: Id.optional(),
    reason: Reason.optional(),
  }),
  ok: { status: 200, description: 'The session that the cash was moved from or to.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_closed', 'other_currency'],
  once: true,
})

export const listTillKeepers = operation({
  id: 'listTillKeepers',
  method: 'GET',
  path: '/till-keepers',
  tag,
  summary: 'List the users that a till can be handed over to, sorted by name',
  access: { right: 'run_till' },
  ok: {
    status: 200,
    description: 'The users with the right to run a till.',
    schema: z.array(z.object({ id: Id, name: z.string() })),
  },
  errors: [],
})
