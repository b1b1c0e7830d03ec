import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { isPartnerAccess, type Operation } from '../../contract/core/operations'
import { EXAMPLES } from '../../contract/examples'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../contract/partner/webhook-events'
import { WEBHOOK_MESSAGES } from '../../contract/partner/webhook-messages'
import { useApi, type Client, type Json } from '../support/api'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

const api = useApi()
const { program } = usePartners(api)

const byId = new Map<string, Operation>(ALL_OPERATIONS.map((operation) => [operation.id, operation]))

describe('the printed examples', () => {
  let callers: Record<'staff' | 'partner' | 'reseller', Client>

  beforeAll(async () => {
    api.now = new Date('2030-05-19T10:00:00Z')
    const admin = await api.as('admin')
    const partner = await make(admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const scopes = ['journeys:read', 'trips:read', 'trips:write', 'webhooks:manage'] as const
    const { secret, client } = await program(partner, 'test', [...scopes])
    callers = { staff: admin, partner: client, reseller: api.client({ authorization: `Bearer ${secret}` }) }
    await client.post('/partner/credentials/webhooks/', {
      url: 'https://example.com/all',
      description: null,
      events: WEBHOOK_EVENTS,
      environment: 'test',
    })
  })

  it('work as documented, in their order', async () => {
    const real = new Map<string, string>()
    const withIds = (text: string) => [...real].reduce((actual, [printed, id]) => actual.replaceAll(printed, id), text)
    for (const { operation: id, params = {}, body, makes } of EXAMPLES) {
      const operation = byId.get(id)
      if (!operation) throw new Error(`There is no operation ${id}.`)
      const path = withIds(operation.path.replace(/:(\w+)/g, (_, name: string) => String(params[name])))
      const payload = JSON.parse(withIds(JSON.stringify(body))) as unknown
      const client = callers[whoCalls(operation)]
      const verb = operation.method.toLowerCase() as 'post' | 'put' | 'patch'
      const answer = await client[verb](path, payload, operation.ifMatch ? { ifMatch: '*' } : {})
      expect([id, answer.status, answer.status < 300 ? '' : JSON.stringify(answer.body)]).toEqual([
        id,
        operation.ok.status,
        '',
      ])
      if (makes !== undefined) real.set(makes, String(answer.body['id']))
    }
    const printed = new Set(EXAMPLES.map(({ operation }) => operation))
    const document = JSON.parse((await api.app.inject('/api/openapi.json')).body) as {
      paths: Record<string, Record<string, Json>>
    }
    const shown = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ requestBody }) => JSON.stringify(requestBody ?? '').includes('"example":'))
    expect(shown.map(({ operationId }) => operationId).sort()).toEqual([...printed].sort())
  })

  it('send webhook messages that match the document', async () => {
    const sent = await api.db.selectFrom('webhook_deliveries').select(['type', 'payload']).execute()
    const types = new Set(sent.map(({ type }) => type))
    for (const type of ['trip.held', 'trip.confirmed', 'trip.changed', 'trip.cancelled'] as const)
      expect([...types]).toContain(type)
    const messages = new Map(WEBHOOK_MESSAGES.map(({ type, message }) => [type, message]))
    for (const { type, payload } of sent) {
      const actual = messages.get(type as WebhookEvent)?.safeParse(JSON.parse(payload))
      expect(actual?.error?.issues ?? [], type).toEqual([])
    }
  })
})

describe.each(['/api/openapi.json', '/api/openapi/partners.json', '/api/docs/json'])('the description at %s', (url) => {
  const get = (headers: Record<string, string>) => api.app.inject({ url, headers })

  it('is the same in every encoding, and has the smallest one that the caller accepts', async () => {
    const plain = await get({})
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.json<Json>()['openapi']).toMatch(/^3\.1/)
    const br = await get({ 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' })
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    const zipped = await get({ 'accept-encoding': 'br;q=0, gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  })
})

it.each(['/api/openapi.json', '/api/openapi/partners.json'])(
  'the description at %s is not sent again while it is unchanged',
  async (url) => {
    const { headers } = await api.app.inject(url)
    const again = await api.app.inject({ url, headers: { 'if-none-match': String(headers['etag']) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  },
)

it('the description has no YAML form', async () => {
  const { statusCode, body } = await api.app.inject('/api/docs/yaml')
  expect([statusCode, body]).toEqual([404, expect.stringContaining('/api/openapi.json')])
})

function whoCalls({ access }: Operation): 'staff' | 'partner' | 'reseller' {
  if (!isPartnerAccess(access)) return 'staff'
  return access.scheme === 'Bearer' ? 'reseller' : 'partner'
}
