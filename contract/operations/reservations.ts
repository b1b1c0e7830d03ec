import { z } from 'zod'
import { MailPreview } from '../entities/mail'
import { PriceChange } from '../entities/price-change'
import { reservation } from '../entities/reservation'
import { ReservationLeg, ReservationLegs, ReservationPassenger, RequestedHire } from '../entities/reservation-parts'
import { operation } from '../core/operations'
import { OperatedBy } from './operators'
import { Suggestions } from './suggestions'
import { Id, Instant, MinorAmount, line } from '../core/scalars'
import { NOTE_MAX_CHARS, REASON_MAX_CHARS } from '../core/limits/texts'
import { AcceptWarnings, Reason, Simulate, stepsOf } from '../core/steps'
import { CHANGE_CAUSES, LEG_DIRECTIONS, REJECT_REASONS, type ChangeCause } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

const tag = 'reservations'
const mayCreate = { action: 'create', resource: 'reservations' } as const
const mayShow = { action: 'show', resource: 'reservations' } as const
const IdParams = z.object({ id: Id })

/** Positions in the passenger list of the reservation, from 1. */
const Positions = z
  .array(z.int().min(1).max(60))
  .min(1, schemaMessage`Choose at least one passenger.`)
  .max(60)
  .refine(
    (values) => new Set(values).size === values.length,
    schemaMessage`Contains a passenger twice. List each passenger once.`,
  )

interface ChangeReason {
  cause?: ChangeCause | undefined
  reason?: string | undefined
}

/** Returns cause and reason as the history and the reservation store them: `weather: Storm on the pass`. */
export const reasonText = ({ cause, reason }: ChangeReason): string =>
  [cause, reason].filter((part) => part !== undefined).join(': ')

/** Adds the fields that every change of a sale has. */
const withReason = <S extends z.ZodRawShape>(shape: S) =>
  z
    .strictObject({
      ...shape,
      /** At least one of `cause` and `reason` is required. */
      cause: z.enum(CHANGE_CAUSES).optional(),
      reason: Reason.optional(),
      waive_fee: z.boolean().default(false),
      /** Whether the customer gets an email, if there is an address. */
      notify_customer: z.boolean().default(true),
      simulate: Simulate,
    })
    .refine((body) => reasonText(body as ChangeReason) !== '', {
      path: ['reason'],
      message: schemaMessage`A reason is required: choose a cause, or write a reason.`,
    })
    .refine((body) => reasonText(body as ChangeReason).length <= REASON_MAX_CHARS, {
      path: ['reason'],
      message: schemaMessage`Must have at most ${NOTE_MAX_CHARS} characters when a cause is given.`,
    })

const step = stepsOf({
  resource: 'reservations',
  answer: 'The reservation as it is now.',
  record: reservation.record,
})

/** Steps that change the price; `simulate` previews them. */
const change = stepsOf({
  resource: 'reservations',
  answer: 'The reservation as it is now; with simulate, as it would be.',
  record: reservation.record.extend({
    /** With `simulate`: the email that the customer would get; null without one. */
    message: MailPreview.nullable().optional(),
    /** With `simulate`: explains the new price. Omitted for a request for a hire, which gets a new quote. */
    price_change: PriceChange.optional(),
  }),
})

