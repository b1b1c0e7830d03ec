import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_RETRY_S } from '../../../../contract/core/limits/requests'
import { createQuote } from '../../../../contract/operations/quote'
import { getHealth } from '../../../../contract/operations/system'
import { createCredential } from '../../../../contract/partner/credentials'
import { createPartnerTrip } from '../../../../contract/partner/trips'
import { DatabaseUnavailable, lost } from '../../../../server/db/unavailable'
import { answerProblems } from '../../../../server/http/problem'
import { systemContext } from '../../../../server/kernel/context'

let app: FastifyInstance
let error: unknown
/** Whether the failed transaction had claimed the key of the call. */
let isClaimed: boolean

beforeEach(() => {
  app = fastify()
  isClaimed = true
  answerProblems(app)
  app.decorateRequest('context')
  app.addHook('onRequest', async (request) => {
    const key = request.headers['idempotency-key']
    const claim = { scope: 'test', fingerprint: 'test', onReplay: () => undefined, isClaimed }
    request.context = {
      ...systemContext('test', () => new Date()),
      ...(typeof key === 'string' && { idempotency: { key, ...claim } }),
    }
  })
  for (const operation of [getHealth, createPartnerTrip, createQuote, createCredential])
    app.route({
      method: operation.method,
      url: operation.path,
      config: { operation },
      handler: async () => {
        throw error
      },
    })
})
afterEach(() => app.close())

const POST_TRIP = { method: 'POST', url: createPartnerTrip.path } as const
const WITH_KEY = { headers: { 'idempotency-key': 'order-1' } }

describe('a lost connection to the database', () => {
  it.each([
    { code: '08006', message: 'connection failure' },
    { code: '57P01', message: 'terminating connection due to administrator command' },
    { code: '57P02', message: 'terminating connection because of crash of another server process' },
    { code: '57P03', message: 'the database system is starting up' },
    { code: 'ECONNRESET', syscall: 'read', message: 'read ECONNRESET' },
    { code: 'ECONNREFUSED', syscall: 'connect', message: 'connect ECONNREFUSED' },
    { message: 'Connection terminated unexpectedly' },
  ])('is answered with 503: $message', async (fault) => {
    error = lost(Object.assign(new Error(fault.message), fault))
    const answer = await app.inject(POST_TRIP)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'unavailable', retryable: true })
    expect(answer.headers['retry-after']).toBe(String(DATABASE_RETRY_S))
  })
})

describe('a lost answer to a commit', () => {
  beforeEach(() => {
    error = new DatabaseUnavailable('unconfirmed', null)
  })

  it('is answered as an unknown outcome that the key settles', async () => {
    const answer = await app.inject({ ...POST_TRIP, ...WITH_KEY })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'outcome_unknown',
      retryable: true,
      retry_after_s: DATABASE_RETRY_S,
      detail: expect.stringContaining('with the same Idempotency-Key') as string,
    })
    expect(answer.headers['retry-after']).toBe(String(DATABASE_RETRY_S))
  })

  it('is not retryable without a key', async () => {
    const answer = await app.inject(POST_TRIP)
    expect(answer.json()).toMatchObject({
      code: 'outcome_unknown',
      retryable: false,
      detail: expect.stringContaining('Check whether it was made') as string,
    })
  })

  it('does not recommend a key to an operation that accepts none', async () => {
    const answer = await app.inject({ method: 'POST', url: createCredential.path })
    expect(answer.json()).toMatchObject({
      code: 'outcome_unknown',
      retryable: false,
      detail: expect.not.stringContaining('Idempotency-Key') as string,
    })
  })

  it('is not retryable when the transaction had not claimed the key', async () => {
    isClaimed = false
    expect((await app.inject({ ...POST_TRIP, ...WITH_KEY })).json()).toMatchObject({
      code: 'outcome_unknown',
      retryable: false,
    })
  })

  it.each([
    ['a read', { method: 'GET', url: getHealth.path }],
    ['a price', { method: 'POST', url: createQuote.path }],
    ['a simulation', { ...POST_TRIP, payload: { simulate: true } }],
    ['a dry run', { ...POST_TRIP, payload: { dry_run: true } }],
    ['a trial', { ...POST_TRIP, payload: { is_trial: true } }],
  ] as const)('is retryable when the call is %s', async (_, call) => {
    expect((await app.inject(call)).json()).toMatchObject({ code: 'unavailable', retryable: true })
  })
})
