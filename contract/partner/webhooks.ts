import { z } from 'zod'
import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_ROTATION_GRACE_MAX_H, WEBHOOK_URL_MAX_CHARS } from '../core/limits/webhooks'
import { setOf } from '../entities/parts'
import { recordBase } from '../core/entity'
import { operation } from '../core/operations'
import { CursorPage, onePage } from './page'
import { several } from './sales'
import { Id, Instant, line } from '../core/scalars'
import { DELIVERY_STATES, ENVIRONMENTS, WEBHOOK_DISABLED_REASONS, WEBHOOK_STATUSES } from '../core/vocabulary'
import { WEBHOOK_EVENTS, WEBHOOK_MESSAGE_TYPES } from './webhook-events'
import { schemaMessage } from '../core/sentence'

/* Webhook endpoints of a partner and their deliveries (Standard Webhooks 1.0). */

const tag = 'partner-webhooks'
const keepers = { partner: ['owner', 'developer'], scope: 'webhooks:manage' } as const
const see = { action: 'show', resource: 'partners' } as const
const decide = { action: 'edit', resource: 'partners' } as const
const IdParams = z.object({ id: Id })
const root = '/partner/credentials/webhooks'

const settings = {
  /** `https://…`; an address in a private network is refused. */
  url: z.url(schemaMessage`Must be an address such as https://example.com/webhooks.`).max(WEBHOOK_URL_MAX_CHARS),
  description: line(200).nullable(),
  events: setOf(z.enum(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length).min(1, schemaMessage`Choose at least one event.`),
}

/** Webhook endpoint of a partner. */
export const WebhookEndpoint = z.object({
  ...recordBase,
  ...settings,
  url: z.string(),
  environment: z.enum(ENVIRONMENTS),
  status: z.enum(WEBHOOK_STATUSES),
  /** Null unless disabled. */
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  disabled_at: Instant.nullable(),
  /** Time since which all deliveries failed; null if the last one succeeded. */
  failing_since: Instant.nullable(),
  last_success_at: Instant.nullable(),
  last_failure_at: Instant.nullable(),
  /** Last four characters of the secret. */
  secret_last4: z.string().length(4),
  /** The replaced secret also signs messages until then; null without a replaced secret. */
  previous_secret_until: Instant.nullable(),
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** Webhook endpoint with its secret (`whsec_…`), which is returned only once. */
export const IssuedWebhook = WebhookEndpoint.extend({ secret: z.string() })
export type IssuedWebhook = z.output<typeof IssuedWebhook>

export const WebhookCreateBody = z.strictObject({
  ...settings,
  description: settings.description.default(null),
  /** Portal members choose; an API key can only create endpoints of its own environment. */
  environment: z.enum(ENVIRONMENTS).default('test'),
})
export type WebhookCreateBody = z.output<typeof WebhookCreateBody>

export const WebhookUpdateBody = z
  .strictObject({
    ...settings,
    /** `active` also enables a disabled endpoint. */
    status: z.enum(['active', 'paused']),
  })
  .partial()
export type WebhookUpdateBody = z.output<typeof WebhookUpdateBody>

/** Message to one endpoint. */
export const WebhookDelivery = z.object({
  /** Value of the header `webhook-id` in each attempt. */
  id: Id,
  created_at: Instant,
  endpoint_id: Id,
  environment: z.enum(ENVIRONMENTS),
  type: z.enum(WEBHOOK_MESSAGE_TYPES),
  state: z.enum(DELIVERY_STATES),
  /** Reference of the related booking; `partner_reference`: the partner's own. */
  trip_reference: z.string().nullable(),
  partner_reference: z.string().nullable(),
  attempts: z.int().min(0),
  /** Null if no further attempt is scheduled. */
  next_attempt_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  /** HTTP status of the last response; null without a response. */
  last_status: z.int().nullable(),
  /** Why the last attempt failed; null if it did not. */
  last_error: z.string().nullable(),
  last_duration_ms: z.int().min(0).nullable(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** One attempt of a delivery. */
const WebhookAttempt = z.object({
  at: Instant,
  /** HTTP status; 0 without a response. */
  status: z.int(),
  duration_ms: z.int().min(0),
  /** Start of the response, or the reason for a missing response. */
  answer: z.string().nullable(),
})

/** Delivery with its payload and attempts, the latest attempt first. */
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
  /** Complete reference of a booking, the operator's or the partner's, or the id of the message. */
  reference: z.string().max(64).optional(),
  from: Instant.optional(),
  /** End of the period, excluded. */
  to: Instant.optional(),
}
const DeliveriesQuery = z.object({ ...CursorPage, ...filters })
export type DeliveryFilter = Omit<z.output<typeof DeliveriesQuery>, 'cursor' | 'limit'> & { endpoint_id?: string }

const deliveries = onePage(WebhookDelivery, 'One page of deliveries, the latest first.')
const endpoint = { status: 200, description: 'The endpoint; its version is the ETag.', schema: WebhookEndpoint }
const replayed = { status: 200, description: 'The delivery, queued with the same id.', schema: WebhookDelivery }
const delivery = { status: 200, description: 'The delivery.', schema: WebhookDeliveryDetail }

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: root,
  tag,
  summary: 'List webhook endpoints',
  access: keepers,
  ok: onePage(WebhookEndpoint, `All endpoints, at most ${WEBHOOK_ENDPOINTS_MAX} in each environment.`),
  errors: [],
})

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: root,
  tag,
  summary: 'Create a webhook endpoint',
  access: keepers,
  body: WebhookCreateBody,
  ok: { status: 201, description: 'The endpoint with its secret, shown only once.', schema: IssuedWebhook },
  errors: ['validation', 'invalid_state', 'environment_mismatch'],
  unkeyed: 'secret',
})

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  path: `${root}/:id`,
  tag,
  summary: 'Get a webhook endpoint',
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
  summary: 'Update the URL or the events of a webhook endpoint, or pause or activate it',
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
  summary: 'Delete a webhook endpoint with its deliveries',
  access: keepers,
  params: IdParams,
  ifMatch: true,
  ok: { status: 200, description: 'The deleted endpoint.', schema: WebhookEndpoint },
  errors: ['not_found', 'environment_mismatch', 'version_mismatch', 'precondition_required'],
})

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: `${root}/:id/test`,
  tag,
  summary: 'Send a test message to a webhook endpoint',
  access: keepers,
  params: IdParams,
  ok: {
    status: 202,
    description: 'The queued delivery. Poll it for its state.',
    schema: WebhookDelivery,
  },
  errors: ['not_found', 'environment_mismatch', 'invalid_state', 'too_many_requests'],
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${root}/:id/rotate-secret`,
  tag,
  summary: 'Rotate the secret of a webhook endpoint; both secrets sign for the given hours',
  access: keepers,
  params: IdParams,
  body: z.strictObject({
    /** Hours for which the old secret stays valid; 0 revokes it immediately. */
    grace_hours: z.int().min(0).max(WEBHOOK_ROTATION_GRACE_MAX_H).default(WEBHOOK_ROTATION_GRACE_MAX_H),
  }),
  ok: { status: 200, description: 'The endpoint with its new secret, shown only once.', schema: IssuedWebhook },
  errors: ['not_found', 'environment_mismatch', 'validation'],
  unkeyed: 'secret',
})

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${root}/:id/deliveries`,
  tag,
  summary: 'List the deliveries to a webhook endpoint in the last 30 days',
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
  summary: 'Get a delivery with its payload and attempts',
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
  summary: 'Replay a delivery with the same payload and id',
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
  summary: 'List the webhook endpoints of a partner, for staff',
  access: see,
  params: IdParams,
  ok: { status: 200, description: 'All endpoints.', schema: z.array(WebhookEndpoint) },
  errors: ['not_found'],
})

export const listPartnerDeliveries = operation({
  id: 'listPartnerDeliveries',
  method: 'GET',
  path: '/partners/:id/webhook-deliveries',
  tag,
  summary: 'List the deliveries to a partner in the last 30 days, for staff',
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
  summary: 'Get a delivery to a partner with its payload and attempts, for staff',
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
  summary: 'Replay a delivery to a partner, for staff',
  access: decide,
  params: DeliveryParams,
  ok: replayed,
  errors: ['not_found', 'invalid_state'],
})
