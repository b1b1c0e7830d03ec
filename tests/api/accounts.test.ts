import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { TOTP_SETUP_LIFE_S, TOTP_STEP_S } from '../../contract/core/limits/second-factor'
import { LOGIN_FAILURES_PER_ACCOUNT, LOGIN_WINDOW_S } from '../../contract/core/limits/sign-in'
import { PASSWORD_LINK_LIFE_S } from '../../contract/core/limits/token-lifetimes'
import { hashPassword } from '../../server/adapters/passwords'
import { insertUser } from '../support/accounts'
import { useApi, type Client, type Json } from '../support/api'
import { waitForLocks } from '../support/lock-waits'
import { appCode } from '../support/totp'

const PASSWORD = 'correct horse battery staple'
const api = useApi()
let passwordHash: string
let admin: Client

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  api.now = new Date('2030-05-17T08:00:10Z')
  await api.reset()
  admin = await api.as('admin')
})

const anonymous = () => api.client({})
const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1000))
const login = (username: string, password = PASSWORD, code?: string) =>
  anonymous().post('/auth/login/', { username, password, ...(code !== undefined && { code }) })
const bearer = (tokens: Json) => api.client({ authorization: `Bearer ${String(tokens['access'])}` })

const person = (more: Json = {}) => insertUser(api, { password_hash: passwordHash, ...more })

async function signedIn(more: Json = {}) {
  const { id, username } = await person(more)
  return { id, username, client: bearer((await login(username)).body) }
}

