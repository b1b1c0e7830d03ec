import { z } from 'zod'
import { Id, Instant } from '../core/scalars'
import { WAITING_SKIP_REASONS, WAITING_STATES } from '../core/vocabulary'
import { ReservationPassenger } from './reservation-parts'

/** A party that waits for seats on a segment of a journey. */
export const WaitingEntry = z.object({
  id: Id,
  version: z.int().min(1),
  created_at: Instant,
  journey_id: Id,
  board_seq: z.int().min(1),
  alight_seq: z.int().min(2),
  passengers: z.array(ReservationPassenger),
  /** Passengers who need a seat. */
  seats: z.int().min(1),
  lead_name: z.string(),
  lead_phone: z.string().nullable(),
  lead_email: z.string().nullable(),
  locale: z.string(),
  customer_id: Id.nullable(),
  state: z.enum(WAITING_STATES),
  /** Why free seats were last not offered to the waiting party; null if no seats were free. */
  skip_reason: z.enum(WAITING_SKIP_REASONS).nullable(),
  /** The hold that was offered. */
  reservation_id: Id.nullable(),
})
export type WaitingEntry = z.output<typeof WaitingEntry>
