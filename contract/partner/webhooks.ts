import { z } from 'zod'
import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_ROTATION_GRACE_MAX_H, WEBHOOK_URL_MAX_CHARS } from '../core/webhook-limits'
import { setOf } from '../entities/parts'
import { recordBase } from '../core/entity'
import { operation } from '../core/operations'
import { CursorPage, onePage } from './page'
import { several } from './sales'
import { Id, Instant, line } from '../core/scalars'
import { DELIVERY_STATES, ENVIRONMENTS, WEBHOOK_DISABLED_REASONS, WEBHOOK_STATUSES } from '../core/vocabulary'
import { WEBHOOK_EVENTS, WEBHOOK_MESSAGE_TYPES } from './webhook-events'

/* Where a partner wants to be told of what happens, and what it was told (Standard Webhooks 1.0). */

const tag = 'partner-webhooks'
const keepers = { partner: ['owner', 'developer'], scope: 'webhooks:manage' } as const
const see = { action: 'show', resource: 'partners' } as const
const decide = { action: 'edit', resource: 'partners' } as const
const IdParams = z.object({ id: Id })
const root = '/partner/credentials/webhooks'

const settings = {
  /** `https://…`; an address inside somebody's own network is refused. */
  url: z.url('Must be an address such as https://example.com/webhooks.').max(WEBHOOK_URL_MAX_CHARS),
  description: line(200).nullable(),
  events: setOf(z.enum(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length).min(1, 'Choose at least one event.'),
}

/** A receiver of webhooks. */
export const WebhookEndpoint = z.object({
  ...recordBase,
  ...settings,
  url: z.string(),
  environment: z.enum(ENVIRONMENTS),
  status: z.enum(WEBHOOK_STATUSES),
  /** Null unless disabled. */
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  disabled_at: Instant.nullable(),
  /** Since when nothing has arrived; null when the last delivery did. */
  failing_since: Instant.nullable(),
  last_success_at: Instant.nullable(),
  last_failure_at: Instant.nullable(),
  /** The last four characters of the secret. */
  secret_last4: z.string().length(4),
  /** Until when the replaced secret signs as well; null when there is one alone. */
  previous_secret_until: Instant.nullable(),
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** A receiver with its secret (`whsec_…`), which is told this once. */
export const IssuedWebhook = WebhookEndpoint.extend({ secret: z.string() })
export type IssuedWebhook = z.output<typeof IssuedWebhook>

export const WebhookCreateBody = z.strictObject({
  ...settings,
  description: settings.description.default(null),
  /** People choose; a key makes receivers of its own environment alone. */
  environment: z.enum(ENVIRONMENTS).default('test'),
})
export type WebhookCreateBody = z.output<typeof WebhookCreateBody>

export const WebhookUpdateBody = z
  .strictObject({
    ...settings,
    /** `active` also brings a disabled one back. */
    status: z.enum(['active', 'paused']),
  })
  .partial()
export type WebhookUpdateBody = z.output<typeof WebhookUpdateBody>

/** A message to one receiver. */
export const WebhookDelivery = z.object({
  /** What `webhook-id` says on each of its tries. */
  id: Id,
  created_at: Instant,
  endpoint_id: Id,
  environment: z.enum(ENVIRONMENTS),
  type: z.enum(WEBHOOK_MESSAGE_TYPES),
  state: z.enum(DELIVERY_STATES),
  /** Of the trip that it is about: ours, and the partner's own. */
  trip_reference: z.string().nullable(),
  partner_reference: z.string().nullable(),
  attempts: z.int().min(0),
  /** Null unless it is to be tried again. */
  next_attempt_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  /** What the receiver answered last; null where it did not answer, or was not asked yet. */
  last_status: z.int().nullable(),
  /** Why the last try failed; null where it did not. */
  last_error: z.string().nullable(),
  last_duration_ms: z.int().min(0).nullable(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** One try of a delivery. */
const WebhookAttempt = z.object({
  at: Instant,
  /** 0 where nobody answered. */
  status: z.int(),
  duration_ms: z.int().min(0),
  /** The start of the answer, or why there is none. */
  answer: z.string().nullable(),
})

/** A delivery with what was sent and how each try went, the latest first. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({
  url: z.string(),
  /** The body, as JSON text. */
  payload: z.string(),
  tries: z.array(WebhookAttempt),
})
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>

const filters = {
  state: several(z.enum(DELIVERY_STATES)),
  type: several(z.enum(WEBHOOK_MESSAGE_TYPES)),
  environment: z.enum(ENVIRONMENTS).optional(),
  /** Of a trip, ours or the partner's own, whole; or the id of the message. */
  reference: z.string().max(64).optional(),
  from: Instant.optional(),
  /** Not included. */
  to: Instant.optional(),
}
const DeliveriesQuery = z.object({ ...CursorPage, ...filters })
export type DeliveryFilter = Omit<z.output<typeof DeliveriesQuery>, 'cursor' | 'limit'> & { endpoint_id?: string }

const deliveries = onePage(WebhookDelivery, 'One page, the latest first.')
const endpoint = { status: 200, description: 'The receiver; its version is the ETag.', schema: WebhookEndpoint }
const replayed = { status: 200, description: 'The delivery, waiting to be sent with its id.', schema: WebhookDelivery }
const delivery = { status: 200, description: 'The delivery.', schema: WebhookDeliveryDetail }

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: root,
  tag,
  summary: 'The receivers of the partner’s webhooks',
  access: keepers,
  ok: onePage(WebhookEndpoint, `All of them, at most ${WEBHOOK_ENDPOINTS_MAX} in each environment.`),
  errors: [],
})

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: root,
  tag,
  summary: 'Add a receiver of webhooks',
  access: keepers,
  body: WebhookCreateBody,
  ok: { status: 201, description: 'The receiver with its secret, shown only once.', schema: IssuedWebhook },
  errors: ['validation', 'invalid_state', 'environment_mismatch'],
})

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  path: `${root}/:id`,
  tag,
  summary: 'One receiver',
  access: keepers,
  params: IdParams,
  ok: endpoint,
  errors: ['not_found', 'environment_mismatch'],
})

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: `${root}/:id`,
  tag,
  summary: 'Change the address or the events of a receiver, pause it or bring it back',
  access: keepers,
  params: IdParams,
  body: WebhookUpdateBody,
  ifMatch: true,
  ok: endpoint,
  errors: ['not_found', 'environment_mismatch', 'validation', 'version_mismatch', 'precondition_required'],
})

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: `${root}/:id`,
  tag,
  summary: 'Remove a receiver with its deliveries',
  access: keepers,
  params: IdParams,
  ifMatch: true,
  ok: { status: 200, description: 'The receiver that was removed.', schema: WebhookEndpoint },
  errors: ['not_found', 'environment_mismatch', 'version_mismatch', 'precondition_required'],
})

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: `${root}/:id/test`,
  tag,
  summary: 'Send a message of the type webhook.test now',
  access: keepers,
  params: IdParams,
  ok: {
    status: 202,
    description: 'The delivery, waiting to be sent: read it again in a moment.',
    schema: WebhookDelivery,
  },
  errors: ['not_found', 'environment_mismatch', 'invalid_state', 'too_many_requests'],
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${root}/:id/rotate-secret`,
  tag,
  summary: 'Make a new secret; both sign for the hours given',
  access: keepers,
  params: IdParams,
  body: z.strictObject({
    /** Hours that the old secret goes on for; 0 ends it at once. */
    grace_hours: z.int().min(0).max(WEBHOOK_ROTATION_GRACE_MAX_H).default(WEBHOOK_ROTATION_GRACE_MAX_H),
  }),
  ok: { status: 200, description: 'The receiver with its new secret, shown only once.', schema: IssuedWebhook },
  errors: ['not_found', 'environment_mismatch', 'validation'],
})

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${root}/:id/deliveries`,
  tag,
  summary: 'What was sent to a receiver in the last 30 days',
  access: keepers,
  params: IdParams,
  query: DeliveriesQuery,
  ok: deliveries,
  errors: ['not_found', 'environment_mismatch', 'malformed'],
})

