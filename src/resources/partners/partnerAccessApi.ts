import type { Fare } from '../../../contract/entities/fare'
import type { Partner } from '../../../contract/entities/partner'
import type { PartnerInvitation } from '../../../contract/entities/partner-invitation'
import type { Route } from '../../../contract/entities/route'
import type { InviteBody, PartnerAccessRecord, SentInvitation } from '../../../contract/partner/access'
import type { Certification } from '../../../contract/partner/sandbox'
import type { PartnerStatement, Period } from '../../../contract/partner/statement'
import type { WebhookEndpoint } from '../../../contract/partner/webhooks'
import type { Quote } from '../../../contract/operations/quote'
import { api, postJson } from '../../providers/http/api'
import { openPdf, saveCsv } from '../../providers/http/files'
import { callSource } from '../../ui/calls/callSource'
import { deliverySource } from '../../ui/deliveries/deliverySource'

const pathOf = (partnerId: string) => `/partners/${encodeURIComponent(partnerId)}/`

export const readAccess = (partnerId: string) => api<PartnerAccessRecord>(`${pathOf(partnerId)}access/`)

export const sendInvitation = (partnerId: string, body: InviteBody) =>
  postJson<SentInvitation>(`${pathOf(partnerId)}invitations/`, body)

/** Sends an invitation again with a new link, or has it told. */
export const resendInvitation = ({ partner_id, id }: PartnerInvitation, isShown: boolean) =>
  postJson<SentInvitation>(`${pathOf(partner_id)}invitations/${id}/resend/`, { show_link: isShown })

/** Takes away an invitation, a person or a key. */
export function takeAway(partnerId: string, kind: 'invitations' | 'members' | 'credentials', id: string) {
  const path = `${pathOf(partnerId)}${kind}/${encodeURIComponent(id)}/`
  return kind === 'members' ? api(path, { method: 'DELETE' }) : api(`${path}revoke/`, { method: 'POST' })
}

/** @throws HttpError where somebody has changed the partner meanwhile */
export const setPartnerStatus = ({ id, version }: Partner, status: Partner['status']) =>
  api<Partner>(pathOf(id), {
    method: 'PATCH',
    body: JSON.stringify({ status }),
    headers: { 'If-Match': `"${version}"` },
  })

export const readStatement = (partnerId: string, period: Period) =>
  api<PartnerStatement>(`${pathOf(partnerId)}statement/?${new URLSearchParams(period).toString()}`)

export const saveStatement = ({ id, code }: Partner, period: Period) =>
  saveCsv(
    `${pathOf(id)}statement.csv/?${new URLSearchParams(period).toString()}`,
    `${code}-${period.from}-${period.to}.csv`,
  )

export const openStatement = ({ id }: Partner, period: Period, language: string) =>
  openPdf(`${pathOf(id)}statement.pdf/?${new URLSearchParams({ ...period, language }).toString()}`)

export const callsOf = (partnerId: string) => callSource(`${pathOf(partnerId)}api-logs/`)

const deliveriesPath = (partnerId: string) => `${pathOf(partnerId)}webhook-deliveries/`
export const deliveriesTo = (partnerId: string) => deliverySource(deliveriesPath(partnerId), deliveriesPath(partnerId))

export const readReceivers = (partnerId: string) => api<WebhookEndpoint[]>(`${pathOf(partnerId)}webhooks/`)
export const readChecklist = (partnerId: string) => api<Certification>(`${pathOf(partnerId)}certification/`)

/** What one adult pays for the trip of a fare, from end to end where it is for any, on a day when this partner sells. */
export const priceFor = (partnerId: string, route: Route, fare: Fare, date: string) => {
  const [first, last] = [route.stops[0], route.stops.at(-1)]
  const leg = {
    route_id: route.id,
    service_date: date,
    departure_time: '12:00:00',
    origin_station_id: fare.origin_station_id ?? first?.station_id,
    destination_station_id: fare.destination_station_id ?? last?.station_id,
  }
  return postJson<Quote>('/quotes/', {
    legs: [leg],
    passengers: { adult: 1 },
    channel: 'partner',
    partner_id: partnerId,
  })
}
