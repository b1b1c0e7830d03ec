import { beforeEach, describe, expect, it } from 'vitest'
import { PARTNER_CREDENTIALS_MAX } from '../../contract/core/limits/partner-api'
import { partnerTokenKind } from '../../server/adapters/partner-tokens'
import { useApi, type Json } from '../support/api'
import { PARTNER_PASSWORD, usePartners } from '../support/partner'

const api = useApi()
const { bearer, member, portal, signIn } = usePartners(api)
type Portal = Awaited<ReturnType<typeof portal>>
const password = PARTNER_PASSWORD
const KEY = { name: 'Booking engine', environment: 'live', scopes: ['trips:read'], password }
const make = async ({ client }: Portal, more: Json = {}) => client.post('/partner/credentials/', { ...KEY, ...more })
const act = ({ client }: Portal, key: Json, what: string, body?: Json) =>
  client.post(`/partner/credentials/${String(key['id'])}/${what}/`, body)
const trips = (key: Json) => bearer(key['secret']).get('/partner/trips/')
const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1000))

beforeEach(() => {
  api.now = new Date()
})

describe('an API key', () => {
  it('shows its secret once, and allows what its scopes contain', async () => {
    const office = await portal()
    const { status, body } = await make(office)
    expect(status).toBe(201)
    expect(body).toMatchObject({ environment: 'live', prefix: 'tk_live_', state: 'active', last_used_at: null })
    const secret = String(body['secret'])
    expect(secret).toMatch(/^tk_live_[0-9A-Za-z]{32}$/)
    expect(secret.endsWith(String(body['last4']))).toBe(true)
    expect((await trips(body)).status).toBe(200)
    const { body: list } = await office.client.get('/partner/credentials/')
    expect(list).toMatchObject({ results: [{ id: body['id'], last_used_ip: '127.0.0.1' }], next: null })
    const rows = [
      await api.db.selectFrom('partner_credentials').selectAll().execute(),
      await api.db.selectFrom('audit_events').selectAll().execute(),
    ]
    expect(JSON.stringify([list, rows])).not.toContain(secret)
    const lacking = await make(office, { scopes: ['journeys:read'] })
    expect(await trips(lacking.body)).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
  })

  it('cannot manage keys, nor call operations of staff', async () => {
    const { body } = await make(await portal())
    expect((await bearer(body['secret']).get('/partner/credentials/')).status).toBe(403)
    expect((await bearer(body['secret']).get('/partner/auth/me/')).status).toBe(403)
    expect((await bearer(body['secret']).list('stations')).status).toBe(401)
  })

  it('requires the password, with 422 when it is wrong', async () => {
    const office = await portal()
    const wrong = await make(office, { password: 'wrong' })
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 'invalid_credentials', errors: [{ pointer: '/password' }] },
    })
    const { body } = await make(office)
    expect((await act(office, body, 'rotate', { password: 'wrong' })).status).toBe(422)
    expect((await office.client.get('/partner/credentials/')).body['results']).toHaveLength(1)
  })

  it('is refused without a query of the database when it is mistyped', async () => {
    const { body } = await make(await portal())
    const secret = String(body['secret'])
    expect(partnerTokenKind(secret)).toBe('live')
    const typo = secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    expect(partnerTokenKind(typo)).toBeNull()
    expect((await bearer(typo).get('/partner/trips/')).status).toBe(401)
  })

  it('is replaced by another, and stays valid for the grace period', async () => {
    const office = await portal()
    const { body: old } = await make(office)
    const { status, body: fresh } = await act(office, old, 'rotate', { grace_hours: 2, password })
    expect(status).toBe(201)
    expect(fresh).toMatchObject({ name: KEY.name, scopes: KEY.scopes, state: 'active' })
    expect([(await trips(old)).status, (await trips(fresh)).status]).toEqual([200, 200])
    expect((await act(office, old, 'rotate', { password })).body['code']).toBe('invalid_state')
    later(2 * 3600)
    expect([(await trips(old)).status, (await trips(fresh)).status]).toEqual([401, 200])
    const { body: last } = await act(await signedInAgain(office), fresh, 'rotate', { grace_hours: 0, password })
    expect([(await trips(fresh)).status, (await trips(last)).status]).toEqual([401, 200])
  })

  it('is invalid at once when it is revoked, by the partner or by staff', async () => {
    const office = await portal()
    const [one, two] = [(await make(office)).body, (await make(office)).body]
    expect((await act(office, one, 'revoke')).body).toMatchObject({ state: 'revoked' })
    expect((await act(office, one, 'revoke')).body['code']).toBe('invalid_state')
    const path = `/partners/${String(office.partner['id'])}/credentials/${String(two['id'])}/revoke/`
    expect((await (await api.as('accountant')).post(path)).status).toBe(403)
    expect((await (await api.as('manager')).post(path)).body).toMatchObject({ state: 'revoked' })
    expect([(await trips(one)).status, (await trips(two)).status]).toEqual([401, 401])
  })

  it('expires, and is accepted from its addresses only', async () => {
    const office = await portal()
    const soon = await make(office, { expires_at: new Date(api.now.getTime() + 60_000).toISOString() })
    const far = await make(office, { ip_allowlist: ['203.0.113.0/28'] })
    const near = await make(office, { ip_allowlist: ['127.0.0.0/8', '2001:db8::/32'] })
    expect((await trips(soon.body)).status).toBe(200)
    expect(await trips(far.body)).toMatchObject({ status: 403, body: { code: 'ip_not_allowed' } })
    expect((await trips(near.body)).status).toBe(200)
    expect(await make(office, { expires_at: api.now.toISOString() })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/expires_at' }] },
    })
    later(60)
    expect(await trips(soon.body)).toMatchObject({ status: 401, body: { code: 'token_expired' } })
  })

  it('is changed with its version', async () => {
    const office = await portal()
    const { body } = await make(office)
    const path = `/partner/credentials/${String(body['id'])}/`
    expect((await office.client.patch(path, { name: 'X' })).status).toBe(428)
    const changed = await office.client.patch(path, { name: 'X', scopes: ['journeys:read'] }, { ifMatch: '"1"' })
    expect(changed).toMatchObject({ status: 200, body: { name: 'X', version: 2 }, headers: { etag: '"2"' } })
    expect((await office.client.patch(path, { name: 'Y' }, { ifMatch: '"1"' })).status).toBe(412)
    expect((await office.client.patch(path, { scopes: [] }, { ifMatch: '*' })).status).toBe(422)
    expect((await trips(body)).status).toBe(403)
  })

  it('is one of ten at most, and is live only for an approved partner', async () => {
    const draft = await portal({ status: 'draft' })
    expect((await make(draft)).body['code']).toBe('invalid_state')
    for (let made = 0; made < PARTNER_CREDENTIALS_MAX; made += 1)
      expect((await make(draft, { environment: 'test' })).status).toBe(201)
    expect((await make(draft, { environment: 'test' })).body['code']).toBe('invalid_state')
  })

  it('is managed by owners and developers', async () => {
    for (const [role, status] of [
      ['owner', 200],
      ['developer', 200],
      ['agent', 403],
      ['viewer', 403],
    ] as const)
      expect((await (await portal({ role })).client.get('/partner/credentials/')).status).toBe(status)
    expect((await api.client({}).get('/partner/credentials/')).status).toBe(401)
  })

  it('I14 of another partner is neither listed nor found', async () => {
    const [one, two] = [await portal(), await portal()]
    const { body } = await make(one)
    expect((await two.client.get('/partner/credentials/')).body['results']).toEqual([])
    expect((await act(two, body, 'revoke')).status).toBe(404)
    expect((await act(two, body, 'rotate', { password })).status).toBe(404)
    const path = `/partner/credentials/${String(body['id'])}/`
    expect((await two.client.patch(path, { name: 'Mine' }, { ifMatch: '*' })).status).toBe(404)
    expect((await trips(body)).status).toBe(200)
  })

  async function signedInAgain(office: Portal): Promise<Portal> {
    const { body } = await api.client({}).post('/partner/auth/refresh/', { token: office.token })
    return { ...office, client: bearer(body['token']) }
  }
})

