import { decodeJwt } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_FAILURES_PER_ACCOUNT } from '../../contract/core/limits/sign-in'
import {
  ACCESS_TOKEN_LIFE_S,
  REFRESH_REUSE_GRACE_S,
  REFRESH_TOKEN_IDLE_S,
  SESSIONS_PER_USER,
} from '../../contract/core/limits/token-lifetimes'
import { hashPassword } from '../../server/adapters/passwords'
import { signAccess } from '../../server/adapters/access-tokens'
import { insertUser } from '../support/accounts'
import { useApi, type Answer, type Json } from '../support/api'

const api = useApi()
const PASSWORD = 'correct horse battery staple'
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})

const account = (more: Json = {}) =>
  insertUser(api, { first_name: 'Ana', last_name: 'Ruiz', password_hash: passwordHash, ...more })

const anonymous = () => api.client({})
const bearer = (token: unknown) => api.client({ authorization: `Bearer ${String(token)}` })
const signIn = (username: string, password = PASSWORD) => anonymous().post('/auth/login/', { username, password })
const refresh = (token: unknown) => anonymous().post('/token/refresh/', { refresh: token })
const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1000))

beforeEach(() => {
  api.now = new Date()
})

describe('signing in', () => {
  it('R-213 answers with access token, refresh token and user', async () => {
    const { username } = await account()
    const answer = await signIn(username)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['access', 'refresh', 'user'])
    expect(answer.body['user']).toMatchObject({ username, first_name: 'Ana', role: 'agent', is_staff: true })
  })

  it('accepts the email address as the user name, in any case', async () => {
    const { username } = await account()
    expect((await signIn(`${username.toUpperCase()}@Example.com`)).status).toBe(200)
  })

  it('R-213 gives the same answer for a wrong password, an unknown name and a disabled account', async () => {
    const { username } = await account()
    const disabled = await account({ status: 'disabled' })
    const answers = [
      await signIn(username, 'wrong'),
      await signIn('nobody-here', 'wrong'),
      await signIn(disabled.username),
    ]
    const actual = answers.map(({ status, body: { request_id: _, ...body } }) => ({ status, body }))
    expect(actual[0]).toMatchObject({ status: 401, body: { code: 'credentials_wrong' } })
    expect(actual[1]).toEqual(actual[0])
    expect(actual[2]).toEqual(actual[0])
  })

  it('is rate-limited per account and address, without locking the account', async () => {
    const { username } = await account()
    for (let tries = 0; tries < LOGIN_FAILURES_PER_ACCOUNT; tries += 1)
      expect((await signIn(username, 'wrong')).status).toBe(401)
    const refused = await signIn(username)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '10.0.0.9',
      payload: { username, password: PASSWORD },
    })
    expect(elsewhere.statusCode).toBe(200)
    await api.db.deleteFrom('login_failures').execute()
  })

  it('refuses an expired initial password', async () => {
    const { username } = await account({ password_expires_at: new Date(api.now.getTime() - 1000).toISOString() })
    expect((await signIn(username)).body['code']).toBe('credentials_wrong')
  })

  it('keeps at most five sessions of a user, the newest ones', async () => {
    const { username } = await account()
    const sessions: Answer[] = []
    for (let count = 0; count <= SESSIONS_PER_USER; count += 1) {
      later(1)
      sessions.push(await signIn(username))
    }
    const states = await Promise.all(
      sessions.map(async ({ body }) => (await bearer(body['access']).get('/auth/user/')).status),
    )
    expect(states).toEqual([401, 200, 200, 200, 200, 200])
  })
})

