/** Event types that a webhook endpoint can subscribe to. */
export const WEBHOOK_EVENTS = [
  'trip.held',
  'trip.confirmed',
  'trip.changed',
  'trip.moved',
  'trip.cancelled',
  'trip.expired',
  'trip.checked_in',
  'trip.no_show',
  'journey.delayed',
  'journey.cancelled',
  'journey.vehicle_changed',
  'availability.changed',
  'credential.expiring',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Message types: the events, and the test message that is sent on request. */
export const WEBHOOK_MESSAGE_TYPES = [...WEBHOOK_EVENTS, 'webhook.test'] as const
