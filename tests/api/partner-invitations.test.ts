import { beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_FAILURES_PER_NETWORK } from '../../contract/core/limits/sign-in'
import { PARTNER_INVITATION_LIFE_S } from '../../contract/core/limits/token-lifetimes'
import { useApi, type Client, type Json } from '../support/api'
import { make, unique } from '../support/factories'
import { usePartners } from '../support/partner'

const api = useApi()
const { signIn, portal } = usePartners(api)
const PERSON = { first_name: 'Nadia', last_name: 'Roldán', password: 'a long password of hers' }
const anonymous = () => api.client({})
const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1000))
const tokenOf = ({ link }: Json) => String(link).split('/').at(-1) ?? ''
const read = (token: string) => anonymous().get(`/partner/auth/invitations/${encodeURIComponent(token)}/`)
const accept = (token: string, body: Json = PERSON) =>
  anonymous().post(`/partner/auth/invitations/${encodeURIComponent(token)}/accept/`, body)

let admin: Client
let partner: Json
const path = (rest: string) => `/partners/${String(partner['id'])}${rest}`
const invite = (more: Json = {}) =>
  admin.post(path('/invitations/'), { email: `${unique('nadia')}@alandalus.example.org`, role: 'owner', ...more })
const act = (invitation: Json, what: string) =>
  admin.post(path(`/invitations/${String(invitation['id'])}/${what}/`), {})

beforeEach(async () => {
  api.now = new Date()
  await api.db.deleteFrom('login_failures').execute()
  admin = await api.as('admin')
  partner = await make(admin, 'partners', { status: 'active', trading_name: 'Al-Andalus' })
})

describe('an invitation', () => {
  it('R-21 can be read, accepted once and allows sign-in', async () => {
    const { status, body } = await invite()
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'pending', role: 'owner' })
    const token = tokenOf(body)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await read(token)).body).toMatchObject({ email: body['email'], partner_name: 'Al-Andalus', role: 'owner' })
    const accepted = await accept(token)
    expect(accepted.status).toBe(200)
    expect(accepted.body['user']).toMatchObject({ email: body['email'], first_name: 'Nadia', role: 'owner' })
    expect(accepted.body['token']).toHaveLength(40)
    expect((await signIn(String(body['email']), PERSON.password)).status).toBe(200)
    expect((await accept(token)).body['code']).toBe('invitation_used')
    const { body: access } = await admin.get(path('/access/'))
    expect(access['members']).toMatchObject([{ email: body['email'], last_name: 'Roldán' }])
    expect(access['invitations']).toMatchObject([{ state: 'accepted' }])
    expect(JSON.stringify(access)).not.toMatch(/sha256|password|link/)
  })

  it('R-21 is accepted once in simultaneous requests', async () => {
    const token = tokenOf((await invite()).body)
    const answers = await Promise.all([accept(token), accept(token), accept(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  it('R-22 that is used, expired, revoked or unknown gives a specific error', async () => {
    const expired = await invite()
    later(PARTNER_INVITATION_LIFE_S)
    admin = await api.as('admin')
    expect(await read(tokenOf(expired.body))).toMatchObject({ status: 410, body: { code: 'invitation_expired' } })
    expect(await accept(tokenOf(expired.body))).toMatchObject({ status: 410, body: { code: 'invitation_expired' } })
    const revoked = await invite()
    expect((await act(revoked.body, 'revoke')).body).toMatchObject({ state: 'revoked' })
    expect(await read(tokenOf(revoked.body))).toMatchObject({ status: 410, body: { code: 'invitation_revoked' } })
    const states = (await admin.get(path('/access/'))).body['invitations'] as Json[]
    expect(states.map(({ state }) => state)).toEqual(['revoked', 'expired'])
  })

  it.each([
    ['x'.repeat(43), 404],
    ['short', 404],
    ['x'.repeat(10_000), 400],
    ['\0', 422],
    ['../../users', 404],
    ['%00', 404],
    ["' or 1=1", 404],
  ])('R-22 with an unknown token is refused (%#)', async (token, expected) => {
    for (const { status } of [await read(token), await accept(token)]) expect(status).toBe(expected)
  })

  it('sent again has a new link, and the old one is invalid', async () => {
    const first = await invite()
    const again = await act(first.body, 'resend')
    expect(again).toMatchObject({ status: 200, body: { id: first.body['id'], state: 'pending' } })
    expect((await read(tokenOf(first.body))).status).toBe(404)
    expect((await accept(tokenOf(again.body))).status).toBe(200)
    for (const what of ['resend', 'revoke']) expect((await act(first.body, what)).body['code']).toBe('invalid_state')
  })

  it('requires a name and a strong password', async () => {
    const token = tokenOf((await invite()).body)
    const answer = await accept(token, { first_name: '', last_name: 'R', password: 'short' })
    expect(answer.status).toBe(422)
    expect((answer.body['errors'] as Json[]).map(({ pointer }) => pointer)).toEqual(['/first_name', '/password'])
    expect(await accept(token, { ...PERSON, password: 'Nadia.Roldán.1' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/password', code: 'password_personal' }] },
    })
    expect((await accept(token)).status).toBe(200)
  })

  it('is not sent to an existing user, twice, or for a terminated partner', async () => {
    const { email } = await portal()
    expect(await invite({ email: email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ pointer: '/email' }] },
    })
    const { body } = await invite()
    expect((await invite({ email: body['email'] })).status).toBe(409)
    expect((await invite({ email: 'no address' })).status).toBe(422)
    await admin.patch(path(''), { status: 'terminated' }, { ifMatch: '*' })
    expect((await invite()).body['code']).toBe('invalid_state')
    expect((await read(tokenOf(body))).body['code']).toBe('partner_suspended')
    partner = { id: '00000000-0000-7000-8000-000000000000' }
    expect((await invite()).status).toBe(404)
  })

  it('is rate-limited for wrong tokens, and still accepts the right one', async () => {
    const { body } = await invite()
    for (let tries = 0; tries < LOGIN_FAILURES_PER_NETWORK; tries += 1) await read('y'.repeat(43))
    expect((await read('y'.repeat(43))).status).toBe(429)
    expect((await accept(tokenOf(body))).status).toBe(200)
  })

  it('is sent by administrators and managers, and readable for accountants', async () => {
    for (const [role, sends, looks] of [
      ['manager', 201, 200],
      ['accountant', 403, 200],
      ['dispatcher', 403, 403],
      [null, 401, 401],
    ] as const) {
      const client = await api.as(role)
      const answer = await client.post(path('/invitations/'), { email: `${unique('x')}@example.org`, role: 'viewer' })
      expect([role, answer.status, (await client.get(path('/access/'))).status]).toEqual([role, sends, looks])
    }
    const { client } = await portal()
    expect((await client.get(path('/access/'))).status).toBe(401)
  })

  it('of another partner is not found', async () => {
    const { body } = await invite()
    partner = await make(admin, 'partners')
    expect((await act(body, 'revoke')).status).toBe(404)
  })

  it('leaves no token in the database', async () => {
    const token = tokenOf((await invite()).body)
    const rows = [
      await api.db.selectFrom('partner_invitations').selectAll().execute(),
      await api.db.selectFrom('audit_events').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
