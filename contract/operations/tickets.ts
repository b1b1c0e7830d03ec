import { z } from 'zod'
import { ReservationLeg, ReservationPassenger } from '../entities/reservation-parts'
import { operation } from '../core/operations'
import { Id, line } from '../core/scalars'
import { PASSENGER_CATEGORIES, PASSENGER_STATUSES, RESERVATION_STATUSES, SCAN_ACTIONS } from '../core/vocabulary'

const tag = 'reservations'

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
  access: { action: 'show', resource: 'reservations' },
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'One for each passenger who has one.', schema: z.array(Ticket) },
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
  access: { action: 'edit', resource: 'reservations' },
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
