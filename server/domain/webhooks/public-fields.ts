import type { Reservation } from '../../../contract/entities/reservation'

/** Fields of a reservation with changes that are published to its partner. */
export const PUBLISHED_FIELDS: readonly string[] = [
  'status',
  'hold_expires_at',
  'lead_name',
  'lead_phone',
  'lead_email',
  'locale',
  'flight',
  'customer_notes',
  'partner_reference',
  'legs',
  'passengers',
  'addons',
  'seats',
  'travel_at',
  'currency',
  'total_minor',
  'cancel_reason',
  'cancellation_fee_minor',
] satisfies (keyof Reservation)[]
