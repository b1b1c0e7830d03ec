import type { Answer, Request } from '../../providers/http/call'

/** Filter of deliveries; '' does not filter. */
export interface DeliveryFilter {
  state: string
  reference: string
  cursor: string
}

const PAGE_ROWS = 25

type DeliveryQuery = Request<'GET /partner/credentials/webhooks/:id/deliveries'>['query']
export const deliveryQuery = (filter: DeliveryFilter): DeliveryQuery => ({ ...filter, limit: PAGE_ROWS })

/** Deliveries of all endpoints of a partner, or of one. */
export interface DeliverySource {
  list: (filter: DeliveryFilter) => Promise<Answer<'GET /partner/credentials/webhooks/:id/deliveries'>>
  one: (id: string) => Promise<Answer<'GET /partner/credentials/webhooks/deliveries/:id'>>
  replay: (id: string) => Promise<Answer<'POST /partner/credentials/webhooks/deliveries/:id/replay'>>
}
