import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  LOGIN_FAILURES_FROM_STRANGE_NETWORKS,
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_NETWORK,
  LOGIN_WINDOW_S,
  SIGN_IN_PLACES_PER_ACCOUNT,
  SIGN_IN_PLACE_RETENTION_DAYS,
} from '../../contract/core/limits/sign-in'
import { hashPassword } from '../../server/adapters/passwords'
import { insertUser } from '../support/accounts'
import { useApi, type Json } from '../support/api'
import { usePartners } from '../support/partner'
import { appCode } from '../support/totp'
import { sweepOf } from '../support/work'

const PASSWORD = 'correct horse battery staple'
const OFFICE = '192.0.2.10'

const api = useApi()
const { portal } = usePartners(api)
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})
beforeEach(async () => {
  api.now = new Date('2030-05-17T08:00:00Z')
  await api.reset()
})

const later = (seconds: number) => (api.now = new Date(api.now.getTime() + seconds * 1000))
const post = async (path: string, remoteAddress: string, payload: Json, authorization?: string) => {
  const headers = { ...(authorization && { authorization }) }
  const answer = await api.app.inject({ method: 'POST', url: `/api${path}`, remoteAddress, payload, headers })
  return { status: answer.statusCode, body: answer.json<Json>() }
}
const signIn = (username: string, from: string, password = PASSWORD, code?: string) =>
  post('/auth/login/', from, { username, password, ...(code !== undefined && { code }) })
/** Returns a different address for each number. */
const addressOf = (number: number) => `198.51.${100 + (number >> 8)}.${number & 255}`

const person = (more: Json = {}) => insertUser(api, { password_hash: passwordHash, ...more })

/** Counts the attempts that were checked and not rate-limited. */
const countChecked = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status !== 429).length

async function attack(guess: (from: string) => Promise<{ status: number }>, tries = 60): Promise<number> {
  const answers = []
  for (let number = 0; number < tries; number += 1) answers.push(await guess(addressOf(number)))
  return countChecked(answers)
}

describe('guessing one password from many addresses', () => {
  it('is limited for the account, and its owner can sign in from usual addresses', async () => {
    const { username } = await person()
    expect((await signIn(username, OFFICE)).status).toBe(200)
    expect(await attack((from) => signIn(username, from, 'wrong'))).toBe(LOGIN_FAILURES_FROM_STRANGE_NETWORKS)
    expect((await signIn(username, addressOf(61))).status).toBe(429)
    expect((await signIn(username, OFFICE)).status).toBe(200)
    expect((await signIn((await person()).username, addressOf(62))).status).toBe(200)
    later(LOGIN_WINDOW_S)
    expect((await signIn(username, addressOf(61))).status).toBe(200)
  })

  it('is limited when all of them try at once', async () => {
    const { username } = await person()
    const all = Array.from({ length: 40 }, (_, number) => signIn(username, addressOf(number), 'wrong'))
    expect(countChecked(await Promise.all(all))).toBeLessThanOrEqual(LOGIN_FAILURES_FROM_STRANGE_NETWORKS)
  })

  it('counts the addresses of one IPv6 subscriber as one', async () => {
    const { username } = await person()
    const from = (number: number) => `2001:db8:0:7:${number.toString(16)}::1`
    const answers = []
    for (let number = 0; number < 12; number += 1) answers.push(await signIn(username, from(number), 'wrong'))
    expect(countChecked(answers)).toBe(LOGIN_FAILURES_PER_ACCOUNT)
    expect((await signIn(username, '2001:db8:0:8::1')).status).toBe(200)
  })

  it('does not continue with the codes of the second step', async () => {
    const { username } = await person()
    const { body } = await signIn(username, OFFICE)
    const bearer = `Bearer ${String(body['access'])}`
    const setup = await post('/auth/second-factor/', OFFICE, { password: PASSWORD }, bearer)
    const code = () => appCode(String(setup.body['secret']), api.now)
    await post('/auth/second-factor/confirm/', OFFICE, { code: code() }, bearer)
    expect(await attack((from) => signIn(username, from, PASSWORD, '000000'), 20)).toBe(
      LOGIN_FAILURES_FROM_STRANGE_NETWORKS,
    )
    later(60)
    // A request for the code is not a failed attempt, however often it happens.
    for (let times = 0; times <= LOGIN_FAILURES_PER_ACCOUNT; times += 1)
      expect((await signIn(username, OFFICE)).body['code']).toBe('code_required')
    expect((await signIn(username, OFFICE, PASSWORD, code())).status).toBe(200)
  })

  it('is limited for users of partners too', async () => {
    const { email } = await portal()
    const login = (from: string, password: string) => post('/partner/auth/login/', from, { email, password })
    expect((await login(OFFICE, PASSWORD)).status).toBe(200)
    expect(await attack((from) => login(from, 'wrong'))).toBe(LOGIN_FAILURES_FROM_STRANGE_NETWORKS)
    expect([(await login(addressOf(61), PASSWORD)).status, (await login(OFFICE, PASSWORD)).status]).toEqual([429, 200])
  })
})

