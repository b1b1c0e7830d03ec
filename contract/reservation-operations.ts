import { z } from 'zod'
import { reservation } from './entities/reservation'
import { ReservationLeg, ReservationPassenger } from './entities/reservation-parts'
import { WaitingEntry } from './entities/waiting-entry'
import type { ErrorCode } from './errors'
import { operation } from './operations'
import { Email, Id, Instant, LanguageCode, Phone, line } from './scalars'
import {
  PASSENGER_CATEGORIES,
  PASSENGER_STATUSES,
  REJECT_REASONS,
  RESERVATION_STATUSES,
  SCAN_ACTIONS,
} from './vocabulary'

const tag = 'reservations'
const mayEdit = { action: 'edit', resource: 'reservations' } as const
const mayCreate = { action: 'create', resource: 'reservations' } as const
const mayShow = { action: 'show', resource: 'reservations' } as const
const IdParams = z.object({ id: Id })

const Reason = line(200)
/** Does everything, says what would come of it, and takes it back. */
const Simulate = z.boolean().default(false)
/** Places of passengers in the list of the reservation, from 1. */
const Positions = z
  .array(z.int().min(1).max(60))
  .min(1, 'Choose at least one passenger.')
  .refine((values) => new Set(values).size === values.length, 'Name each passenger once.')

/** One step in the life of a reservation: changes it, given the version that it was decided on. */
function step<B extends z.ZodType>(
  id: string,
  verb: string,
  summary: string,
  body: B,
  errors: readonly ErrorCode[] = [],
) {
  return operation({
    id,
    method: 'POST',
    path: `/reservations/:id/${verb}`,
    tag,
    summary,
    access: mayEdit,
    params: IdParams,
    body,
    ok: { status: 200, description: 'The reservation as it is now.', schema: reservation.record },
    errors: [
      'not_found',
      'validation',
      'invalid_state',
      'version_mismatch',
      'precondition_required',
      'idempotency_in_progress',
      'idempotency_mismatch',
      ...errors,
    ],
    ifMatch: true,
  })
}

export const confirmReservation = step(
  'confirmReservation',
  'confirm',
  'Confirm a hold at the price that was shown',
  z.strictObject({
    /** The price that the party agreed to; another one is refused. */
    price_hash: z.string().max(64).optional(),
  }),
  ['hold_expired', 'price_changed'],
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
  'Confirm a request, if its seats are still there',
  z.strictObject({}),
  ['sold_out', 'cutoff_passed'],
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
  ['forbidden', 'sold_out'],
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
  'Change the way or the party, at a new price; the old one stays in the records',
  z.strictObject({
    legs: z.array(ReservationLeg).min(1).max(4).optional(),
    passengers: z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60).optional(),
    reason: Reason,
    simulate: Simulate,
  }),
  ['sold_out', 'cutoff_passed'],
)
export const moveReservation = step(
  'moveReservation',
  'move',
  'Move to another departure between the same stations; the price and the tickets stay',
  z.strictObject({
    /** The journey to leave; may be left out where there is only one. */
    from_journey_id: Id.optional(),
    to_journey_id: Id,
    reason: Reason,
    simulate: Simulate,
  }),
  ['sold_out'],
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
  'Give a hire its vehicle and driver, or take them away',
  z.strictObject({
    vehicle_id: Id.nullable().optional(),
    driver_id: Id.nullable().optional(),
    /** Why the driving or rest time may be exceeded. */
    override_reason: Reason.optional(),
  }),
  ['resource_conflict', 'override_required', 'forbidden'],
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
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
})

export const Ticket = z.object({
  position: z.int().min(1),
  name: z.string().nullable(),
  category: z.enum(PASSENGER_CATEGORIES),
  status: z.enum(PASSENGER_STATUSES),
  seat_label: z.string().nullable(),
  /** What the QR code says: reference, ticket code and signature. */
  payload: z.string(),
})
export type Ticket = z.output<typeof Ticket>

