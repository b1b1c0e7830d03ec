import { z } from 'zod'
import { reservation } from '../entities/reservation'
import { ReservationLeg, ReservationPassenger, WishedHire } from '../entities/reservation-parts'
import { operation } from '../core/operations'
import { OperatedBy } from './operators'
import { Id, Instant, line } from '../core/scalars'
import { AcceptWarnings, Reason, Simulate, stepsOf } from '../core/steps'
import { REJECT_REASONS } from '../core/vocabulary'

const tag = 'reservations'
const mayCreate = { action: 'create', resource: 'reservations' } as const
const mayShow = { action: 'show', resource: 'reservations' } as const
const IdParams = z.object({ id: Id })

/** Places of passengers in the list of the reservation, from 1. */
const Positions = z
  .array(z.int().min(1).max(60))
  .min(1, 'Choose at least one passenger.')
  .refine((values) => new Set(values).size === values.length, 'Name each passenger once.')

const step = stepsOf({
  resource: 'reservations',
  answer: 'The reservation as it is now.',
  record: reservation.record,
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
  z.strictObject({ reason: z.enum(REJECT_REASONS), note: line(150).optional() }),
)
export const cancelReservation = step(
  'cancelReservation',
  'cancel',
  'Cancel, keeping the fee of the cancellation policy; with simulate only say what it would cost',
  z.strictObject({ reason: Reason, waive_fee: z.boolean().default(false), simulate: Simulate }),
  ['forbidden'],
)
export const undoCancellation = step(
  'undoCancellation',
  'undo-cancel',
  'Take a cancellation back while its seats are free, within 15 minutes',
  z.strictObject({ reason: Reason }),
  ['forbidden', 'sold_out', 'hold_expired', 'credit_limit'],
)
export const cancelPassengers = step(
  'cancelPassengers',
  'cancel-passengers',
  'Cancel some passengers; the others travel',
  z.strictObject({ positions: Positions, reason: Reason, waive_fee: z.boolean().default(false), simulate: Simulate }),
  ['forbidden'],
)
export const amendReservation = step(
  'amendReservation',
  'amend',
  'Change the way or the party: what remains is priced as it was sold, what is given up costs its fee; with simulate only say so',
  z.strictObject({
    legs: z.array(ReservationLeg).min(1).max(4).optional(),
    passengers: z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60).optional(),
    reason: Reason,
    waive_fee: z.boolean().default(false),
    simulate: Simulate,
  }),
  ['sold_out', 'cutoff_passed', 'forbidden', 'selling_price_below_net', 'credit_limit'],
)
export const moveReservation = step(
  'moveReservation',
  'move',
  'Move to another departure between the same stations, at its price; the tickets stay',
  z.strictObject({
    /** The journey to leave; may be left out where there is only one. */
    from_journey_id: Id.optional(),
    to_journey_id: Id,
    reason: Reason,
    waive_fee: z.boolean().default(false),
    simulate: Simulate,
  }),
  ['sold_out', 'cutoff_passed', 'forbidden', 'selling_price_below_net', 'credit_limit'],
)
export const changeHire = step(
  'changeHire',
  'change-hire',
  'Change the run of a hire, at its price; with simulate only say what it would cost',
  z.strictObject({ hire: WishedHire, reason: Reason, waive_fee: z.boolean().default(false), simulate: Simulate }),
  ['forbidden', 'no_fare', 'selling_price_below_net', 'resource_conflict', 'credit_limit'],
)
const Whom = z.strictObject({
  /** All of them unless said. */
  positions: Positions.optional(),
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

/** The steps that are served alike: each takes a body and gives the reservation. */
export const RESERVATION_STEPS = [
  confirmReservation,
  extendHold,
  approveReservation,
  rejectReservation,
  cancelReservation,
  undoCancellation,
  cancelPassengers,
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

export const RESERVATION_OPERATIONS = [...RESERVATION_STEPS, bookRoundTrip, listPriceVersions]
