import type { Client, Json, TestApi } from '../api'
import { adults, ride, type Booking } from '../booking'
import { make, unique } from '../factories'
import { PARTNER_CONTRACT, PARTNER_PASSWORD, type usePartners } from '../partner'
import { appCode } from '../totp'
import type { KeyedCall, KeyedCalls } from './call'

const why = { reason: 'Other plans' }
const SCOPES = ['journeys:read', 'trips:read', 'trips:write', 'webhooks:manage'] as const
const ENDPOINT = { url: 'https://example.com/hook', events: ['trip.held', 'trip.confirmed'] }
const DAY = '2030-05-20'

/** Returns the calls of partners and about them: trips, OCTO, the sandbox, keys, webhooks, people and statements. */
export function partnerCalls(api: TestApi, desk: Booking, partners: ReturnType<typeof usePartners>): KeyedCalls {
  const of = (as: Client, { id }: Json, body: Json = {}): KeyedCall => ({ as, params: { id }, body })
  const bare = (as: Client, params: Json): KeyedCall => ({ as, params })
  const accountOf = () => partners.portal({ contract: PARTNER_CONTRACT })
  type Account = Awaited<ReturnType<typeof accountOf>>

  const keyOf = async (environment: 'live' | 'test' = 'live') => {
    const account = await accountOf()
    const { id, secret, client } = await partners.program(account.partner, environment, [...SCOPES])
    return { account, keyId: id, client, octo: api.client({ authorization: `Bearer ${secret}` }) }
  }
  const depart = async (): Promise<Json> => {
    const route = await make(desk.admin, 'routes')
    await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
    return make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00', capacity: 10 })
  }
  const request = async (more: Json = {}) => ({
    partner_reference: unique('T-'),
    legs: [ride(await depart())],
    passengers: adults(1),
    lead_name: 'Ana Ruiz',
    ...more,
  })
  const sold = async (more: Json = {}) => {
    const { client, account } = await keyOf()
    return { client, account, trip: (await client.post('/partner/trips', await request(more))).body }
  }
  const trip = async (body: Json, more: Json = {}): Promise<KeyedCall> => {
    const { client, trip } = await sold(more)
    return of(client, trip, body)
  }

  const slot = async () => {
    const { octo } = await keyOf()
    const journey = await depart()
    const { rows } = await octo.get('/octo/products')
    const product = rows.find(({ id }) => String(id).startsWith(String(journey['route_id'])))
    const asked = { productId: product?.['id'], optionId: 'DEFAULT' }
    const found = await octo.post('/octo/availability', { ...asked, localDateStart: DAY, localDateEnd: DAY })
    return { octo, body: { ...asked, availabilityId: found.rows[0]?.['id'], unitItems: [{ unitId: 'adult' }] } }
  }
  const booking = async (body: Json): Promise<KeyedCall> => {
    const { octo, body: reserve } = await slot()
    const { uuid } = (await octo.post('/octo/bookings', reserve)).body
    return { as: octo, params: { uuid }, body }
  }

  const mocked = async () => {
    const { client } = await keyOf('test')
    await depart()
    const { body } = await client.post('/partner/mock-trips', { scenario: 'happy_path', seed: 1 })
    return { client, mock: (body['results'] as Json[])[0] ?? {} }
  }
  const changeOfMock = async () => {
    const { client, mock } = await mocked()
    return bare(client, { id: mock['id'] })
  }

  const listening = async () => {
    const { client, account } = await keyOf()
    const { body } = await client.post('/partner/credentials/webhooks', { ...ENDPOINT, environment: 'live' })
    return { client, account, endpoint: body }
  }
  const callOfEndpoint = async () => {
    const { client, endpoint } = await listening()
    return bare(client, { id: endpoint['id'] })
  }
  const delivered = async () => {
    const { client, account, endpoint } = await listening()
    await client.post(`/partner/credentials/webhooks/${String(endpoint['id'])}/test`)
    const { body } = await client.get(`/partner/credentials/webhooks/${String(endpoint['id'])}/deliveries`)
    return { client, account, delivery: (body['results'] as Json[])[0] ?? {} }
  }

  const issued = async () => {
    const account = await accountOf()
    const key = { name: 'Shop', environment: 'live', scopes: ['trips:read'], password: PARTNER_PASSWORD }
    return { account, key: (await account.client.post('/partner/credentials', key)).body }
  }
  const otherSession = async () => {
    const account = await accountOf()
    await partners.signIn(account.email)
    const { rows } = await account.client.get('/partner/auth/sessions')
    return { client: account.client, id: rows.find((session) => session['is_current'] === false)?.['id'] }
  }
  const withSecondFactor = async (): Promise<Account> => {
    const account = await accountOf()
    const { body } = await account.client.post('/partner/auth/second-factor', { password: PARTNER_PASSWORD })
    const code = appCode(String(body['secret']), api.now)
    await account.client.post('/partner/auth/second-factor/confirm', { code })
    return account
  }
  const ofMember = ({ partner, memberId }: Account): Json => ({ id: partner['id'], memberId })

  const settled = async (): Promise<Json> => {
    const { account } = await sold({ confirm: true })
    await desk.at('2030-05-21T04:00:00Z')
    const { rows } = await desk.admin.post(`/partners/${String(account.partner['id'])}/statements`, { to: DAY })
    return rows[0] ?? {}
  }

  return {
    createPartnerTrip: async () => ({ as: (await keyOf()).client, body: await request() }),
    confirmPartnerTrip: () => trip({}),
    extendPartnerTrip: () => trip({}),
    cancelPartnerTrip: () => trip(why, { confirm: true }),
    updatePartnerTrip: () => trip({ lead_name: 'Eva Ruiz' }),
    changePartnerTrip: () => trip({ ...why, passengers: adults(2) }, { confirm: true }),

    reserveOctoBooking: async () => {
      const { octo, body } = await slot()
      return { as: octo, body }
    },
    confirmOctoBooking: () => booking({}),
    extendOctoBooking: () => booking({}),
    cancelOctoBooking: () => booking({}),
    updateOctoBooking: () => booking({ resellerReference: 'R-1' }),

    createMockTrips: async () => {
      const { client } = await keyOf('test')
      await depart()
      return { as: client, body: { scenario: 'happy_path', seed: 1 } }
    },
    advanceMockTrip: changeOfMock,
    resetMockTrip: changeOfMock,

    updateWebhook: async () => {
      const { client, endpoint } = await listening()
      return of(client, endpoint, { description: 'Shop' })
    },
    deleteWebhook: callOfEndpoint,
    testWebhook: callOfEndpoint,
    replayWebhookDelivery: async () => {
      const { client, delivery } = await delivered()
      return bare(client, { id: delivery['id'] })
    },
    replayPartnerDelivery: async () => {
      const { account, delivery } = await delivered()
      return bare(desk.admin, { id: account.partner['id'], deliveryId: delivery['id'] })
    },

    updateCredential: async () => {
      const { account, key } = await issued()
      return of(account.client, key, { name: 'Kiosk' })
    },
    revokeCredential: async () => {
      const { account, key } = await issued()
      return bare(account.client, { id: key['id'] })
    },
    revokePartnerKey: async () => {
      const { account, key } = await issued()
      return bare(desk.admin, { id: account.partner['id'], credentialId: key['id'] })
    },
    endPartnerSession: async () => {
      const { client, id } = await otherSession()
      return bare(client, { id })
    },
    endOtherPartnerSessions: async () => ({ as: (await otherSession()).client }),
    endPartnerSecondFactor: async () => ({
      as: (await withSecondFactor()).client,
      body: { password: PARTNER_PASSWORD },
    }),
    resetMemberSecondFactor: async () => bare(desk.admin, ofMember(await withSecondFactor())),
    removePartnerMember: async () => bare(desk.admin, ofMember(await accountOf())),
    revokePartnerInvitation: async () => {
      const { partner } = await accountOf()
      const invitation = { email: `${unique('nadia')}@example.org`, role: 'owner' }
      const { body } = await desk.admin.post(`/partners/${String(partner['id'])}/invitations`, invitation)
      return bare(desk.admin, { id: partner['id'], invitationId: body['id'] })
    },

    closePartnerStatement: async () => {
      const { account } = await sold({ confirm: true })
      await desk.at('2030-05-21T04:00:00Z')
      return of(desk.admin, account.partner, { to: DAY })
    },
    payStatement: async () => {
      const statement = await settled()
      return of(desk.admin, statement, { amount_minor: 100 })
    },
    reverseStatementPayment: async () => {
      const { id } = await settled()
      const { body } = await desk.admin.post(`/statements/${String(id)}/payments`, { amount_minor: 100 })
      const payment_id = (body['payments'] as Json[])[0]?.['id']
      return { as: desk.admin, params: { id, payment_id }, body: why }
    },
  }
}