describe('the access token', () => {
  it('R-55 is valid for fifteen minutes, more than the ten minutes of the refresh rule', async () => {
    const { username } = await account()
    const { exp = 0, iat = 0 } = decodeJwt((await signIn(username)).body['access'] as string)
    expect(exp - iat).toBe(ACCESS_TOKEN_LIFE_S)
    expect(exp - iat).toBeGreaterThanOrEqual(600)
  })

  it('R-216 reads the current user without internal fields', async () => {
    const { username } = await account()
    const { body } = await bearer((await signIn(username)).body['access']).get('/auth/user/')
    expect(Object.keys(body).sort()).toEqual([
      'email',
      'first_name',
      'id',
      'is_staff',
      'last_name',
      'locale',
      'must_change_password',
      'role',
      'username',
    ])
  })

  it('is refused when it is expired, forged, of another key or of another kind', async () => {
    const { id, username } = await account()
    const { body } = await signIn(username)
    const claims = { userId: id, sessionId: decodeJwt(body['access'] as string)['sid'] as string }
    const [header, payload, signature = ''] = (body['access'] as string).split('.')
    const other = signature.startsWith('A') ? 'B' : 'A'
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const forged = [
      none,
      `${header}.${payload}.`,
      `${header}.${payload}.${other}${signature.slice(1)}`,
      await signAccess(Buffer.alloc(32, 9), claims, api.now),
      body['refresh'],
      'abc',
    ]
    for (const token of forged) expect((await bearer(token).get('/auth/user/')).body['code']).toBe('token_invalid')
    expect((await api.client({ authorization: `Token ${String(body['access'])}` }).get('/auth/user/')).status).toBe(401)
    later(ACCESS_TOKEN_LIFE_S)
    expect((await bearer(body['access']).get('/auth/user/')).body['code']).toBe('token_expired')
  })

  it('R-96 accepts its scheme in any case', async () => {
    const { username } = await account()
    const token = String((await signIn(username)).body['access'])
    expect((await api.client({ authorization: `bearer ${token}` }).get('/auth/user/')).status).toBe(200)
  })
})

describe('refreshing', () => {
  it('R-214 exchanges the token for a new pair', async () => {
    const { username } = await account()
    const answer = await refresh((await signIn(username)).body['refresh'])
    expect(answer.status).toBe(200)
    expect((await bearer(answer.body['access']).get('/auth/user/')).status).toBe(200)
  })

  it('R-214 answers 400 without the field and 401 for another kind of token', async () => {
    const { username } = await account()
    const { body } = await signIn(username)
    expect((await anonymous().post('/token/refresh/', {})).status).toBe(400)
    expect((await refresh('never issued')).status).toBe(401)
    expect((await refresh(body['access'])).status).toBe(401)
    later(REFRESH_TOKEN_IDLE_S)
    expect((await refresh(body['refresh'])).body['code']).toBe('token_expired')
  })

  it('works for two tabs at once', async () => {
    const { username } = await account()
    const { body } = await signIn(username)
    const [one, two] = await Promise.all([refresh(body['refresh']), refresh(body['refresh'])])
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await bearer(one.body['access']).get('/auth/user/')).status).toBe(200)
    expect((await bearer(two.body['access']).get('/auth/user/')).status).toBe(200)
  })

  it('ends the session when a used token returns after the grace period', async () => {
    const { username } = await account()
    const { body } = await signIn(username)
    const next = await refresh(body['refresh'])
    later(REFRESH_REUSE_GRACE_S + 1)
    expect((await refresh(body['refresh'])).status).toBe(401)
    expect((await refresh(next.body['refresh'])).status).toBe(401)
    expect((await bearer(next.body['access']).get('/auth/user/')).status).toBe(401)
    const noted = await api.db
      .selectFrom('audit_events')
      .select('action')
      .where('action', '=', 'auth.refresh_reused')
      .execute()
    expect(noted.length).toBeGreaterThan(0)
  })

  it('ends the session when a token two generations old returns, even within the grace period', async () => {
    const { username } = await account()
    const first = (await signIn(username)).body['refresh']
    const second = (await refresh(first)).body['refresh']
    const third = (await refresh(second)).body['refresh']
    expect((await refresh(first)).status).toBe(401)
    expect((await refresh(third)).status).toBe(401)
  })

  it('stores no token in plain text', async () => {
    const { username } = await account()
    const { body } = await signIn(username)
    const rows = await api.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(body['refresh'])
  })
})