const actions = async (id: string) =>
  (await api.db.selectFrom('audit_events').select('action').where('entity_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  )

async function withSecondStep() {
  const user = await signedIn()
  const setup = await user.client.post('/auth/second-factor/', { password: PASSWORD })
  const code = () => appCode(String(setup.body['secret']), api.now)
  const confirmed = await user.client.post('/auth/second-factor/confirm/', { code: code() })
  later(TOTP_STEP_S)
  return { ...user, code, setup, codes: confirmed.body['recovery_codes'] as string[] }
}

describe('two-step sign-in', () => {
  it('does not change the sign-in of accounts without it', async () => {
    const { username } = await person()
    expect((await login(username)).status).toBe(200)
    expect((await login(username, PASSWORD, '123456')).status).toBe(200)
  })

  it.each(['12345', '1'.repeat(41)])(
    'explains on its field what a code is when its length is wrong: %s',
    async (code) => {
      const { client } = await signedIn()
      expect(await client.post('/auth/second-factor/confirm/', { code })).toMatchObject({
        status: 422,
        body: {
          errors: [
            {
              pointer: '/code',
              detail: 'Must be the 6 digits that the authenticator app shows, or a recovery code.',
            },
          ],
        },
      })
    },
  )

  it('names the field of a wrong code at sign-in', async () => {
    const { username } = await withSecondStep()
    for (const [code, expected] of [
      [undefined, 'code_required'],
      ['12345', 'code_wrong'],
    ] as const)
      expect((await login(username, PASSWORD, code)).body).toMatchObject({
        code: expected,
        errors: [{ pointer: '/code', code: expected }],
      })
  })

  it('is required from its first code on, and only after the right password', async () => {
    const { username, client, code, setup, codes, id } = await withSecondStep()
    expect(setup.status).toBe(201)
    expect(setup.body['uri']).toContain(`secret=${String(setup.body['secret'])}`)
    expect(codes).toHaveLength(10)
    expect((await login(username, 'a wrong password')).body['code']).toBe('credentials_wrong')
    expect((await login(username)).body['code']).toBe('code_required')
    expect((await login(username, PASSWORD, '000000')).body['code']).toBe('code_wrong')
    expect((await login(username, PASSWORD, code())).status).toBe(200)
    expect((await client.get('/auth/second-factor/')).body).toEqual({ enabled: true, recovery_codes_left: 10 })
    expect((await admin.get(`/users/${id}`)).body['mfa_enabled']).toBe(true)
    const rows = await api.db.selectFrom('second_factors').select('secret').execute()
    expect(rows[0]?.secret).not.toContain(String(setup.body['secret']))
  })

  it('ends the other sessions of its owner when it is turned on or off', async () => {
    const { username, client, code } = await withSecondStep()
    const other = bearer((await login(username, PASSWORD, code())).body)
    expect((await client.post('/auth/second-factor/end/', { password: PASSWORD })).status).toBe(200)
    expect([(await other.get('/auth/user/')).status, (await client.get('/auth/user/')).status]).toEqual([401, 200])
    const without = bearer((await login(username)).body)
    const { body } = await client.post('/auth/second-factor/', { password: PASSWORD })
    later(TOTP_STEP_S)
    await client.post('/auth/second-factor/confirm/', { code: appCode(String(body['secret']), api.now) })
    expect([(await without.get('/auth/user/')).status, (await client.get('/auth/user/')).status]).toEqual([401, 200])
  })

  it('accepts each code once, also in two simultaneous sign-ins', async () => {
    const { username, code } = await withSecondStep()
    const both = await Promise.all([login(username, PASSWORD, code()), login(username, PASSWORD, code())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await login(username, PASSWORD, code())).body['code']).toBe('code_wrong')
    later(TOTP_STEP_S)
    expect((await login(username, PASSWORD, code())).status).toBe(200)
  })

  it('accepts each recovery code once, also with other spacing and case', async () => {
    const { username, client, codes, id } = await withSecondStep()
    const [first = '', second = ''] = codes
    expect((await login(username, PASSWORD, first.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await login(username, PASSWORD, first)).body['code']).toBe('code_wrong')
    expect((await client.get('/auth/second-factor/')).body['recovery_codes_left']).toBe(9)
    expect(await actions(id)).toContain('auth.recovery_code_used')
    await client.post('/auth/second-factor/recovery-codes/', { password: PASSWORD })
    expect((await login(username, PASSWORD, second)).body['code']).toBe('code_wrong')
  })

  it('is locked for a quarter of an hour after a few wrong codes', async () => {
    const { username, code } = await withSecondStep()
    for (let tries = 0; tries < LOGIN_FAILURES_PER_ACCOUNT; tries += 1) await login(username, PASSWORD, '000000')
    expect((await login(username, PASSWORD, code())).status).toBe(429)
    later(LOGIN_WINDOW_S)
    expect((await login(username, PASSWORD, code())).status).toBe(200)
  })

  it('is set up with one secret in two windows, and with a new one after an hour', async () => {
    const { username } = await signedIn()
    const begin = async () => {
      const client = bearer((await login(username)).body)
      return { client, secret: (await client.post('/auth/second-factor/', { password: PASSWORD })).body['secret'] }
    }
    const first = await begin()
    later(TOTP_SETUP_LIFE_S)
    expect((await begin()).secret).toBe(first.secret)
    later(TOTP_STEP_S)
    const { client, secret } = await begin()
    expect(secret).not.toBe(first.secret)
    const code = appCode(String(secret), api.now)
    expect((await client.post('/auth/second-factor/confirm/', { code })).status).toBe(200)
    expect((await client.post('/auth/second-factor/confirm/', { code })).body['detail']).toContain('is on already')
  })

  it('is set up, renewed and turned off only with the password', async () => {
    const { username, client } = await withSecondStep()
    for (const path of ['recovery-codes/', 'end/'])
      expect((await client.post(`/auth/second-factor/${path}`, { password: 'not it' })).status).toBe(422)
    expect((await client.post('/auth/second-factor/', { password: PASSWORD })).body['code']).toBe('invalid_state')
    expect((await client.post('/auth/second-factor/end/', { password: PASSWORD })).body['enabled']).toBe(false)
    expect((await login(username)).status).toBe(200)
  })

  it('can be reset for another user by an administrator only', async () => {
    const { id, username } = await withSecondStep()
    const manager = await api.as('manager')
    expect((await manager.post(`/users/${id}/second-factor/reset/`)).status).toBe(403)
    expect((await admin.post(`/users/${id}/second-factor/reset/`)).status).toBe(200)
    expect((await login(username)).status).toBe(200)
    expect(await actions(id)).toContain('users.second_factor_reset')
  })

  it('accepts no code while its secret is missing, until an administrator resets it', async () => {
    const { id, username } = await person({ mfa_enabled: true })
    expect((await login(username)).body['code']).toBe('code_required')
    for (const code of ['000000', 'banana'])
      expect((await login(username, PASSWORD, code)).body['code']).toBe('code_wrong')
    // An unconfirmed secret accepts no code.
    await sql`insert into second_factors (user_id, secret) values (${id}, 'sealed')`.execute(api.db)
    expect((await login(username, PASSWORD, 'banana')).body['code']).toBe('code_wrong')
    expect(await actions(id)).toContain('auth.code_refused')
    expect((await admin.post(`/users/${id}/second-factor/reset/`)).status).toBe(200)
    expect((await login(username)).status).toBe(200)
  })

  it.runIf(inject('postgresServer'))(
    'is off when a reset and its confirmation are simultaneous (with two connections: PostgreSQL)',
    async () => {
      const { id, username, client } = await signedIn()
      const setup = await client.post('/auth/second-factor/', { password: PASSWORD })
      const code = appCode(String(setup.body['secret']), api.now)
      const { confirmed, reset } = await api.db.transaction().execute(async (tx) => {
        await sql`select 1 from second_factors where user_id = ${id} for update`.execute(tx)
        let answers = 0
        const count = () => void (answers += 1)
        const confirmed = client.post('/auth/second-factor/confirm/', { code }).finally(count)
        await waitForLocks(api.db, 1, () => answers > 0)
        const reset = admin.post(`/users/${id}/second-factor/reset/`).finally(count)
        await waitForLocks(api.db, 2, () => answers > 0)
        return { confirmed, reset }
      })
      expect([(await confirmed).status, (await reset).status]).toEqual([200, 200])
      expect((await login(username)).status).toBe(200)
      expect(await actions(id)).toContain('users.second_factor_reset')
    },
  )

  it('cannot be reset by administrators for their own account, and neither can the password', async () => {
    const { id, client } = await signedIn({ role: 'admin' })
    expect((await client.post(`/users/${id}/second-factor/reset/`)).body['code']).toBe('invalid_state')
    expect((await client.post(`/users/${id}/link/`, { show_link: true })).body['code']).toBe('invalid_state')
  })
})

describe('sessions', () => {
  it('are listed and ended by their owner, and by no other user', async () => {
    const { username, client } = await signedIn()
    const other = bearer((await login(username)).body)
    const stranger = await signedIn()
    const { rows } = await client.get('/auth/sessions/')
    expect(rows.map((row) => row['is_current']).sort()).toEqual([false, true])
    const elsewhere = rows.find((row) => row['is_current'] === false)
    expect((await stranger.client.delete(`/auth/sessions/${String(elsewhere?.['id'])}/`)).status).toBe(404)
    expect((await client.delete(`/auth/sessions/${String(elsewhere?.['id'])}/`)).rows).toHaveLength(1)
    expect((await other.get('/auth/user/')).status).toBe(401)
    expect((await stranger.client.get('/auth/user/')).status).toBe(200)
  })

  it('of all other devices end on request', async () => {
    const { username, client } = await signedIn()
    const others = [bearer((await login(username)).body), bearer((await login(username)).body)]
    expect((await client.post('/auth/sessions/end-others/')).rows).toHaveLength(1)
    for (const other of others) expect((await other.get('/auth/user/')).status).toBe(401)
    expect((await client.get('/auth/user/')).status).toBe(200)
  })

  it('end when an administrator ends them or changes the role of the user', async () => {
    const { id, client, username } = await signedIn()
    const { rows } = await admin.get(`/users/${id}/sessions/`)
    expect((await admin.delete(`/users/${id}/sessions/${String(rows[0]?.['id'])}/`)).rows).toEqual([])
    expect((await client.get('/auth/user/')).status).toBe(401)
    const again = bearer((await login(username)).body)
    expect((await admin.patch(`/users/${id}`, { first_name: 'Benno' }, { ifMatch: '*' })).status).toBe(200)
    expect((await again.get('/auth/user/')).status).toBe(200)
    expect((await admin.patch(`/users/${id}`, { role: 'manager' }, { ifMatch: '*' })).status).toBe(200)
    expect((await again.get('/auth/user/')).status).toBe(401)
  })
})

describe('links', () => {
  const tokenOf = (link: unknown) => /\/welcome\/([\w-]+)$/.exec(String(link))?.[1] ?? ''
  const invite = async () => {
    const { body: user } = await admin.post('/users/', {
      username: 'new@example.com',
      email: 'new@example.com',
      first_name: 'Nadia',
      status: 'invited',
    })
    const { body, status } = await admin.post(`/users/${String(user['id'])}/link/`, {})
    return { id: String(user['id']), status, link: body, token: tokenOf(body['link']) }
  }

  it('lead to this server, whatever host name the request has', async () => {
    const { id } = await invite()
    const headers = { host: 'elsewhere.localhost:8080' }
    const { body } = await admin.post(`/users/${id}/link/`, { show_link: true }, { headers })
    expect(String(body['link'])).toMatch(/^http:\/\/127\.0\.0\.1:0\/welcome\//)
  })

  it('let an invited user choose a password once', async () => {
    const { id, status, link, token } = await invite()
    expect([status, link['purpose'], link['email']]).toEqual([201, 'invitation', 'new@example.com'])
    expect((await anonymous().get(`/account-links/${token}/`)).body).toMatchObject({
      name: 'Nadia',
      purpose: 'invitation',
    })
    expect((await anonymous().post(`/account-links/${token}/`, { password: 'short' })).status).toBe(422)
    expect(await anonymous().post(`/account-links/${token}/`, { password: 'passwordpassword' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/password', code: 'password_repeated' }] },
    })
    expect((await anonymous().post(`/account-links/${token}/`, { password: PASSWORD })).body).toEqual({
      username: 'new@example.com',
    })
    expect((await login('new@example.com')).body['user']).toMatchObject({ must_change_password: false })
    expect((await anonymous().post(`/account-links/${token}/`, { password: `${PASSWORD}!` })).body['code']).toBe(
      'link_over',
    )
    expect((await admin.get(`/users/${id}`)).body['status']).toBe('active')
    expect(await actions(id)).toEqual(
      expect.arrayContaining(['users.invited', 'users.invitation_accepted', 'auth.logged_in']),
    )
  })

  it('work once, also in two simultaneous requests', async () => {
    const { token } = await invite()
    const both = await Promise.all(
      [PASSWORD, `${PASSWORD}!`].map((password) => anonymous().post(`/account-links/${token}/`, { password })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  it('expire with a newer link, with time, and with the account', async () => {
    const { id, token } = await invite()
    const { body } = await admin.post(`/users/${id}/link/`, {})
    const newer = tokenOf(body['link'])
    expect((await anonymous().get(`/account-links/${token}/`)).body['code']).toBe('link_over')
    expect((await anonymous().get(`/account-links/${newer}/`)).status).toBe(200)
    await admin.patch(`/users/${id}`, { status: 'disabled' }, { ifMatch: '*' })
    expect((await anonymous().post(`/account-links/${newer}/`, { password: PASSWORD })).body['code']).toBe('link_over')
    expect((await admin.post(`/users/${id}/link/`, {})).body['code']).toBe('invalid_state')

    const known = await person()
    const reset = tokenOf((await admin.post(`/users/${known.id}/link/`, {})).body['link'])
    later(PASSWORD_LINK_LIFE_S)
    expect((await anonymous().get(`/account-links/${reset}/`)).body['code']).toBe('link_over')
    expect((await anonymous().get(`/account-links/${'A'.repeat(64)}/`)).body['code']).toBe('link_unknown')
  })

  it('for a new password end every session of the account', async () => {
    const { id, username, client } = await signedIn()
    const { body } = await admin.post(`/users/${id}/link/`, {})
    expect(body['purpose']).toBe('password')
    expect((await client.get('/auth/user/')).status).toBe(200)
    await anonymous().post(`/account-links/${tokenOf(body['link'])}/`, { password: 'another long password' })
    expect((await client.get('/auth/user/')).status).toBe(401)
    expect((await login(username)).status).toBe(401)
    expect((await login(username, 'another long password')).status).toBe(200)
  })

  it('to an invitation stay valid after a correction of the account', async () => {
    const { id, token } = await invite()
    expect((await admin.patch(`/users/${id}`, { role: 'manager' }, { ifMatch: '*' })).status).toBe(200)
    expect((await anonymous().get(`/account-links/${token}/`)).status).toBe(200)
  })

  it('are created by administrators only', async () => {
    const { id } = await person()
    expect((await (await api.as('manager')).post(`/users/${id}/link/`, {})).status).toBe(403)
  })
})
