import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { TOTP_STEP_S } from '../../contract/core/limits/second-factor'
import { LOGIN_FAILURES_PER_ACCOUNT } from '../../contract/core/limits/sign-in'
import { PARTNER_SESSION_IDLE_S } from '../../contract/core/limits/token-lifetimes'
import { accountSecrets } from '../../server/adapters/account-secrets'
import { getMember } from '../../server/features/partner/auth/repository'
import { memberOwners } from '../../server/features/partner/auth/second-factor'
import { systemContext } from '../../server/kernel/context'
import { createSecondFactors } from '../../server/http/second-factor'
import { useApi, type Client, type Json } from '../support/api'
import { waitForLocks } from '../support/lock-waits'
import { PARTNER_PASSWORD, usePartners } from '../support/partner'
import { appCode } from '../support/totp'

const api = useApi()
const { bearer, signIn, portal, program } = usePartners(api)
const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1_000))
const ANOTHER = 'three quiet buses waiting'

beforeEach(() => {
  api.now = new Date('2030-05-20T09:00:00Z')
})

const status = async (client: Client) => (await client.get('/partner/auth/me/')).status
const actionsOn = async (memberId: string) =>
  (await (await api.as('admin')).list('audit-events', { filter: { entity_id: memberId } })).rows.map(
    ({ action }) => action,
  )