describe('the user name and the email address of one account', () => {
  const MORE = 3
  /** Returns the answers to wrong passwords for some names, each tried more often than its limit. */
  const answersTo = async (names: string[], from: string) => {
    const answers = []
    for (const name of names)
      for (let times = 0; times < LOGIN_FAILURES_PER_ACCOUNT + MORE; times += 1) {
        const { status, body } = await signIn(name, from, 'wrong')
        answers.push({ status, body: { ...body, request_id: null } })
      }
    return answers
  }

  it('get the same answers as two unknown names, so that neither can be recognized', async () => {
    const [{ username, email }, other, disabled] = [
      await person(),
      await person(),
      await person({ status: 'disabled' }),
    ]
    const unknown = await answersTo(['nobody-here', 'nobody-here@example.com'], addressOf(1))
    const eachName = [...Array<number>(LOGIN_FAILURES_PER_ACCOUNT).fill(401), ...Array<number>(MORE).fill(429)]
    expect(unknown.map(({ status }) => status)).toEqual([...eachName, ...eachName])
    expect(await answersTo([username, email], addressOf(2))).toEqual(unknown)
    expect(await answersTo([other.email.toUpperCase(), other.username], addressOf(3))).toEqual(unknown)
    expect(await answersTo([disabled.username, disabled.email], addressOf(4))).toEqual(unknown)
  })

  it('share one limit, which refuses the right password like a wrong one', async () => {
    const { username, email } = await person()
    for (let times = 1; times < LOGIN_FAILURES_PER_ACCOUNT; times += 1)
      expect((await signIn(username, OFFICE, 'wrong')).status).toBe(401)
    const wrong = await signIn(email, OFFICE, 'wrong')
    expect(wrong.body['code']).toBe('credentials_wrong')
    const right = await signIn(email, OFFICE)
    expect({ ...right.body, request_id: null }).toEqual({ ...wrong.body, request_id: null })
    expect((await signIn(username, OFFICE)).body['code']).toBe('credentials_wrong')
    later(LOGIN_WINDOW_S)
    expect((await signIn(email, OFFICE)).status).toBe(200)
  })

  it('share one limit for other networks, and are accepted on networks of their owner', async () => {
    const { username, email } = await person()
    expect((await signIn(username, OFFICE)).status).toBe(200)
    for (let number = 0; number < LOGIN_FAILURES_FROM_STRANGE_NETWORKS; number += 1)
      expect((await signIn(number % 2 === 0 ? username : email, addressOf(number), 'wrong')).status).toBe(401)
    for (const name of [username, email]) {
      expect((await signIn(name, addressOf(61))).body['code']).toBe('credentials_wrong')
      expect((await signIn(name, OFFICE)).status).toBe(200)
    }
  })

  it('are both reset by the right password', async () => {
    const { username, email } = await person()
    for (let rounds = 0; rounds < 3; rounds += 1) {
      for (let times = 1; times < LOGIN_FAILURES_PER_ACCOUNT; times += 1)
        expect((await signIn(username, OFFICE, 'wrong')).status).toBe(401)
      expect((await signIn(email, OFFICE)).status).toBe(200)
    }
  })
})

describe('many failures at one address', () => {
  it('block only users who are new there, not users who sign in there daily or are signed in', async () => {
    const [colleague, stranger] = [await person(), await person()]
    const { body } = await signIn(colleague.username, OFFICE)
    for (let number = 0; number <= LOGIN_FAILURES_PER_NETWORK; number += 1)
      await signIn(`nobody-${number}`, OFFICE, 'wrong')
    expect((await signIn(stranger.username, OFFICE)).status).toBe(429)
    expect((await signIn(colleague.username, OFFICE)).status).toBe(200)
    const change = { current_password: PASSWORD, new_password: 'another long password' }
    expect((await post('/auth/password/', OFFICE, change, `Bearer ${String(body['access'])}`)).status).toBe(200)
  })

  it('of one account block that account there, and are reset by the right password', async () => {
    const { username } = await person()
    const wrong = () => signIn(username, OFFICE, 'wrong')
    for (let tries = 1; tries < LOGIN_FAILURES_PER_ACCOUNT; tries += 1) await wrong()
    expect((await signIn(username, OFFICE)).status).toBe(200)
    for (let tries = 0; tries < LOGIN_FAILURES_PER_ACCOUNT; tries += 1) expect((await wrong()).status).toBe(401)
    expect((await signIn(username, OFFICE)).status).toBe(429)
  })
})

it('guessing the current password in an open session is limited, and does not block sign-ins', async () => {
  const { username } = await person()
  const bearer = `Bearer ${String((await signIn(username, OFFICE)).body['access'])}`
  const prove = (password: string, from: string) => post('/auth/second-factor/end/', from, { password }, bearer)
  for (let tries = 0; tries < LOGIN_FAILURES_PER_ACCOUNT; tries += 1)
    expect((await prove('wrong', addressOf(tries))).status).toBe(422)
  expect((await prove(PASSWORD, OFFICE)).status).toBe(429)
  expect((await signIn(username, OFFICE)).status).toBe(200)
})

describe('a network of a successful sign-in', () => {
  const places = async () =>
    (await api.db.selectFrom('sign_in_places').select('network').orderBy('last_at').execute()).map(
      ({ network }) => network,
    )

  it('is stored for a limited number per account, the latest ones', async () => {
    const { username } = await person()
    for (let number = 0; number < SIGN_IN_PLACES_PER_ACCOUNT + 2; number += 1) {
      later(1)
      await signIn(username, addressOf(number))
    }
    expect(await places()).toEqual(
      Array.from({ length: SIGN_IN_PLACES_PER_ACCOUNT }, (_, place) => addressOf(place + 2)),
    )
  })

  it('is deleted after a time, and does not count after it', async () => {
    const { username } = await person()
    await signIn(username, OFFICE)
    later(SIGN_IN_PLACE_RETENTION_DAYS * 86_400)
    for (let number = 0; number < 12; number += 1) await signIn(username, addressOf(number), 'wrong')
    expect((await signIn(username, OFFICE)).status).toBe(429)
    await sweepOf(api, () => new Date(api.now.getTime() + LOGIN_WINDOW_S * 1000))()
    expect(await places()).toEqual([])
    expect(await api.db.selectFrom('login_failures').selectAll().execute()).toEqual([])
  })
})
