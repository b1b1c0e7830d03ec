import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  REFRESH_REUSE_GRACE_S,
  REFRESH_TOKEN_IDLE_S,
  REFRESH_TOKEN_LIFE_S,
} from '../../contract/core/limits/token-lifetimes'
import { accountSecrets } from '../../server/adapters/account-secrets'
import { hashPassword } from '../../server/adapters/passwords'
import { createStaffFactors } from '../../server/features/auth/second-factor'
import { createSessions } from '../../server/features/auth/sessions'
import { insertUser } from '../support/accounts'
import { useApi, type Answer } from '../support/api'

/** `WAYLINE_PROPERTY_RUNS=1000` runs the number of rounds that the specification requires. */
const RUNS = Number(process.env['WAYLINE_PROPERTY_RUNS'] ?? 25)
const PASSWORD = 'correct horse battery staple'

const api = useApi()
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(() => {
  api.now = new Date()
})

const anonymous = () => api.client({})
const refresh = (token: unknown) => anonymous().post('/token/refresh/', { refresh: token })
const whoAmI = async (access: unknown) =>
  (await api.client({ authorization: `Bearer ${String(access)}` }).get('/auth/user/')).status
const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1000))

async function signIn(): Promise<Answer['body'] & { userId: string }> {
  const { id, username } = await insertUser(api, { password_hash: passwordHash })
  const { body } = await anonymous().post('/auth/login/', { username, password: PASSWORD })
  return { ...body, userId: id }
}

describe('P-08 two tabs', () => {
  it('that refresh with the same token at once both get tokens and stay signed in', async () => {
    for (let round = 0; round < RUNS; round += 1) {
      const { refresh: token } = await signIn()
      const [one, two] = await Promise.all([refresh(token), refresh(token)])
      expect([one.status, two.status]).toEqual([200, 200])
      // The browser stores the last response, and the other tab reads it there.
      const next = await refresh(round % 2 ? one.body['refresh'] : two.body['refresh'])
      expect(next.status).toBe(200)
      expect(await whoAmI(next.body['access'])).toBe(200)
    }
  })

  it('get tokens up to the end of the grace period, and not a second later', async () => {
    const stored = await signIn()
    await refresh(stored['refresh'])
    later(REFRESH_REUSE_GRACE_S)
    expect((await refresh(stored['refresh'])).status).toBe(200)

    const stolen = await signIn()
    const next = await refresh(stolen['refresh'])
    later(REFRESH_REUSE_GRACE_S + 1)
    expect((await refresh(stolen['refresh'])).status).toBe(401)
    expect([(await refresh(next.body['refresh'])).status, await whoAmI(next.body['access'])]).toEqual([401, 401])
  })
})

describe('P-08 a stolen refresh token', () => {
  it('ends the session when its new tokens and those of the owner are both used', async () => {
    const { refresh: token } = await signIn()
    const [own, theirs] = [await refresh(token), await refresh(token)]
    expect((await refresh(own.body['refresh'])).status).toBe(200)
    expect((await refresh(theirs.body['refresh'])).status).toBe(401)
    expect([await whoAmI(own.body['access']), await whoAmI(theirs.body['access'])]).toEqual([401, 401])
  })

  it.each([0, REFRESH_REUSE_GRACE_S + 1])(
    'two generations old ends the session %i s after its use, and writes a history entry',
    async (seconds) => {
      for (let round = 0; round < Math.ceil(RUNS / 5); round += 1) {
        const { refresh: first, userId } = await signIn()
        const second = (await refresh(first)).body['refresh']
        const third = (await refresh(second)).body
        later(seconds)
        expect((await refresh(first)).status).toBe(401)
        for (const token of [first, second, third['refresh']]) expect((await refresh(token)).status).toBe(401)
        expect(await whoAmI(third['access'])).toBe(401)
        const notes = await api.db
          .selectFrom('audit_events')
          .select('action')
          .where('entity_id', '=', userId)
          .where('action', '=', 'auth.refresh_reused')
          .execute()
        expect(notes).toHaveLength(1)
      }
    },
  )

  it('expires with its session after a day without use and after fourteen days in any case', async () => {
    const idle = await signIn()
    later(REFRESH_TOKEN_IDLE_S)
    expect((await refresh(idle['refresh'])).body['code']).toBe('token_expired')

    let token = (await signIn())['refresh']
    for (let seconds = 0; seconds < REFRESH_TOKEN_LIFE_S - REFRESH_TOKEN_IDLE_S; seconds += REFRESH_TOKEN_IDLE_S / 2) {
      later(REFRESH_TOKEN_IDLE_S / 2)
      const answer = await refresh(token)
      expect(answer.status).toBe(200)
      token = answer.body['refresh']
    }
    later(REFRESH_TOKEN_IDLE_S - 1)
    expect((await refresh(token)).status).toBe(200)
    later(1)
    expect((await refresh(token)).status).toBe(401)
  })
})