describe('an API key never has more permissions than its creator', () => {
  const BOOKS = ['trips:read', 'trips:write']
  const books = (key: Json) =>
    bearer(key['secret']).post('/partner/trips/', {}, { headers: { 'idempotency-key': 'one' } })
  const colleague = async ({ partner }: Portal, role: 'owner' | 'developer') => {
    const { id, email } = await member(partner, role)
    const { body } = await signIn(email)
    return { partner, email, memberId: id, token: String(body['token']), client: bearer(body['token']) }
  }

  it('when it is created, changed or replaced', async () => {
    const owner = await portal()
    const developer = await colleague(owner, 'developer')
    const beyond = { status: 403, body: { code: 'forbidden', errors: [{ pointer: '/scopes' }] } }
    expect(await make(developer, { scopes: BOOKS })).toMatchObject(beyond)
    expect((await make(developer, { scopes: BOOKS, environment: 'test' })).status).toBe(201)

    const { body: own } = await make(developer, { scopes: ['trips:read', 'webhooks:manage'] })
    const pathOf = (key: Json) => `/partner/credentials/${String(key['id'])}/`
    expect(await developer.client.patch(pathOf(own), { scopes: BOOKS }, { ifMatch: '*' })).toMatchObject(beyond)
    expect((await developer.client.patch(pathOf(own), { name: 'Shop' }, { ifMatch: '*' })).status).toBe(200)

    const { body: selling } = await make(owner, { scopes: BOOKS })
    expect(await act(developer, selling, 'rotate', { password })).toMatchObject(beyond)
    expect(await developer.client.patch(pathOf(selling), { ip_allowlist: [] }, { ifMatch: '*' })).toMatchObject({
      status: 200,
    })
    expect(
      await developer.client.patch(pathOf(selling), { expires_at: null, name: 'X' }, { ifMatch: '*' }),
    ).toMatchObject(beyond)
    expect((await books(selling)).status).toBe(422)
    expect((await act(developer, selling, 'revoke')).status).toBe(200)
  })

  it('when a user with more permissions changes it', async () => {
    const owner = await portal()
    const { body: key } = await make(await colleague(owner, 'developer'), { scopes: ['trips:read'] })
    const path = `/partner/credentials/${String(key['id'])}/`
    expect(await owner.client.patch(path, { scopes: BOOKS }, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/scopes' }] },
    })
    expect((await owner.client.patch(path, { scopes: ['journeys:read'] }, { ifMatch: '*' })).status).toBe(200)
    const { body: fresh } = await act(owner, key, 'rotate', { password })
    const own = `/partner/credentials/${String(fresh['id'])}/`
    expect((await owner.client.patch(own, { scopes: BOOKS }, { ifMatch: '*' })).status).toBe(200)
    expect((await books(fresh)).status).toBe(422)
  })

  it('when the role of its creator is reduced, until another owner replaces it', async () => {
    const owner = await portal()
    const { body: key } = await make(owner, { scopes: BOOKS })
    expect((await books(key)).status).toBe(422)
    await api.db.updateTable('partner_members').set({ role: 'developer' }).where('id', '=', owner.memberId).execute()
    expect(await books(key)).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
    expect((await trips(key)).status).toBe(200)
    const { status, body: fresh } = await act(await colleague(owner, 'owner'), key, 'rotate', { password })
    expect(status).toBe(201)
    expect((await books(fresh)).status).toBe(422)
  })

  it('and is invalid when its creator is removed, while other keys stay valid', async () => {
    const owner = await portal()
    const leaver = await colleague(owner, 'owner')
    const [gone, stays] = [(await make(leaver)).body, (await make(owner)).body]
    const admin = await api.as('admin')
    const path = `/partners/${String(owner.partner['id'])}/members/${leaver.memberId}/`
    expect((await admin.delete(path)).status).toBe(200)
    expect([(await trips(gone)).status, (await trips(stays)).status]).toEqual([401, 200])
    const { body } = await owner.client.get('/partner/credentials/')
    expect(body['results']).toMatchObject([{ state: 'active' }, { id: gone['id'], state: 'revoked' }])
  })
})
