import { z } from 'zod'
import type { ErrorCode } from '../core/errors'
import { TILL_SESSIONS_PER_PAGE, TILL_SUM_MAX_MINOR } from '../core/money-limits'
import { operation } from '../core/operations'
import { Currency, Id, Instant, MinorAmount } from '../core/scalars'
import { Reason, STEP_ERRORS } from '../core/steps'
import { CASH_MOVES, TILL_STATES, sumOfPieces } from '../core/tills'
import { MONEY_METHODS, TILL_COUNT_KINDS } from '../core/vocabulary'

/*
 * A till is opened with a float by one person, counted, and closed or handed over. Until it is counted no answer says what
 * ought to be in it. Each step takes an Idempotency-Key; amounts in minor units of the till's currency.
 */

const tag = 'tills'
const IdParams = z.object({ id: Id })
const TILL_ERRORS = STEP_ERRORS.filter(
  (code) => code !== 'version_mismatch' && code !== 'precondition_required',
) satisfies ErrorCode[]

/** How many of one coin or note. */
const Pieces = z.strictObject({
  denomination_minor: MinorAmount.min(1),
  pieces: z.int().min(0).max(TILL_SUM_MAX_MINOR),
})
/** Coins and notes as they were counted, each denomination once; an empty till is told by one with 0 pieces. */
export const CountedPieces = z
  .array(Pieces)
  .min(1, 'Give at least one coin or note; of an empty till one with 0 pieces.')
  .max(50)
  .refine(
    (counted) => new Set(counted.map((one) => one.denomination_minor)).size === counted.length,
    'Give each coin and note once.',
  )
  .refine((counted) => sumOfPieces(counted) <= TILL_SUM_MAX_MINOR, 'That is more than a till holds.')
export type CountedPieces = z.output<typeof CountedPieces>

export const TillSession = z.object({
  id: Id,
  till_id: Id,
  till_code: z.string(),
  till_name: z.string(),
  currency: Currency,
  user_id: Id,
  user_name: z.string(),
  /** `counted`: it takes no cash any more, and waits to be closed or handed over. */
  state: z.enum(TILL_STATES),
  opened_at: Instant,
  float_minor: MinorAmount,
  /** What the float differed by from what was left in it, above zero where there was more; 0 the first time it is opened. */
  opening_difference_minor: MinorAmount,
  opening_reason: z.string().nullable(),
  counted_at: Instant.nullable(),
  /** Null until it is counted, as is what ought to be in it. */
  counted_minor: MinorAmount.nullable(),
  expected_minor: MinorAmount.nullable(),
  /** Above zero there is more in it than there ought to be. */
  difference_minor: MinorAmount.nullable(),
  difference_reason: z.string().nullable(),
  /** One of its closing counts, the last or one before it, differed from what ought to be in it: it is closed with a reason. */
  has_differed: z.boolean(),
  closed_at: Instant.nullable(),
  closed_by_name: z.string().nullable(),
  /** Who took it over without its being emptied. */
  handed_to_name: z.string().nullable(),
})
export type TillSession = z.output<typeof TillSession>

/** What came and went by one method. */
const Takings = z.object({
  method: z.enum(MONEY_METHODS),
  payments: z.int().min(0),
  refunds: z.int().min(0),
  /** Null for cash until the till is counted. */
  payments_minor: MinorAmount.nullable(),
  refunds_minor: MinorAmount.nullable(),
})

const CashMoved = z.object({
  at: Instant,
  /** Above zero it came into this till. */
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

/** All that is known of a session: what is printed. */
export const TillSheet = TillSession.extend({
  takings: z.array(Takings),
  moves: z.array(CashMoved),
  /** Every count there was, in their order. */
  counts: z.array(TillCount),
})
export type TillSheet = z.output<typeof TillSheet>

export const openTill = operation({
  id: 'openTill',
  method: 'POST',
  path: '/tills/:id/open',
  tag,
  summary: 'Open a till with the float that was counted into it',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({
    pieces: CountedPieces,
    /** Needed where the float differs from what was left in it. */
    reason: Reason.optional(),
  }),
  ok: { status: 201, description: 'The session, which is open now.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_open'],
  once: true,
})

export const listTillSessions = operation({
  id: 'listTillSessions',
  method: 'GET',
  path: '/till-sessions',
  tag,
  summary: 'Sessions of tills, the one opened last first: the own ones, or all for whoever manages tills',
  access: { right: 'run_till' },
  query: z.object({
    is_closed: z.stringbool().optional(),
    /** Nobody else's, also for whoever manages tills. */
    is_own: z.stringbool().optional(),
    /** Those opened before; where the next page begins. */
    before: Instant.optional(),
  }),
  ok: {
    status: 200,
    description: `Up to ${TILL_SESSIONS_PER_PAGE} sessions; of those that are not closed all, one for a till at most.`,
    schema: z.object({ sessions: z.array(TillSession), has_more: z.boolean() }),
  },
  errors: ['malformed'],
})

export const getTillSession = operation({
  id: 'getTillSession',
  method: 'GET',
  path: '/till-sessions/:id',
  tag,
  summary: 'A session of a till with its takings, the cash that was moved and every count',
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
  summary: 'Count a till: it takes no more cash, and what ought to be in it is told',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({ pieces: CountedPieces }),
  ok: { status: 200, description: 'The session with its difference.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_closed'],
})

export const closeTill = operation({
  id: 'closeTill',
  method: 'POST',
  path: '/till-sessions/:id/close',
  tag,
  summary: 'Close a till that was counted, with the reason for a difference',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({
    /** Needed where any count differed from what ought to be in it. */
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
  summary: 'Hand a till that was counted over to somebody else, with what is in it',
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
  summary: 'Bring cash from a till to the bank or to another open till, or fetch it from the bank',
  access: { right: 'run_till' },
  params: IdParams,
  body: z.strictObject({
    amount_minor: MinorAmount.min(1, 'Give an amount above zero.'),
    move: z.enum(CASH_MOVES),
    /** The open till that it goes to, for `to_till`. */
    to_till_id: Id.optional(),
    reason: Reason.optional(),
  }),
  ok: { status: 200, description: 'The session that it was moved from or to.', schema: TillSheet },
  errors: [...TILL_ERRORS, 'till_closed', 'other_currency'],
  once: true,
})

export const listTillKeepers = operation({
  id: 'listTillKeepers',
  method: 'GET',
  path: '/till-keepers',
  tag,
  summary: 'Who can have a till handed over, by name',
  access: { right: 'run_till' },
  ok: {
    status: 200,
    description: 'Accounts that may run a till.',
    schema: z.array(z.object({ id: Id, name: z.string() })),
  },
  errors: [],
})