export const listTickets = operation({
  id: 'listTickets',
  method: 'GET',
  path: '/reservations/:id/tickets',
  tag,
  summary: 'The tickets of a confirmed reservation',
  access: mayShow,
  params: IdParams,
  ok: { status: 200, description: 'One for each passenger who has one.', schema: z.array(Ticket) },
  errors: ['not_found'],
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

export const ScanAnswer = z.object({
  reservation_id: Id,
  reference: z.string(),
  reservation_status: z.enum(RESERVATION_STATUSES),
  position: z.int().min(1),
  name: z.string().nullable(),
  category: z.enum(PASSENGER_CATEGORIES),
  needs: ReservationPassenger.shape.needs,
  status: z.enum(PASSENGER_STATUSES),
  /** The journeys that the ticket is for. */
  legs: z.array(ReservationLeg),
  /** Whether the passenger may travel on the journey that was asked about. */
  is_valid: z.boolean(),
  /** Why not. */
  refusal: z.enum(['not_confirmed', 'cancelled', 'other_journey', 'already_boarded', 'no_show']).nullable(),
  amount_due_minor: z.int(),
  currency: z.string(),
})
export type ScanAnswer = z.output<typeof ScanAnswer>

export const scanTicket = operation({
  id: 'scanTicket',
  method: 'POST',
  path: '/reservations/scan',
  tag,
  summary: 'Read a ticket: look, check in or board. The same nonce again does nothing again',
  access: mayEdit,
  body: z.strictObject({
    payload: z.string().trim().min(1).max(200),
    action: z.enum(SCAN_ACTIONS),
    /** The journey at whose door the ticket is read. */
    journey_id: Id.optional(),
    /** Made by the scanner for each scan, so that one that was offline may send twice. */
    nonce: line(64).optional(),
  }),
  ok: { status: 200, description: 'Whose ticket it is, and whether it is good.', schema: ScanAnswer },
  errors: ['validation', 'ticket_invalid', 'invalid_state'],
})

const entryErrors = ['not_found', 'validation', 'invalid_state'] as const

export const joinWaitingList = operation({
  id: 'joinWaitingList',
  method: 'POST',
  path: '/journeys/:id/waiting-list',
  tag,
  summary: 'Wait for seats on a journey; they are offered in the order of coming',
  access: mayCreate,
  params: IdParams,
  body: z.strictObject({
    board_seq: z.int().min(1).max(999),
    alight_seq: z.int().min(2).max(1000),
    passengers: z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60),
    lead_name: line(120),
    lead_phone: Phone.nullable().default(null),
    lead_email: Email.nullable().default(null),
    locale: LanguageCode.default('en'),
    customer_id: Id.nullable().default(null),
  }),
  ok: { status: 201, description: 'The place on the list.', schema: WaitingEntry },
  errors: [...entryErrors, 'idempotency_in_progress', 'idempotency_mismatch'],
})

export const listWaiting = operation({
  id: 'listWaiting',
  method: 'GET',
  path: '/journeys/:id/waiting-list',
  tag,
  summary: 'Who waits for seats on a journey',
  access: mayShow,
  params: IdParams,
  ok: { status: 200, description: 'In the order of coming.', schema: z.array(WaitingEntry) },
  errors: ['not_found'],
})

export const leaveWaitingList = operation({
  id: 'leaveWaitingList',
  method: 'POST',
  path: '/waiting-list/:id/withdraw',
  tag,
  summary: 'Wait no longer',
  access: mayEdit,
  params: IdParams,
  ok: { status: 200, description: 'The place on the list.', schema: WaitingEntry },
  errors: entryErrors,
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
] as const

export const RESERVATION_OPERATIONS = [
  ...RESERVATION_STEPS,
  bookRoundTrip,
  listTickets,
  listPriceVersions,
  scanTicket,
  joinWaitingList,
  listWaiting,
  leaveWaitingList,
]
