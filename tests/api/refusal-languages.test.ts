import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)
let cancelled: Json
beforeAll(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  const journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  const { body } = await desk.book(journey, 1)
  cancelled = (await desk.step(body, 'cancel', { reason: 'Ill' })).body
})

const checkIn = (language: string | undefined, body: Json = {}) =>
  desk.admin.post(`/reservations/${String(cancelled['id'])}/check-in`, body, {
    ifMatch: '*',
    headers: language === undefined ? {} : { 'accept-language': language },
  })

const TEXTS = {
  en: 'is cancelled: its passengers do not travel, so this is not possible.',
  fr: 'est « Annulée » : ses passagers ne voyagent pas, ce n’est donc pas possible.',
  ar: '«\u2068ملغى\u2069»: ركابه لا يسافرون، فهذا غير ممكن.',
}

describe('refusal', () => {
  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['ar', 'ar'],
  ] as const)('is in the language of the caller: %s', async (asked, tag) => {
    const { status, body, headers } = await checkIn(asked)
    const detail = expect.stringContaining(TEXTS[tag]) as string
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'invalid_state',
      detail,
      errors: [{ pointer: '/status', code: 'state', detail }],
    })
    expect(body['detail']).toContain(cancelled['reference'])
    expect(headers['content-language']).toBe(tag)
  })

  it.each([undefined, 'en', 'el'])('is in English without a language that is known: %s', async (asked) => {
    const { body, headers } = await checkIn(asked)
    const detail = `${String(cancelled['reference'])} ${TEXTS.en}`
    expect(body).toMatchObject({ detail, errors: [{ detail }] })
    expect(headers).not.toHaveProperty('content-language')
  })

  it('is in English where one of its texts has no translation', async () => {
    const { body, headers } = await checkIn('fr', { positions: ['first'] })
    expect(body).toMatchObject({ code: 'validation', errors: [{ detail: 'Must be a number.' }] })
    expect(headers).not.toHaveProperty('content-language')
  })
})
