import type {
  IssuedWebhook,
  WebhookCreateBody,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookUpdateBody,
} from '../../../contract/partner/webhooks'
import { api, postJson } from '../../providers/http/api'
import { deliverySource } from '../../ui/deliveries/deliverySource'
import type { Page } from '../sections/partnerCalls'

const ROOT = '/partner/credentials/webhooks/'
const pathOf = (id: string) => `${ROOT}${encodeURIComponent(id)}/`
const at = ({ version }: WebhookEndpoint) => ({ 'If-Match': `"${version}"` })

export const readWebhooks = () => api<Page<WebhookEndpoint>>(ROOT)
export const createWebhook = (body: WebhookCreateBody) => postJson<IssuedWebhook>(ROOT, body)
export const updateWebhook = (endpoint: WebhookEndpoint, body: WebhookUpdateBody) =>
  api<WebhookEndpoint>(pathOf(endpoint.id), { method: 'PATCH', body: JSON.stringify(body), headers: at(endpoint) })
export const deleteWebhook = (endpoint: WebhookEndpoint) =>
  api<WebhookEndpoint>(pathOf(endpoint.id), { method: 'DELETE', headers: at(endpoint) })
export const testWebhook = ({ id }: WebhookEndpoint) => api<WebhookDelivery>(`${pathOf(id)}test/`, { method: 'POST' })
export const rotateSecret = ({ id }: WebhookEndpoint, grace_hours: number) =>
  postJson<IssuedWebhook>(`${pathOf(id)}rotate-secret/`, { grace_hours })

/** What one receiver was told. */
export const deliveriesOf = ({ id }: WebhookEndpoint) =>
  deliverySource(`${pathOf(id)}deliveries/`, `${ROOT}deliveries/`)
