import type { WebhookEndpoint, WebhookUpdateBody } from '../../../contract/partner/webhooks'
import { call } from '../../providers/http/call'
import { deliveryQuery, type DeliverySource } from '../../features/deliveries/deliverySource'

const of = ({ id, version }: WebhookEndpoint) => ({ params: { id }, ifMatch: version })

export const updateWebhook = (endpoint: WebhookEndpoint, body: WebhookUpdateBody) =>
  call('PATCH /partner/credentials/webhooks/:id', { ...of(endpoint), body })
export const deleteWebhook = (endpoint: WebhookEndpoint) =>
  call('DELETE /partner/credentials/webhooks/:id', of(endpoint))

/** Returns the deliveries of one endpoint. */
export const deliveriesOf = ({ id }: WebhookEndpoint): DeliverySource => ({
  list: (filter) =>
    call('GET /partner/credentials/webhooks/:id/deliveries', { params: { id }, query: deliveryQuery(filter) }),
  one: (delivery) => call('GET /partner/credentials/webhooks/deliveries/:id', { params: { id: delivery } }),
  replay: (delivery) => call('POST /partner/credentials/webhooks/deliveries/:id/replay', { params: { id: delivery } }),
})