describe('signing out', () => {
  it('R-215 R-58 invalidates both tokens at once and can be repeated', async () => {
    const { username } = await account()
    const { body } = await signIn(username)
    expect((await anonymous().post('/auth/logout/', { refresh: body['refresh'] })).status).toBe(200)
    expect((await anonymous().post('/auth/logout/', { refresh: body['refresh'] })).status).toBe(200)
    expect((await refresh(body['refresh'])).status).toBe(401)
    expect((await bearer(body['access']).get('/auth/user/')).status).toBe(401)
  })
})

describe('a password that must be changed', () => {
  it('allows nothing but its own change', async () => {
    const { username } = await account({ must_change_password: true })
    const { body } = await signIn(username)
    const person = bearer(body['access'])
    expect((await person.list('stations')).body['code']).toBe('password_change_required')
    const wrong = await person.post('/auth/password/', {
      current_password: 'wrong',
      new_password: 'a new long password',
    })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/current_password' }] } })
    const short = await person.post('/auth/password/', { current_password: PASSWORD, new_password: 'short' })
    expect(short).toMatchObject({ status: 422, body: { errors: [{ pointer: '/new_password' }] } })
    for (const [weak, code] of [
      ['123456789012', 'password_repeated'],
      ['Needforspeed', 'password_common'],
      [`${username}-1!`, 'password_personal'],
    ])
      expect(await person.post('/auth/password/', { current_password: PASSWORD, new_password: weak })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/new_password', code }] },
      })
    const changed = await person.post('/auth/password/', {
      current_password: PASSWORD,
      new_password: 'a new long password',
    })
    expect(changed.status).toBe(200)
    expect((await bearer(changed.body['access']).list('stations')).status).toBe(200)
    expect((await signIn(username, PASSWORD)).status).toBe(401)
    expect((await signIn(username, 'a new long password')).status).toBe(200)
  })
})

describe('accounts', () => {
  it('that are disabled lose access at once', async () => {
    const { id, username } = await account()
    const { body } = await signIn(username)
    const admin = await api.as('admin')
    await admin.patch(`/users/${id}`, { status: 'disabled' }, { ifMatch: '*' })
    expect((await bearer(body['access']).get('/auth/user/')).status).toBe(401)
    expect((await refresh(body['refresh'])).status).toBe(401)
  })

  it('always include an active administrator', async () => {
    await api.reset()
    const admin = await api.as('admin')
    const me = await admin.get('/auth/user/')
    const path = `/users/${String(me.body['id'])}`
    expect((await admin.patch(path, { role: 'viewer' }, { ifMatch: '*' })).body['code']).toBe('last_admin')
    expect((await admin.patch(path, { status: 'disabled' }, { ifMatch: '*' })).body['code']).toBe('last_admin')
    expect((await admin.delete(path, { ifMatch: '*' })).status).toBe(409)
  })

  it('never show a password or its hash', async () => {
    const admin = await api.as('admin')
    const weak = { username: 'eleni.georgiou', email: 'eleni.georgiou@example.com', password: 'EleniGeorgiou1' }
    expect(await admin.post('/users', weak)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/password', code: 'password_personal' }] },
    })
    const made = await admin.post('/users', {
      username: 'eleni',
      email: 'eleni@example.com',
      role: 'agent',
      password: 'a password of hers',
    })
    expect(made).toMatchObject({ status: 201, body: { must_change_password: true } })
    const stale = await admin.patch(`/users/${String(made.body['id'])}`, { first_name: 'E' }, { ifMatch: 99 })
    const history = await admin.list('audit-events', { filter: { entity_id: made.body['id'] } })
    const actual = JSON.stringify([made.body, stale.body, history.rows])
    expect(actual).not.toMatch(/argon2|a password of hers|password_hash|search_text/)
  })
})

it('R-218 the server sets the csrftoken cookie on the host root', async () => {
  const answer = await anonymous().get('/csrf/')
  expect(answer.status).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(/^csrftoken=\S+; Path=\/(;|$)/)
})