export const confirmReservation = step(
  'confirmReservation',
  'confirm',
  'Confirm a hold at the price that was shown',
  z.strictObject({
    /** Hash of the accepted price; a different current price is refused. */
    price_hash: z.string().max(64).optional(),
  }),
  ['hold_expired', 'price_changed', 'credit_limit'],
)
export const extendHold = step('extendHold', 'extend', 'Extend a hold by the usual time from now', z.strictObject({}), [
  'hold_expired',
])
export const releaseHold = step(
  'releaseHold',
  'release',
  'Release the seats of a hold before its time; its status becomes expired',
  z.strictObject({}),
)
export const approveReservation = step(
  'approveReservation',
  'approve',
  'Approve a request if its seats, or a vehicle of its type, are still available',
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
  'Cancel a reservation with the fee of the cancellation policy; simulate returns the fee only',
  withReason({}),
  ['forbidden'],
)
export const undoCancellation = step(
  'undoCancellation',
  'undo-cancel',
  'Undo a cancellation within 15 minutes, if its seats are still free',
  z.strictObject({ reason: Reason }),
  ['forbidden', 'sold_out', 'hold_expired', 'credit_limit'],
)
export const cancelPassengers = change(
  'cancelPassengers',
  'cancel-passengers',
  'Cancel some passengers of a reservation',
  withReason({ positions: Positions }),
  ['forbidden'],
)
export const cancelDirection = change(
  'cancelDirection',
  'cancel-direction',
  'Cancel the outbound or return direction with its fee; the other direction remains',
  withReason({ direction: z.enum(LEG_DIRECTIONS) }),
  ['forbidden'],
)
export const amendReservation = change(
  'amendReservation',
  'amend',
  'Change legs or passengers: the rest keeps its price, cancelled ones cost a fee; simulate returns the price only',
  withReason({
    legs: ReservationLegs.min(1).optional(),
    passengers: z
      .array(ReservationPassenger)
      .min(1, schemaMessage`Add at least one passenger.`)
      .max(60)
      .optional(),
  }),
  ['sold_out', 'cutoff_passed', 'forbidden', 'no_fare', 'selling_price_below_net', 'credit_limit'],
)
export const moveReservation = change(
  'moveReservation',
  'move',
  'Move a reservation to another departure between the same stations, at its price; tickets stay valid',
  withReason({
    /** Journey that the reservation leaves; optional if it has only one. */
    from_journey_id: Id.optional(),
    to_journey_id: Id,
  }),
  ['sold_out', 'cutoff_passed', 'forbidden', 'no_fare', 'selling_price_below_net', 'credit_limit'],
)
export const changeHire = change(
  'changeHire',
  'change-hire',
  'Change the details of a hire, at the new price; simulate returns the price only',
  withReason({
    hire: RequestedHire,
    /** Reason for exceeding driving or rest times of the assigned driver. */
    override_reason: Reason.optional(),
    accept_warnings: AcceptWarnings,
  }),
  [
    'sold_out',
    'override_required',
    'confirmation_required',
    'forbidden',
    'no_fare',
    'selling_price_below_net',
    'resource_conflict',
    'credit_limit',
  ],
)
const PassengersOfDirection = z.strictObject({
  /** Defaults to all passengers. */
  positions: Positions.optional(),
  /** Journey of the reservation that the step applies to; defaults to the current direction. */
  journey_id: Id.optional(),
})
export const checkInReservation = step('checkInReservation', 'check-in', 'Check in passengers', PassengersOfDirection)
export const undoCheckIn = step(
  'undoCheckIn',
  'undo-check-in',
  'Undo a check-in before departure',
  PassengersOfDirection,
)
export const boardReservation = step('boardReservation', 'board', 'Mark passengers as boarded', PassengersOfDirection)
export const markNoShow = step(
  'markNoShow',
  'no-show',
  'Mark passengers as no-show after departure',
  PassengersOfDirection,
)
export const completeReservation = step('completeReservation', 'complete', 'Complete a reservation', z.strictObject({}))
export const assignHire = step(
  'assignHire',
  'assign',
  'Assign or unassign the vehicle and driver of a hire, or its operating company',
  z.strictObject({
    vehicle_id: Id.nullable().optional(),
    driver_id: Id.nullable().optional(),
    operated_by_partner_id: OperatedBy.optional(),
    /** Price of the operating company, in minor units of the reservation’s currency; null = not agreed. */
    operator_cost_minor: MinorAmount.min(0).nullable().optional(),
    /** Reason for exceeding driving or rest times. */
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
  summary: 'Create an outbound and a return reservation, both or neither',
  access: mayCreate,
  body: z.strictObject({ out: reservation.create, back: reservation.create }),
  ok: {
    status: 201,
    description: 'Both reservations; the return refers to the outbound reservation.',
    schema: z.object({ out: reservation.record, back: reservation.record }),
  },
  errors: ['validation', 'sold_out', 'invalid_state', 'cutoff_passed', 'no_fare', 'credit_limit'],
})

export const PriceVersion = reservation.record
  .pick({ price_version: true, price_lines: true, price_hash: true, total_minor: true, currency: true })
  .extend({
    legs: z.array(ReservationLeg),
    passengers: z.array(ReservationPassenger),
    /** Null = current version. */
    superseded_at: Instant.nullable(),
  })
export type PriceVersion = z.output<typeof PriceVersion>

export const listPriceVersions = operation({
  id: 'listPriceVersions',
  method: 'GET',
  path: '/reservations/:id/versions',
  tag,
  summary: 'List the price versions of a reservation, before and after each amendment',
  access: mayShow,
  params: IdParams,
  ok: { status: 200, description: 'The oldest first; the last one is current.', schema: z.array(PriceVersion) },
  errors: ['not_found'],
})

export const suggestForHire = operation({
  id: 'suggestForHire',
  method: 'GET',
  path: '/reservations/:id/suggestions',
  tag,
  summary: 'List free and suitable vehicles and drivers for a hire, the best first',
  access: mayShow,
  params: IdParams,
  ok: { status: 200, description: 'Up to ten of each.', schema: Suggestions },
  errors: ['not_found', 'invalid_state'],
})

/** Steps that share one route handler: each accepts a body and returns the reservation. */
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