describe('P-09 by the very next request', () => {
  type Session = Awaited<ReturnType<typeof signIn>>
  const endings: Record<string, (session: Session) => Promise<unknown>> = {
    'signing out': ({ refresh: token }) => anonymous().post('/auth/logout/', { refresh: token }),
    'disabling the account': async ({ userId }) =>
      (await api.as('admin')).patch(`/users/${userId}`, { status: 'disabled' }, { ifMatch: '*' }),
    'changing the password in this session': ({ access }) =>
      api
        .client({ authorization: `Bearer ${String(access)}` })
        .post('/auth/password/', { current_password: PASSWORD, new_password: 'another long password' }),
    'an administrator’s choice of another password': async ({ userId }) =>
      (await api.as('admin')).patch(`/users/${userId}`, { password: 'another long password' }, { ifMatch: '*' }),
    'an administrator’s taking away of the second step': async ({ userId }) => {
      await api.db.updateTable('users').set({ mfa_enabled: true }).where('id', '=', userId).execute()
      return (await api.as('admin')).post(`/users/${userId}/second-factor/reset/`)
    },
    'changing the password in another session': async ({ user }) => {
      const { username } = user as { username: string }
      const { body } = await anonymous().post('/auth/login/', { username, password: PASSWORD })
      return api
        .client({ authorization: `Bearer ${String(body['access'])}` })
        .post('/auth/password/', { current_password: PASSWORD, new_password: 'another long password' })
    },
  }

  it.each(Object.entries(endings))('R-58 %s has ended the access token and the refresh token', async (_, end) => {
    for (let round = 0; round < Math.ceil(RUNS / 5); round += 1) {
      const session = await signIn()
      expect(await whoAmI(session['access'])).toBe(200)
      await end(session)
      expect([await whoAmI(session['access']), (await refresh(session['refresh'])).status]).toEqual([401, 401])
    }
  })
})

describe('a sign-in in progress', () => {
  const changes = {
    'the password': { password_hash: 'another' },
    'the second step': { mfa_enabled: true },
    'the state of the account': { status: 'disabled' },
  } as const

  it.each(Object.entries(changes))('is refused when %s changes before its end', async (_, change) => {
    const { userId, user } = await signIn()
    const factors = {
      ...createStaffFactors(api.db, accountSecrets(api.secrets.account_key)),
      // The last check of a sign-in.
      pass: async () => {
        await api.db.updateTable('users').set(change).where('id', '=', userId).execute()
        return 'passed' as const
      },
    }
    const { login } = createSessions(api.db, api.secrets.access_token_key, factors, () => undefined)
    const { username } = user as { username: string }
    const actor = { kind: 'system', id: null, name: '', role: 'viewer', sessionId: null } as const
    const context = { actor, requestId: uuidv7(), ip: null, language: 'en', now: () => api.now } as const
    await expect(login({ username, password: PASSWORD }, null, context)).rejects.toMatchObject({
      code: 'credentials_wrong',
    })
    const sessions = await api.db.selectFrom('auth_sessions').select('id').where('user_id', '=', userId).execute()
    expect(sessions).toHaveLength(1)
  })
})

describe('changing one’s own password', () => {
  it('is refused when another change was made with the same current password', async () => {
    const { userId } = await signIn()
    const factors = createStaffFactors(api.db, accountSecrets(api.secrets.account_key))
    const { changePassword } = createSessions(api.db, api.secrets.access_token_key, factors, () => undefined)
    const actor = { kind: 'user', id: userId, name: '', role: 'viewer', sessionId: null } as const
    const context = { actor, requestId: uuidv7(), ip: null, language: 'en', now: () => api.now } as const
    const choose = (new_password: string) =>
      changePassword({ current_password: PASSWORD, new_password }, null, context).then(
        () => 'chosen',
        ({ code }: { code: string }) => code,
      )
    const outcomes = await Promise.all([choose('another long password'), choose('one more long password')])
    expect(outcomes.toSorted()).toEqual(['chosen', 'validation'])
  })

  it('keeps its own session, and invalidates the links for a new password', async () => {
    const { userId, access } = await signIn()
    const admin = await api.as('admin')
    const link = String((await admin.post(`/users/${userId}/link/`, { show_link: true })).body['link'])
    const { status, body } = await api
      .client({ authorization: `Bearer ${String(access)}` })
      .post('/auth/password/', { current_password: PASSWORD, new_password: 'another long password' })
    expect([status, await whoAmI(body['access'])]).toEqual([200, 200])
    expect((await refresh(body['refresh'])).status).toBe(200)
    const path = `/account-links/${link.split('/').at(-1)}/`
    expect(await anonymous().get(path)).toMatchObject({ status: 410, body: { code: 'link_over' } })
  })

  it('requires the current password, and is not possible in the form of an account', async () => {
    const admin = await api.as('admin')
    const me = `/users/${String((await admin.get('/auth/user/')).body['id'])}`
    const refused = await admin.patch(me, { password: 'another long password' }, { ifMatch: '*' })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/password' }] } })
  })
})
