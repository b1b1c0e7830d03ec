import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

const api = useApi()
const desk = useBooking(api)
const partners = usePartners(api)
const GERMAN = { 'accept-language': 'de' }
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

  it('names the field of a wrong input', async () => {
    const { body, headers } = await checkIn('fr', { positions: ['first'] })
    expect(body).toMatchObject({
      code: 'validation',
      detail: '/positions/0: Doit être un nombre.',
      errors: [{ pointer: '/positions/0', detail: 'Doit être un nombre.' }],
    })
    expect(headers['content-language']).toBe('fr')
  })

  it('is translated for a failed sign-in', async () => {
    const { status, body } = await api
      .client({ ...GERMAN })
      .post('/auth/login', { username: 'nobody.here', password: 'wrong password here' })
    expect(status).toBe(401)
    expect(body['detail']).toBe(
      'Benutzername oder Passwort ist falsch. Prüfen Sie beides, und versuchen Sie es noch einmal.',
    )
  })

  it('is translated for a task', async () => {
    const { status, body } = await desk.admin.get(`/tasks/${String(cancelled['id'])}`, { headers: GERMAN })
    expect(status).toBe(404)
    expect(body['detail']).toBe('Diese Arbeit gibt es nicht.')
  })

  it('is translated for a rule across the fields of a form', async () => {
    const station = await make(desk.admin, 'stations')
    const { status, body } = await desk.admin.patch(
      `/stations/${String(station['id'])}`,
      { latitude: 34.9, longitude: null },
      { ifMatch: '*', headers: GERMAN },
    )
    expect(status).toBe(422)
    const detail = 'Geben Sie Breite und Länge an, oder keine von beiden.'
    expect(body).toMatchObject({ detail, errors: [{ detail }] })
  })

  it('is translated for a partner and in the format of OCTO', async () => {
    const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const { secret } = await partners.program(partner)
    const trip = await api
      .client({ authorization: `Token ${secret}`, ...GERMAN })
      .get(`/partner/trips/${String(cancelled['id'])}`)
    expect(trip).toMatchObject({ status: 404, body: { detail: 'Es gibt keine Buchung mit dieser ID.' } })
    const bookings = await api.client({ authorization: `Bearer ${secret}`, ...GERMAN }).get('/octo/bookings')
    expect(bookings).toMatchObject({
      status: 400,
      body: {
        errorMessage: 'Geben Sie mindestens einen Filter an: eine Referenz, einen Reisetag oder ein Produkt.',
      },
      headers: { 'content-language': 'de' },
    })
    expect((await api.client({ authorization: `Bearer ${secret}` }).get('/octo/bookings')).body['errorMessage']).toBe(
      'Give at least one filter: a reference, a day of travel or a product.',
    )
  })
})
