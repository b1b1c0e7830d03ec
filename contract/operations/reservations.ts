import { z } from 'zod'
import { MailPreview } from '../entities/mail'
import { PriceChange } from '../entities/price-change'
import { reservation } from '../entities/reservation'
import { ReservationLeg, ReservationLegs, ReservationPassenger, WishedHire } from '../entities/reservation-parts'
import { operation } from '../core/operations'
import { OperatedBy } from './operators'
import { Suggestions } from './suggestions'
import { Id, Instant, MinorAmount, line } from '../core/scalars'
import { NOTE_MAX_CHARS, REASON_MAX_CHARS } from '../core/limits'
import { AcceptWarnings, Reason, Simulate, stepsOf } from '../core/steps'
import { CHANGE_CAUSES, LEG_DIRECTIONS, REJECT_REASONS, type ChangeCause } from '../core/vocabulary'

const tag = 'reservations'
const mayCreate = { action: 'create', resource: 'reservations' } as const
const mayShow = { action: 'show', resource: 'reservations' } as const
const IdParams = z.object({ id: Id })

/** Places of passengers in the list of the reservation, from 1. */
const Positions = z
  .array(z.int().min(1).max(60))
  .min(1, 'Choose at least one passenger.')
  .max(60)
  .refine((values) => new Set(values).size === values.length, 'Name each passenger once.')

interface Why {
  cause?: ChangeCause | undefined
  reason?: string | undefined
}

/** A cause and the words beside it, as the history and the reservation keep them: `weather: Storm on the pass`. */
export const whyOf = ({ cause, reason }: Why): string => [cause, reason].filter((part) => part !== undefined).join(': ')

/** What every change of a sale is asked for beside what changes. */
const withWhy = <S extends z.ZodRawShape>(shape: S) =>
  z
    .strictObject({
      ...shape,
      /** One of the usual causes, a reason in one's own words, or both. */
      cause: z.enum(CHANGE_CAUSES).optional(),
      reason: Reason.optional(),
      waive_fee: z.boolean().default(false),
      /** Whether the customer is written to, where there is an email address. */
      notify_customer: z.boolean().default(true),
      simulate: Simulate,
    })
    .refine((body) => whyOf(body as Why) !== '', {
      path: ['reason'],
      message: 'Say why: choose a cause, or write a reason.',
    })
    .refine((body) => whyOf(body as Why).length <= REASON_MAX_CHARS, {
      path: ['reason'],
      message: `Beside a cause, at most ${NOTE_MAX_CHARS} characters.`,
    })

const step = stepsOf({
  resource: 'reservations',
  answer: 'The reservation as it is now.',
  record: reservation.record,
})

/** Steps with a price, which can be tried first. */
const change = stepsOf({
  resource: 'reservations',
  answer: 'The reservation as it is now; with simulate, as it would be.',
  record: reservation.record.extend({
    /** With simulate: what the customer would be written; null where nothing. */
    message: MailPreview.nullable().optional(),
    /** With simulate: explains the new price. Omitted for a request for a hire, which is quoted again. */
    price_change: PriceChange.optional(),
  }),
})

