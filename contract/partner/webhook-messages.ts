import { z } from 'zod'
import { Id, Instant, PlainDate } from '../core/scalars'
import { ENVIRONMENTS, SERVICE_STATUSES } from '../core/vocabulary'
import { PartnerTripDetail } from './trips'
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events'

/** Previous values of the changed fields. */
const previous = z.record(z.string(), z.unknown())
/** Increases by one with each message about the same record. */
const sequence = z.int().min(1)

const PublishedJourney = z.object({
  id: Id,
  code: z.string(),
  route_id: Id,
  service_date: PlainDate,
  service_status: z.enum(SERVICE_STATUSES),
  departs_at: Instant,
  delay_min: z.int(),
  /** Number plate; null without an assigned vehicle. */
  vehicle: z.string().nullable(),
})

const ofTrip = z.object({ trip: PartnerTripDetail, previous, sequence })
const ofJourney = z.object({
  journey: PublishedJourney,
  /** Bookings of the partner on this journey. */
  trips: z.array(z.object({ id: Id, reference: z.string(), partner_reference: z.string().nullable() })),
  previous,
  sequence,
})

const DATA: Readonly<Record<WebhookEvent, z.ZodType>> = {
  'trip.held': ofTrip,
  'trip.confirmed': ofTrip,
  'trip.changed': ofTrip,
  'trip.moved': ofTrip,
  'trip.cancelled': ofTrip,
  'trip.expired': ofTrip,
  'trip.checked_in': ofTrip,
  'trip.no_show': ofTrip,
  'journey.delayed': ofJourney,
  'journey.cancelled': ofJourney,
  'journey.vehicle_changed': ofJourney,
  'availability.changed': z.object({
    journey: PublishedJourney,
    /** Free seats from each call to the next; the maximum `PARTNER_SEATS_SHOWN_MAX` = that number or more. */
    legs: z.array(z.object({ from_seq: z.int(), seats_left: z.int().min(0) })),
    sequence,
  }),
  'credential.expiring': z.object({
    credential: z.object({ id: Id, name: z.string(), prefix: z.string(), last4: z.string(), expires_at: Instant }),
  }),
}

/** Message schema of each event type. */
export const WEBHOOK_MESSAGES = WEBHOOK_EVENTS.map((type) => ({
  type,
  message: z.object({
    type: z.literal(type),
    timestamp: Instant,
    environment: z.enum(ENVIRONMENTS),
    data: DATA[type],
  }),
}))
