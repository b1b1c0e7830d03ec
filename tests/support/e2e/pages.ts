import { CONSOLE_RESOURCES, IMPORTED_RESOURCES } from '../../../contract/core/vocabulary'
import { DEFAULT_CONTRACT } from '../../../contract/entities/partner'
import type { OtherPage } from '../../../src/providers/consolePaths'
import type { SectionName } from '../../../src/partner/frame/sections'
import type { Client, Json } from '../api'
import { make, unique } from '../factories'
import { tokenOf } from './portal'
import { expect } from './test'

/** Selector of the loaded content in the main part of a page, by route. */
export type Pages = Readonly<Record<string, string>>

const LIST = 'table[aria-busy=false], ul, [role=status]'

const ofResources: Pages = Object.fromEntries(
  CONSOLE_RESOURCES.flatMap((resource) => [
    [`/${resource}`, LIST],
    [`/${resource}/create`, 'form, fieldset'],
    [`/${resource}/:id`, 'form'],
    [`/${resource}/:id/show`, 'dl'],
  ]),
)

const imports: Pages = Object.fromEntries(IMPORTED_RESOURCES.map((resource) => [`/${resource}/import`, 'button']))

const beside: Readonly<Record<OtherPage, string>> = {
  '/dashboard': 'section table, section ul',
  '/notifications': LIST,
  '/tasks': LIST,
  '/mails': LIST,
  '/mails/:id/show': 'dl',
  '/payments': LIST,
  '/payments/:id/show': 'dl',
  '/tills': LIST,
  '/tills/:id/show': 'dl',
  '/company': 'form',
  '/account': 'form, ul',
  '/stations/map': '[role=application]',
}

export const STAFF_PAGES: Pages = {
  ...ofResources,
  ...imports,
  ...beside,
  '/routes/import': 'button',
  '/customers/duplicates': 'ul',
  '/customers/merge': 'table',
  '/journeys/board': '[role=grid], section',
  '/journeys/calendar': 'ol',
  '/journeys/generate': 'fieldset',
}

export const PARTNER_SECTIONS: Readonly<Record<SectionName, string>> = {
  overview: 'dl, ul',
  journeys: 'form',
  trips: LIST,
  statements: '[role=status], table',
  credentials: LIST,
  webhooks: LIST,
  mock: 'form',
  checklist: 'ul, ol',
  logs: LIST,
  docs: 'dl',
  account: 'form',
}

/** Pages outside the frames of staff and partners. */
export const PAGES_WITHOUT_FRAME: Pages = {
  '/login': 'form',
  '/partner-login': 'form',
  '/partner/accept-invitation/:token': 'form, [role=alert]',
  '/welcome/:token': 'form, [role=alert]',
  '/pages/error404': '[role=alert]',
}

/** Values of the route parameters, by the first word of the route. */
type Ids = Readonly<Record<string, string>>

/** The date is a day with journeys. */
const QUERIES: Readonly<Record<string, (ids: Ids) => string>> = {
  '/journeys/board': () => '?date=2030-05-20',
  '/journeys/calendar': () => '?date=2030-05-20',
  '/customers/merge': ({ customers, twin }) => `?keep=${customers}&other=${twin}`,
}

/** Returns the URL of a route's page in this company. */
export const addressOf = (route: string, ids: Ids): string =>
  route.replace(/:\w+/, () => ids[route.split('/')[1] ?? ''] ?? 'unknown') + (QUERIES[route]?.(ids) ?? '')

/** Creates a company with a record of each kind, and an email that it sent. */
export async function fillCompany(api: Client): Promise<Ids> {
  const station = await make(api, 'stations', { latitude: 34.875, longitude: 33.624 })
  const journey = await make(api, 'journeys')
  await make(api, 'fares', { route_id: journey['route_id'] })
  const contract = { ...DEFAULT_CONTRACT, allowed_route_ids: [journey['route_id']] }
  const partner = await make(api, 'partners', { contract })
  const ids: Record<string, string> = { stations: String(station['id']), partners: String(partner['id']) }
  for (const resource of CONSOLE_RESOURCES) ids[resource] ??= String((await make(api, resource))['id'])
  const twin = await make(api, 'customers', { email: unique('twin') + '@example.com' })
  const legs = [{ journey_id: journey['id'], board_seq: 1, alight_seq: journey['call_count'] }]
  const booking = await make(api, 'reservations', { legs, lead_email: 'ana@example.com' })
  const written = async () => (await api.list('mails', { filter: { entity_id: booking['id'] } })).rows[0]?.['id']
  await expect.poll(written).toBeDefined()
  const till = await make(api, 'tills', { station_id: station['id'] })
  const session = await api.post(`/tills/${String(till['id'])}/open/`, {
    pieces: [{ denomination_minor: 100, pieces: 0 }],
  })
  const paid = await api.post(`/reservations/${String(booking['id'])}/payments/`, { amount_minor: 1, method: 'cash' })
  const { body } = await api.post(`/users/${ids['users']}/link/`, { show_link: true })
  return {
    ...ids,
    twin: String(twin['id']),
    mails: String(await written()),
    payments: String((paid.body['payment'] as Json)['id']),
    tills: String(session.body['id']),
    welcome: tokenOf(body['link']),
  }
}