export const confirmReservation = step(
  'confirmReservation',
  'confirm',
  'Confirm a hold at the price that was shown',
  z.strictObject({
    /** The price that the party agreed to; another one is refused. */
    price_hash: z.string().max(64).optional(),
  }),
  ['hold_expired', 'price_changed', 'credit_limit'],
)
export const extendHold = step(
  'extendHold',
  'extend',
  'Hold the seats for the usual time from now',
  z.strictObject({}),
  ['hold_expired'],
)
export const releaseHold = step(
  'releaseHold',
  'release',
  'Give held seats back before the hold runs out; it ends as if it had',
  z.strictObject({}),
)
export const approveReservation = step(
  'approveReservation',
  'approve',
  'Confirm a request, if its seats, or a vehicle of its type, are still there',
  z.strictObject({ accept_warnings: AcceptWarnings }),
  ['sold_out', 'cutoff_passed', 'confirmation_required', 'forbidden', 'credit_limit'],
)
export const rejectReservation = step(
  'rejectReservation',
  'reject',
  'Decline a request',
  z.strictObject({ reason: z.enum(REJECT_REASONS), note: line(NOTE_MAX_CHARS).optional() }),
)
export const cancelReservation = change(
  'cancelReservation',
  'cancel',
  'Cancel, keeping the fee of the cancellation policy; with simulate only say what it would cost',
  withWhy({}),
  ['forbidden'],
)
export const undoCancellation = step(
  'undoCancellation',
  'undo-cancel',
  'Take a cancellation back while its seats are free, within 15 minutes',
  z.strictObject({ reason: Reason }),
  ['forbidden', 'sold_out', 'hold_expired', 'credit_limit'],
)
export const cancelPassengers = change(
  'cancelPassengers',
  'cancel-passengers',
  'Cancel some passengers; the others travel',
  withWhy({ positions: Positions }),
  ['forbidden'],
)
export const cancelDirection = change(
  'cancelDirection',
  'cancel-direction',
  'Give up the way there or the way back; the other one stays, and what is given up costs its fee',
  withWhy({ direction: z.enum(LEG_DIRECTIONS) }),
  ['forbidden'],
)
export const amendReservation = change(
  'amendReservation',
  'amend',
  'Change the way or the party: what remains is priced as it was sold, what is given up costs its fee; with simulate only say so',
  withWhy({
    legs: ReservationLegs.min(1).optional(),
    passengers: z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60).optional(),
  }),
  ['sold_out', 'cutoff_passed', 'forbidden', 'no_fare', 'selling_price_below_net', 'credit_limit'],
)
export const moveReservation = change(
  'moveReservation',
  'move',
  'Move to another departure between the same stations, at its price; the tickets stay',
  withWhy({
    /** The journey to leave; may be left out where there is only one. */
    from_journey_id: Id.optional(),
    to_journey_id: Id,
  }),
  ['sold_out', 'cutoff_passed', 'forbidden', 'no_fare', 'selling_price_below_net', 'credit_limit'],
)
export const changeHire = change(
  'changeHire',
  'change-hire',
  'Change the run of a hire, at its price; with simulate only say what it would cost',
  withWhy({ hire: WishedHire }),
  [
    'sold_out',
    'confirmation_required',
    'forbidden',
    'no_fare',
    'selling_price_below_net',
    'resource_conflict',
    'credit_limit',
  ],
)
const Whom = z.strictObject({
  /** All of them unless said. */
  positions: Positions.optional(),
  /** The journey that they are at, one of the reservation; left out = the way that they are on. */
  journey_id: Id.optional(),
})
export const checkInReservation = step('checkInReservation', 'check-in', 'Check passengers in', Whom)
export const undoCheckIn = step('undoCheckIn', 'undo-check-in', 'Take a check-in back before departure', Whom)
export const boardReservation = step('boardReservation', 'board', 'Passengers have got on', Whom)
export const markNoShow = step('markNoShow', 'no-show', 'Passengers did not come; only after their departure', Whom)
export const completeReservation = step('completeReservation', 'complete', 'The journey is over', z.strictObject({}))
export const assignHire = step(
  'assignHire',
  'assign',
  'Give a hire its vehicle and driver, or take them away; or farm it out, or take it back',
  z.strictObject({
    vehicle_id: Id.nullable().optional(),
    driver_id: Id.nullable().optional(),
    operated_by_partner_id: OperatedBy.optional(),
    /** What the company that runs it is paid, in minor units of the reservation’s currency; null while that is open. */
    operator_cost_minor: MinorAmount.min(0).nullable().optional(),
    /** Why the driving or rest time may be exceeded. */
    override_reason: Reason.optional(),
    accept_warnings: AcceptWarnings,
  }),
  ['resource_conflict', 'override_required', 'confirmation_required', 'forbidden'],
)

export const bookRoundTrip = operation({
  id: 'bookRoundTrip',
  method: 'POST',
  path: '/reservations/round-trip',
  tag,
  summary: 'Book the way there and back: both or neither',
  access: mayCreate,
  body: z.strictObject({ out: reservation.create, back: reservation.create }),
  ok: {
    status: 201,
    description: 'Both reservations; the way back names the way there.',
    schema: z.object({ out: reservation.record, back: reservation.record }),
  },
  errors: [
    'validation',
    'sold_out',
    'invalid_state',
    'cutoff_passed',
    'no_fare',
    'credit_limit',
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
})

export const PriceVersion = reservation.record
  .pick({ price_version: true, price_lines: true, price_hash: true, total_minor: true, currency: true })
  .extend({
    legs: z.array(ReservationLeg),
    passengers: z.array(ReservationPassenger),
    /** Null = it holds now. */
    superseded_at: Instant.nullable(),
  })
export type PriceVersion = z.output<typeof PriceVersion>

export const listPriceVersions = operation({
  id: 'listPriceVersions',
  method: 'GET',
  path: '/reservations/:id/versions',
  tag,
  summary: 'What was promised, before and after each amendment',
  access: mayShow,
  params: IdParams,
  ok: { status: 200, description: 'The oldest first; the last one holds.', schema: z.array(PriceVersion) },
  errors: ['not_found'],
})

export const suggestForHire = operation({
  id: 'suggestForHire',
  method: 'GET',
  path: '/reservations/:id/suggestions',
  tag,
  summary: 'Vehicles and drivers that are free and fit for a hire, the most suitable first',
  access: mayShow,
  params: IdParams,
  ok: { status: 200, description: 'Up to ten of each.', schema: Suggestions },
  errors: ['not_found', 'invalid_state'],
})

/** The steps that are served alike: each takes a body and gives the reservation. */
export const RESERVATION_STEPS = [
  confirmReservation,
  extendHold,
  releaseHold,
  approveReservation,
  rejectReservation,
  cancelReservation,
  undoCancellation,
  cancelPassengers,
  cancelDirection,
  amendReservation,
  moveReservation,
  checkInReservation,
  undoCheckIn,
  boardReservation,
  markNoShow,
  completeReservation,
  assignHire,
  changeHire,
] as const
