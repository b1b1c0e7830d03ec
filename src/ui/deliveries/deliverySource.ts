import type { WebhookDelivery, WebhookDeliveryDetail } from '../../../contract/partner/webhooks'
import { api } from '../../providers/http/api'

export interface DeliveryPage {
  results: WebhookDelivery[]
  next: string | null
  previous: string | null
}

/** What of the deliveries is looked at; '' = not narrowed. */
export interface DeliveryFilter {
  state: string
  reference: string
  cursor: string
}

const PAGE_ROWS = '25'

/**
 * Deliveries at two paths, each with a slash at its end: where they are listed, and below which each of them lies.
 * The two differ in the portal, where a list belongs to a receiver.
 */
export const deliverySource = (list: string, root: string) => ({
  list: (filter: DeliveryFilter) => {
    const query = Object.entries({ ...filter, limit: PAGE_ROWS }).filter(([, value]) => value !== '')
    return api<DeliveryPage>(`${list}?${new URLSearchParams(query).toString()}`)
  },
  one: (id: string) => api<WebhookDeliveryDetail>(`${root}${encodeURIComponent(id)}/`),
  replay: (id: string) => api<WebhookDelivery>(`${root}${encodeURIComponent(id)}/replay/`, { method: 'POST' }),
})
export type DeliverySource = ReturnType<typeof deliverySource>