describe('the password of a partner user', () => {
  const change = (client: Client, current_password: string, new_password: string) =>
    client.post('/partner/auth/password/', { current_password, new_password })

  it('is changed by its user, which ends every session, and returns a new token', async () => {
    const { email, client, memberId } = await portal()
    const elsewhere = bearer((await signIn(email)).body['token'])
    const { status: answered, body } = await change(client, PARTNER_PASSWORD, ANOTHER)
    expect(answered).toBe(200)
    expect(await Promise.all([client, elsewhere, bearer(body['token'])].map(status))).toEqual([401, 401, 200])
    expect((await signIn(email)).status).toBe(422)
    expect((await signIn(email, ANOTHER)).status).toBe(200)
    expect(await actionsOn(memberId)).toContain('partner_auth.password_changed')
  })

  it('is refused on its field when it is wrong, the same, short or weak', async () => {
    const { client } = await portal({ legal_name: 'Sunvia Travel' })
    const refused = async (current: string, next: string) => {
      const { status: answered, body } = await change(client, current, next)
      return [answered, (body['errors'] as Json[]).map(({ pointer }) => pointer)]
    }
    expect(await refused('not the one', ANOTHER)).toEqual([422, ['/current_password']])
    for (const next of [PARTNER_PASSWORD, 'short', 'sunviatravel1', 'Password2026!'])
      expect(await refused(PARTNER_PASSWORD, next), next).toEqual([422, ['/new_password']])
    expect(await status(client)).toBe(200)
  })

  it('is changed once by two simultaneous requests', async () => {
    const { email, client } = await portal()
    const chosen = [`${ANOTHER} one`, `${ANOTHER} two`]
    const answers = await Promise.all(chosen.map((next) => change(client, PARTNER_PASSWORD, next)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const works = await Promise.all(chosen.map(async (next) => (await signIn(email, next)).status === 200))
    expect(works).toEqual(answers.map((answer) => answer.status === 200))
  })

  it('is the same in every Unicode normalization', async () => {
    const { email, client } = await portal()
    const typed = 'Café tundra wök 59'
    expect((await change(client, PARTNER_PASSWORD, typed.normalize('NFD'))).status).toBe(200)
    for (const form of ['NFC', 'NFD'] as const) expect((await signIn(email, typed.normalize(form))).status).toBe(200)
  })

  it('cannot be changed with an API key', async () => {
    const { partner } = await portal()
    const { client } = await program(partner)
    expect((await change(client, PARTNER_PASSWORD, ANOTHER)).status).toBe(403)
    expect((await client.get('/partner/auth/sessions/')).status).toBe(403)
  })
})

describe('the sessions of a partner user', () => {
  it('are listed, and ended one by one or all except the current one, and not by another user', async () => {
    const { email, client } = await portal()
    const stranger = await portal()
    const [second, third] = [await signIn(email), await signIn(email)].map(({ body }) => bearer(body['token']))
    if (!second || !third) throw new Error('not signed in')
    const { rows } = await client.get('/partner/auth/sessions/')
    expect(rows).toHaveLength(3)
    expect(rows.filter((row) => row['is_current'])).toHaveLength(1)
    const [other] = (await third.get('/partner/auth/sessions/')).rows.filter((row) => row['is_current'])
    const path = `/partner/auth/sessions/${String(other?.['id'])}`
    expect((await stranger.client.delete(path)).status).toBe(404)
    expect((await client.delete(path)).status).toBe(200)
    expect((await client.delete(path)).status).toBe(404)
    expect(await Promise.all([client, second, third].map(status))).toEqual([200, 200, 401])
    const left = await client.post('/partner/auth/sessions/end-others/')
    expect(left.rows).toMatchObject([{ is_current: true }])
    expect(await Promise.all([client, second, stranger.client].map(status))).toEqual([200, 401, 200])
  })

  it('are not listed after they have been idle for too long', async () => {
    const { email } = await portal()
    later(PARTNER_SESSION_IDLE_S)
    const client = bearer((await signIn(email)).body['token'])
    expect((await client.get('/partner/auth/sessions/')).rows).toHaveLength(1)
  })
})

describe('two-step sign-in of a partner user', () => {
  const enter = (email: string, code?: string) =>
    api.client({}).post('/partner/auth/login/', { email, password: PARTNER_PASSWORD, ...(code && { code }) })
  const codeErrors = ({ status: answered, body }: Awaited<ReturnType<typeof enter>>) => [
    answered,
    (body['errors'] as Json[]).map(({ pointer, code }) => `${String(pointer)} ${String(code)}`),
  ]
  const WRONG = [422, ['/code portal_code_wrong']]
  const resetOf = async (partner: Json, memberId: string) =>
    (await api.as('admin')).post(`/partners/${String(partner['id'])}/members/${memberId}/second-factor/reset/`)
  async function withSecondStep() {
    const person = await portal()
    const setup = await person.client.post('/partner/auth/second-factor/', { password: PARTNER_PASSWORD })
    const code = () => appCode(String(setup.body['secret']), api.now)
    const confirmed = await person.client.post('/partner/auth/second-factor/confirm/', { code: code() })
    later(TOTP_STEP_S)
    return { ...person, code, setup, codes: confirmed.body['recovery_codes'] as string[] }
  }

  it('does not change the sign-in of accounts without it', async () => {
    const { email, client } = await portal()
    expect((await client.get('/partner/auth/second-factor/')).body).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect((await enter(email)).status).toBe(200)
    expect((await enter(email, '123456')).status).toBe(200)
  })

  it('requires a code with an error on its field, never with 401, and accepts it once', async () => {
    const { email, partner, memberId, client, code, setup } = await withSecondStep()
    expect(codeErrors(await enter(email))).toEqual([422, ['/code portal_code_required']])
    expect(codeErrors(await enter(email, '000000'))).toEqual([422, ['/code portal_code_wrong']])
    const both = await Promise.all([enter(email, code()), enter(email, code())])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
    expect((await client.get('/partner/auth/second-factor/')).body).toEqual({ enabled: true, recovery_codes_left: 10 })
    const { body } = await (await api.as('admin')).get(`/partners/${String(partner['id'])}/access`)
    expect(body['members']).toMatchObject([{ id: memberId, mfa_enabled: true }])
    const rows = await api.db.selectFrom('partner_second_factors').select('secret').execute()
    expect(JSON.stringify(rows)).not.toContain(String(setup.body['secret']))
  })

  it('ends the other sessions of its user when it is turned on or off', async () => {
    const { email, client } = await portal()
    const without = bearer((await signIn(email)).body['token'])
    const setup = await client.post('/partner/auth/second-factor/', { password: PARTNER_PASSWORD })
    const secret = String(setup.body['secret'])
    await client.post('/partner/auth/second-factor/confirm/', { code: appCode(secret, api.now) })
    expect(await Promise.all([client, without].map(status))).toEqual([200, 401])
    later(TOTP_STEP_S)
    const other = bearer((await enter(email, appCode(secret, api.now))).body['token'])
    const off = await client.post('/partner/auth/second-factor/end/', { password: PARTNER_PASSWORD })
    expect(off.body).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect(await Promise.all([client, other].map(status))).toEqual([200, 401])
    expect((await enter(email)).status).toBe(200)
  })

  it('accepts each recovery code once, and no old one after they are renewed', async () => {
    const { email, memberId, client, codes } = await withSecondStep()
    const [first = '', second = ''] = codes
    expect((await enter(email, first.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect(codeErrors(await enter(email, first))).toEqual([422, ['/code portal_code_wrong']])
    expect((await client.get('/partner/auth/second-factor/')).body['recovery_codes_left']).toBe(9)
    expect(await actionsOn(memberId)).toContain('partner_auth.recovery_code_used')
    const renewed = await client.post('/partner/auth/second-factor/recovery-codes/', { password: PARTNER_PASSWORD })
    expect(renewed.body['recovery_codes']).toHaveLength(10)
    expect((await enter(email, second)).status).toBe(422)
  })

  it('accepts codes in the digits of other scripts, and refuses any other text', async () => {
    const { email, code } = await withSecondStep()
    for (const typed of ['éééééé', '12345⑥', '１２３']) expect((await enter(email, typed)).status, typed).toBe(422)
    const arabic = code().replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    expect((await enter(email, arabic)).status).toBe(200)
  })

  it('leaves no secret and no code in the API log', async () => {
    const { partner, client, setup, codes, code } = await withSecondStep()
    await client.post('/partner/auth/second-factor/recovery-codes/', ['in another shape', PARTNER_PASSWORD])
    const misplaced = `/partner/auth/second-factor/confirm/?code=${code()}`
    expect(await client.post(misplaced, { code: code() })).toMatchObject({ status: 400 })
    await client.post('/partner/auth/second-factor/confirm/', { code: code() })
    await api.server.recorder.flush()
    const admin = await api.as('admin')
    const logs = `/partners/${String(partner['id'])}/api-logs`
    const calls = await Promise.all(
      ((await admin.get(`${logs}/`)).body['results'] as Json[]).map(({ id }) => admin.get(`${logs}/${String(id)}/`)),
    )
    expect(calls.length).toBeGreaterThanOrEqual(4)
    const actual = JSON.stringify(calls.map(({ body }) => body))
    for (const secret of [setup.body['secret'], codes[0], code(), PARTNER_PASSWORD, 'otpauth'])
      expect(actual).not.toContain(String(secret))
  })

  it('is not changed by a reset while it is off', async () => {
    const { partner, memberId, client } = await portal()
    const admin = await api.as('admin')
    const reset = await admin.post(`/partners/${String(partner['id'])}/members/${memberId}/second-factor/reset/`)
    expect([reset.status, await status(client)]).toEqual([200, 200])
    expect(await actionsOn(memberId)).not.toContain('partner_auth.second_factor_reset')
  })

  it('counts no code as a failed attempt when none is expected', async () => {
    const { client } = await portal()
    for (let tries = 0; tries <= LOGIN_FAILURES_PER_ACCOUNT; tries += 1)
      expect((await client.post('/partner/auth/second-factor/confirm/', { code: '123456' })).status).toBe(409)
  })

  it('is not changed with a password that was replaced during the request', async () => {
    const { memberId } = await withSecondStep()
    const member = await getMember(api.db, memberId)
    if (!member) throw new Error('no member')
    const replaced = async () => {
      await api.db.updateTable('partner_members').set({ password_hash: 'another' }).where('id', '=', memberId).execute()
      return member
    }
    const context = systemContext('test', () => api.now)
    const { end, renewCodes } = createSecondFactors(api.db, accountSecrets(api.secrets.account_key), {
      ...memberOwners(api.db),
      confirmed: replaced,
    })
    for (const act of [end, renewCodes])
      await expect(act(PARTNER_PASSWORD, context)).rejects.toMatchObject({ code: 'validation' })
  })

  it('accepts no code while its secret is missing, until a reset', async () => {
    const { email, partner, memberId } = await portal()
    await api.db.updateTable('partner_members').set({ mfa_enabled: true }).where('id', '=', memberId).execute()
    expect(codeErrors(await enter(email))).toEqual([422, ['/code portal_code_required']])
    for (const code of ['000000', 'banana']) expect(codeErrors(await enter(email, code))).toEqual(WRONG)
    // An unconfirmed secret accepts no code.
    await sql`insert into partner_second_factors (member_id, secret) values (${memberId}, 'sealed')`.execute(api.db)
    expect(codeErrors(await enter(email, 'banana'))).toEqual(WRONG)
    expect(await actionsOn(memberId)).toContain('partner_auth.code_refused')
    expect((await resetOf(partner, memberId)).status).toBe(200)
    expect((await enter(email)).status).toBe(200)
  })

  it.runIf(inject('postgresServer'))(
    'is off when a reset and its confirmation are simultaneous (with two connections: PostgreSQL)',
    async () => {
      const { email, partner, memberId, client } = await portal()
      const setup = await client.post('/partner/auth/second-factor/', { password: PARTNER_PASSWORD })
      const code = appCode(String(setup.body['secret']), api.now)
      await api.as('admin')
      const { confirmed, reset } = await api.db.transaction().execute(async (tx) => {
        await sql`select 1 from partner_second_factors where member_id = ${memberId} for update`.execute(tx)
        let answers = 0
        const count = () => void (answers += 1)
        const confirmed = client.post('/partner/auth/second-factor/confirm/', { code }).finally(count)
        await waitForLocks(api.db, 1, () => answers > 0)
        const reset = resetOf(partner, memberId).finally(count)
        await waitForLocks(api.db, 2, () => answers > 0)
        return { confirmed, reset }
      })
      expect([(await confirmed).status, (await reset).status]).toEqual([200, 200])
      expect((await enter(email)).status).toBe(200)
      expect(await actionsOn(memberId)).toContain('partner_auth.second_factor_reset')
    },
  )

  it('limits failed codes', async () => {
    const { email, code } = await withSecondStep()
    for (let tries = 0; tries < LOGIN_FAILURES_PER_ACCOUNT; tries += 1) await enter(email, '000000')
    expect((await enter(email, code())).status).toBe(429)
  })

  it('is changed only with the password, and reset by staff who may edit this partner', async () => {
    const { email, partner, memberId, client } = await withSecondStep()
    for (const path of ['recovery-codes/', 'end/'])
      expect((await client.post(`/partner/auth/second-factor/${path}`, { password: 'not it' })).status).toBe(422)
    const other = await portal()
    const reset = async (role: 'admin' | 'viewer', owner: Json) =>
      (await (await api.as(role)).post(`/partners/${String(owner['id'])}/members/${memberId}/second-factor/reset/`))
        .status
    expect(await reset('viewer', partner)).toBe(403)
    expect(await reset('admin', other.partner)).toBe(404)
    expect(await reset('admin', partner)).toBe(200)
    expect((await enter(email)).status).toBe(200)
    expect(await status(client)).toBe(401)
    expect(await actionsOn(memberId)).toContain('partner_auth.second_factor_reset')
  })
})