export const getWebhookDelivery = operation({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: `${root}/deliveries/:id`,
  tag,
  summary: 'A delivery with its body and its tries',
  access: keepers,
  params: IdParams,
  ok: delivery,
  errors: ['not_found', 'environment_mismatch'],
})

export const replayWebhookDelivery = operation({
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: `${root}/deliveries/:id/replay`,
  tag,
  summary: 'Send a delivery once more, as it was and with its id',
  access: keepers,
  params: IdParams,
  ok: replayed,
  errors: ['not_found', 'environment_mismatch', 'invalid_state'],
})

export const listPartnerWebhooks = operation({
  id: 'listPartnerWebhooks',
  method: 'GET',
  path: '/partners/:id/webhooks',
  tag,
  summary: 'The receivers of a partner, for staff',
  access: see,
  params: IdParams,
  ok: { status: 200, description: 'All of them.', schema: z.array(WebhookEndpoint) },
  errors: ['not_found'],
})

export const listPartnerDeliveries = operation({
  id: 'listPartnerDeliveries',
  method: 'GET',
  path: '/partners/:id/webhook-deliveries',
  tag,
  summary: 'What was sent to a partner in the last 30 days, for staff',
  access: see,
  params: IdParams,
  query: z.object({ ...CursorPage, ...filters, endpoint_id: Id.optional() }),
  ok: deliveries,
  errors: ['not_found', 'malformed'],
})

const DeliveryParams = z.object({ id: Id, deliveryId: Id })

export const getPartnerDelivery = operation({
  id: 'getPartnerDelivery',
  method: 'GET',
  path: '/partners/:id/webhook-deliveries/:deliveryId',
  tag,
  summary: 'A delivery to a partner with its body and its tries, for staff',
  access: see,
  params: DeliveryParams,
  ok: delivery,
  errors: ['not_found'],
})

export const replayPartnerDelivery = operation({
  id: 'replayPartnerDelivery',
  method: 'POST',
  path: '/partners/:id/webhook-deliveries/:deliveryId/replay',
  tag,
  summary: 'Send a delivery to a partner once more, for staff',
  access: decide,
  params: DeliveryParams,
  ok: replayed,
  errors: ['not_found', 'invalid_state'],
})
