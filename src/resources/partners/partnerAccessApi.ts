import type { Fare } from '../../../contract/entities/fare'
import type { Route } from '../../../contract/entities/route'
import { call } from '../../providers/http/call'
import { pageQuery, summaryQuery, type CallSource } from '../../features/calls/callSource'
import type { Revocation } from './PartnerLists'
import { deliveryQuery, type DeliverySource } from '../../features/deliveries/deliverySource'

/** Revokes an invitation, a person, a person's second factor, or a key. */
export function revokeAccess(id: string, kind: Revocation['kind'], of: string): Promise<unknown> {
  if (kind === 'secondSteps')
    return call('POST /partners/:id/members/:memberId/second-factor/reset', { params: { id, memberId: of } })
  if (kind === 'members') return call('DELETE /partners/:id/members/:memberId', { params: { id, memberId: of } })
  if (kind === 'credentials')
    return call('POST /partners/:id/credentials/:credentialId/revoke', { params: { id, credentialId: of } })
  return call('POST /partners/:id/invitations/:invitationId/revoke', { params: { id, invitationId: of } })
}

/** Returns the API log of a partner, for staff. */
export const callsOf = (id: string): CallSource => ({
  list: (filter, now) => call('GET /partners/:id/api-logs', { params: { id }, query: pageQuery(filter, now) }),
  one: (logId) => call('GET /partners/:id/api-logs/:logId', { params: { id, logId } }),
  summary: (filter, now) =>
    call('GET /partners/:id/api-logs/summary', { params: { id }, query: summaryQuery(filter, now) }),
})

/** Returns the deliveries to all webhook endpoints of a partner, for staff. */
export const deliveriesTo = (id: string): DeliverySource => ({
  list: (filter) => call('GET /partners/:id/webhook-deliveries', { params: { id }, query: deliveryQuery(filter) }),
  one: (deliveryId) => call('GET /partners/:id/webhook-deliveries/:deliveryId', { params: { id, deliveryId } }),
  replay: (deliveryId) =>
    call('POST /partners/:id/webhook-deliveries/:deliveryId/replay', { params: { id, deliveryId } }),
})

/** Quotes one adult for the trip of a fare when sold by the partner; the whole route for a fare without stations. */
export const priceFor = (partnerId: string, route: Route, fare: Fare, date: string) => {
  const [first, last] = [route.stops[0], route.stops.at(-1)]
  const leg = {
    route_id: route.id,
    service_date: date,
    departure_time: '12:00:00',
    origin_station_id: fare.origin_station_id ?? first?.station_id ?? '',
    destination_station_id: fare.destination_station_id ?? last?.station_id ?? '',
  }
  return call('POST /quotes', {
    body: { legs: [leg], passengers: { adult: 1 }, channel: 'partner', partner_id: partnerId },
  })
}
