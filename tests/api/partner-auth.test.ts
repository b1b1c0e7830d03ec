import { beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_FAILURES_PER_ACCOUNT } from '../../contract/core/limits/sign-in'
import {
  PARTNER_SESSION_IDLE_S,
  PARTNER_TOKEN_LIFE_S,
  PARTNER_TOKEN_OVERLAP_S,
} from '../../contract/core/limits/token-lifetimes'
import { useApi } from '../support/api'
import { usePartners } from '../support/partner'

const api = useApi()
const { bearer, signIn, portal } = usePartners(api)
const anonymous = () => api.client({})
const refresh = (token: unknown) => anonymous().post('/partner/auth/refresh/', { token })
const me = (token: unknown) => bearer(token).get('/partner/auth/me/')
const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1000))
const suspend = async (id: unknown) =>
  (await api.as('admin')).patch(`/partners/${String(id)}`, { status: 'suspended' }, { ifMatch: '*' })

beforeEach(() => {
  api.now = new Date()
})

describe('sign-in to the portal', () => {
  it('returns the token, the user and the partner, whatever the case of the address', async () => {
    const { email, partner } = await portal()
    const answer = await signIn(email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.body['token']).toMatch(/^wps_[0-9A-Za-z]{36}$/)
    expect(answer.body['user']).toMatchObject({ email, first_name: 'Rebecca', role: 'owner' })
    expect(answer.body['partner']).toMatchObject({ id: partner['id'], status: 'active' })
    expect(JSON.stringify(answer.body)).not.toMatch(/password|contract|ip_allowlist/)
  })

  it('R-85 gives the same 422, and never 401, for a wrong password and an unknown address', async () => {
    const { email } = await portal()
    const wrong = await signIn(email, 'a password that is wrong')
    const unknown = await signIn('nobody@example.com')
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_credentials' } })
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' })
  })

  it('names missing fields, and limits failed attempts', async () => {
    expect(await anonymous().post('/partner/auth/login/', { email: '' })).toMatchObject({ status: 422 })
    const { email } = await portal()
    for (let tries = 0; tries < LOGIN_FAILURES_PER_ACCOUNT; tries += 1) await signIn(email, 'wrong')
    expect(await signIn(email)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    later(16 * 60)
    expect((await signIn(email)).status).toBe(200)
  })

  it('ignores an expired token in the header', async () => {
    const { email } = await portal()
    const answer = await bearer('x'.repeat(40)).post('/partner/auth/login/', { email, password: 'wrong' })
    expect(answer.status).toBe(422)
  })

  it('answers that the partner is suspended, also during a session', async () => {
    const { email, partner, token } = await portal()
    await suspend(partner['id'])
    for (const answer of [await signIn(email), await me(token), await refresh(token)])
      expect(answer).toMatchObject({ status: 403, body: { code: 'partner_suspended' } })
  })

  it('I15 stores neither token nor password in plain text', async () => {
    const { token } = await portal()
    const tables = ['partner_session_tokens', 'partner_sessions', 'partner_members', 'audit_events'] as const
    const rows = await Promise.all(tables.map((table) => api.db.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain('correct horse')
  })
})

describe('the token of the portal', () => {
  it('R-96 is valid for the partner area only, and only with its own scheme', async () => {
    const { token } = await portal()
    expect((await me(token)).status).toBe(200)
    expect((await api.client({ authorization: `token ${token}` }).get('/partner/auth/me/')).status).toBe(200)
    expect((await api.client({ authorization: `Bearer ${token}` }).get('/partner/auth/me/')).status).toBe(401)
    expect((await bearer(token).list('stations')).status).toBe(401)
    expect((await api.client({ authorization: `Bearer ${token}` }).list('stations')).status).toBe(401)
    expect((await (await api.as('admin')).get('/partner/auth/me/')).status).toBe(401)
    expect(await anonymous().get('/partner/auth/me/')).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated' },
    })
  })

  it('R-217 is exchanged for another of 40 characters, and expires after the overlap', async () => {
    const { token } = await portal()
    const next = (await refresh(token)).body['token']
    expect(next).toHaveLength(40)
    expect(next).not.toBe(token)
    expect([(await me(token)).status, (await me(next)).status]).toEqual([200, 200])
    later(PARTNER_TOKEN_OVERLAP_S + 1)
    expect([(await me(token)).status, (await me(next)).status]).toEqual([401, 200])
  })

  it('can be refreshed by two tabs at once', async () => {
    const { token } = await portal()
    const [one, two] = await Promise.all([refresh(token), refresh(token)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect([(await me(one.body['token'])).status, (await me(two.body['token'])).status]).toEqual([200, 200])
  })

  it('ends the session when it returns long after it was replaced', async () => {
    const { token } = await portal()
    const next = (await refresh(token)).body['token']
    later(PARTNER_TOKEN_OVERLAP_S + 1)
    expect((await refresh(token)).status).toBe(401)
    expect([(await me(next)).status, (await refresh(next)).status]).toEqual([401, 401])
  })

  it('ends the session when both tokens that replaced it are used', async () => {
    const { token } = await portal()
    const [own, theirs] = [(await refresh(token)).body['token'], (await refresh(token)).body['token']]
    later(PARTNER_TOKEN_OVERLAP_S + 1)
    expect((await refresh(theirs)).status).toBe(200)
    expect((await refresh(own)).status).toBe(401)
    expect((await me(theirs)).status).toBe(401)
  })

  it('expires for requests after an hour but can be refreshed, until the session has been idle for a day', async () => {
    const { token } = await portal()
    later(PARTNER_TOKEN_LIFE_S)
    expect((await me(token)).body['code']).toBe('token_expired')
    const next = (await refresh(token)).body['token']
    expect((await me(next)).status).toBe(200)
    later(PARTNER_SESSION_IDLE_S)
    expect(await refresh(next)).toMatchObject({ status: 401, body: { code: 'token_expired' } })
  })

  it('is refused when it is not a token, mistyped or missing', async () => {
    const { token } = await portal()
    const typo = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
    for (const bad of [typo, 'abc', `${token} `, `${token}x`]) expect((await me(bad)).status).toBe(401)
    expect((await refresh(typo)).status).toBe(401)
    expect((await anonymous().post('/partner/auth/refresh/', {})).status).toBe(400)
  })

  it('expires with its session at sign-out, which can be repeated', async () => {
    const { token } = await portal()
    for (let times = 0; times < 2; times += 1)
      expect((await anonymous().post('/partner/auth/logout/', { token })).status).toBe(200)
    expect([(await me(token)).status, (await refresh(token)).status]).toEqual([401, 401])
  })

  it('expires at once when the user is removed', async () => {
    const { token, partner, memberId } = await portal()
    const admin = await api.as('admin')
    const path = `/partners/${String(partner['id'])}/members/${memberId}`
    expect((await admin.delete(path)).status).toBe(200)
    expect((await me(token)).status).toBe(401)
    expect((await admin.delete(path)).status).toBe(404)
  })
})
