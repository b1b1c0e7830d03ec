import { afterEach, describe, expect, it } from 'vitest'
import { useApi, type Answer, type Json } from '../support/api'
import { ride, useBooking } from '../support/booking'
import { make, makeUnpriced, unique } from '../support/factories'
import { vectors, type Vector } from '../support/pricing-vectors'

const api = useApi()
const desk = useBooking(api)
const HASH = /^[0-9a-f]{64}$/

const company = (change: { fare_tax_bp: number; price_increment_minor: number }) =>
  api.db.updateTable('company').set(change).execute()

afterEach(async () => {
  await company({ fare_tax_bp: 0, price_increment_minor: 1 })
  for (const table of ['pricing_rules', 'seasons', 'addons'] as const) await api.db.deleteFrom(table).execute()
})

/** Creates the records of a worked example and quotes its price. */
async function quoteOf(vector: Vector): Promise<Json> {
  const { admin } = desk
  const { currency, hire } = vector
  await company({ fare_tax_bp: vector.taxBp, price_increment_minor: vector.increment })
  for (const rule of vector.rules) await make(admin, 'pricing-rules', { ...rule })
  const addons: Json[] = []
  for (const { quantity, amount_minor } of vector.addons) {
    const addon = await make(admin, 'addons', { amount_minor, currency, tax_rate_bp: vector.taxBp })
    addons.push({ addon_id: addon['id'], quantity })
  }
  const terms =
    vector.commissionBp === 0
      ? {}
      : { channel: 'partner', partner_id: (await partner('percent', vector.commissionBp))['id'] }
  if (hire) {
    const { km, ...amounts } = hire
    const tariff = await make(admin, 'hire-tariffs', { ...amounts, currency })
    const place = { address: 'Harbour' }
    const run = { starts_at: '2030-05-20T20:00:00Z', ends_at: '2030-05-20T21:00:00Z', distance_km: km, passengers: 1 }
    const body = { ...run, pickup: place, dropoff: place, vehicle_type_id: tariff['vehicle_type_id'] }
    return (await admin.post('/quotes', { kind: 'private_hire', hire: body, addons, ...terms })).body
  }
  const journey = await make(admin, 'journeys')
  for (const fare of vector.fares) await make(admin, 'fares', { ...fare, currency, route_id: journey['route_id'] })
  const passengers = Object.fromEntries(vector.party.map(({ category, count }) => [category, count]))
  return (await admin.post('/quotes', { legs: [ride(journey)], passengers, addons, ...terms })).body
}

const partner = (commission_mode: string, commission_bp: number) =>
  make(desk.admin, 'partners', {
    contract: {
      commission_mode,
      commission_bp,
      commission_on_addons: false,
      allowed_route_ids: [],
      hold_minutes: 15,
      credit_limit_minor: null,
      cancel_rights: 'per_policy',
      valid_from: null,
      valid_to: null,
    },
  })

async function pricedJourney(): Promise<Json> {
  const journey = await make(desk.admin, 'journeys')
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  return journey
}

describe('POST /api/quotes', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))(
    '%s of docs/domain/pricing.md',
    async (_, vector) => {
      const quote = await quoteOf(vector)
      const { total, tax, fare, currency } = vector
      expect(quote).toMatchObject({ currency, total_minor: total, fare_minor: fare, tax_minor: tax })
      if (vector.commissionBp > 0)
        expect(quote['partner']).toEqual({
          mode: 'percent',
          commission_minor: vector.commission,
          net_minor: vector.net,
        })
      expect(quote['price_hash']).toMatch(HASH)
      expect(quote['expires_at']).toBe('2030-05-20T04:15:00.000Z')
    },
  )

  it('prices a segment of a route without a journey, and explains why rules apply or not', async () => {
    const journey = await pricedJourney()
    const season = await make(desk.admin, 'seasons', {
      name: { en: 'Spring' },
      date_ranges: [{ from: '2030-05-01', to: '2030-05-31' }],
    })
    const counts = await make(desk.admin, 'pricing-rules', { percent_bp: 1000, season_ids: [season['id']] })
    const other = await make(desk.admin, 'seasons', { name: { en: 'Holy Week', es: 'Semana Santa' } })
    const fails = await make(desk.admin, 'pricing-rules', { season_ids: [other['id']] })
    const leg = {
      route_id: journey['route_id'],
      service_date: '2030-05-20',
      departure_time: '08:30:00',
      origin_station_id: journey['origin_station_id'],
      destination_station_id: journey['destination_station_id'],
    }
    const { body } = await desk.admin.post('/quotes', { legs: [leg], passengers: { adult: 2 }, with_trace: true })
    expect(body).toMatchObject({ total_minor: 2200, seasons: [{ code: season['code'] }] })
    expect(body['trace']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rule_code: counts['code'], matched: true, failed_dimension: null }),
        expect.objectContaining({
          rule_code: fails['code'],
          matched: false,
          failed_dimension: 'season',
          expected: ['Holy Week'],
          actual: 'Spring',
        }),
      ]),
    )
  })

  it.each([
    ['21:59', 1000],
    ['22:00', 1200],
    ['05:59', 1200],
    ['06:00', 1000],
  ])('V11 of docs/domain/pricing.md: a night from 22:00 to 06:00, at %s', async (clock, total) => {
    const journey = await pricedJourney()
    const night = { percent_bp: 2000, depart_time_from: '22:00', depart_time_to: '06:00' }
    await make(desk.admin, 'pricing-rules', night)
    const leg = {
      route_id: journey['route_id'],
      service_date: '2030-05-21',
      departure_time: `${clock}:00`,
      origin_station_id: journey['origin_station_id'],
      destination_station_id: journey['destination_station_id'],
    }
    const { body } = await desk.admin.post('/quotes', { legs: [leg], passengers: { adult: 1 } })
    expect(body).toMatchObject({ total_minor: total })
  })

  it('refuses a segment without a fare, and an unknown stop', async () => {
    const journey = await makeUnpriced(desk.admin)
    const ask = (leg: Json) => desk.admin.post('/quotes', { legs: [leg], passengers: { adult: 1 } })
    expect(await ask(ride(journey))).toMatchObject({ status: 422, body: { code: 'no_fare' } })
    expect((await ask(ride(journey, 1, 9))).body['errors']).toMatchObject([{ pointer: '/legs/0/alight_seq' }])
  })

  it('allows agents small manual changes of a price and managers any', async () => {
    const journey = await pricedJourney()
    const ask = async (role: 'agent' | 'manager', total_minor: number) =>
      (await api.as(role)).post('/quotes', {
        legs: [ride(journey)],
        passengers: { adult: 1 },
        price_override: { total_minor, reason: 'Late coach' },
      })
    expect((await ask('agent', 850)).body).toMatchObject({ total_minor: 850 })
    expect((await ask('agent', 849)).body['errors']).toMatchObject([{ pointer: '/price_override/total_minor' }])
    expect((await ask('manager', 0)).body).toMatchObject({ total_minor: 0 })
  })

  it('refuses a price below the net rate', async () => {
    const journey = await pricedJourney()
    const seller = await partner('net_rate', 0)
    const rule = { percent_bp: -2000, partner_ids: [seller['id']] }
    await make(desk.admin, 'pricing-rules', rule)
    const ask = (more: Json = {}) =>
      desk.admin.post('/quotes', { legs: [ride(journey)], passengers: { adult: 1 }, partner_id: seller['id'], ...more })
    expect((await ask()).body).toMatchObject({
      total_minor: 1000,
      partner: { mode: 'net_rate', commission_minor: 200, net_minor: 800 },
    })
    const undersold = await ask({ price_override: { total_minor: 700, reason: 'Promotion' } })
    expect(undersold).toMatchObject({ status: 422, body: { code: 'selling_price_below_net' } })
  })
})

describe('a reservation', () => {
  it('I9 is created at the quoted price, and keeps its lines', async () => {
    const journey = await pricedJourney()
    await make(desk.admin, 'pricing-rules', { percent_bp: 1000 })
    const quote = (await desk.admin.post('/quotes', { legs: [ride(journey)], passengers: { adult: 1 } })).body
    const made = await desk.book(journey, 1, { quoted_price_hash: quote['price_hash'] })
    expect(made).toMatchObject({ status: 201, body: { total_minor: 1100, price_hash: quote['price_hash'] } })
    await make(desk.admin, 'pricing-rules', { percent_bp: 5000 })
    expect(await desk.read(made.body)).toMatchObject({ total_minor: 1100, price_lines: quote['lines'] })
  })

  it('at another price is refused with both breakdowns, when it is created and when it is confirmed', async () => {
    const journey = await pricedJourney()
    const ask = { legs: [ride(journey)], passengers: { adult: 1 } }
    const quote = (await desk.admin.post('/quotes', ask)).body
    const hold = (await desk.book(journey, 1, { status: 'on_hold', quoted_price_hash: quote['price_hash'] })).body
    await make(desk.admin, 'pricing-rules', { percent_bp: 1000 })
    expect(await desk.book(journey, 1, { quoted_price_hash: quote['price_hash'] })).toMatchObject({
      status: 409,
      body: { code: 'price_changed', price: { quoted: { total_minor: 1000 }, current: { total_minor: 1100 } } },
    })
    const dearer = (await desk.admin.post('/quotes', ask)).body
    expect(await desk.step(hold, 'confirm', { price_hash: dearer['price_hash'] })).toMatchObject({
      status: 409,
      body: { code: 'price_changed', price: { quoted: { total_minor: 1100 }, current: { total_minor: 1000 } } },
    })
    expect(await desk.step(hold, 'confirm', { price_hash: quote['price_hash'] })).toMatchObject({
      status: 200,
      body: { total_minor: 1000 },
    })
  })
})

describe('an add-on with a stock for each journey', () => {
  it('is not sold beyond its stock, and is released when a reservation is cancelled', async () => {
    const journey = await pricedJourney()
    const bike = await make(desk.admin, 'addons', { amount_minor: 500, currency: 'EUR', stock_per_journey: 3 })
    const book = (quantity: number) => desk.book(journey, 1, { addons: [{ addon_id: bike['id'], quantity }] })
    const first = await book(2)
    expect(first.status).toBe(201)
    expect((await book(2)).body['errors']).toMatchObject([
      { pointer: '/addons/0/quantity', code: 'sold_out', detail: expect.stringContaining('Only 1') as string },
    ])
    await desk.step(first.body, 'cancel', { reason: 'Ill' })
    expect((await book(3)).status).toBe(201)
    expect((await book(1)).status).toBe(422)
  })
})

describe('POST /api/pricing-rules/preview', () => {
  it('returns prices before and after an unsaved rule, and the affected sales', async () => {
    const journey = await pricedJourney()
    await desk.book(journey, 1, { status: 'on_hold' })
    await desk.book(journey, 1)
    const rule = {
      code: 'EASTER',
      name: { en: 'Easter' },
      stage: 'fare_adjust',
      effect: 'add_percent',
      percent_bp: 1500,
      travel_date_from: '2030-05-21',
      travel_date_to: '2030-05-22',
      route_ids: [journey['route_id']],
    }
    const ask = (body: Json) =>
      desk.admin.post('/pricing-rules/preview', { rule, from: '2030-05-20', days: 4, ...body })
    expect((await ask({})).body).toMatchObject({
      dates: ['2030-05-20', '2030-05-21', '2030-05-22', '2030-05-23'],
      rows: [{ currency: 'EUR', before: [1000, 1000, 1000, 1000], after: [1000, 1150, 1150, 1000] }],
      affected: { departures: 0, on_hold: 0, pending: 0, confirmed: 0 },
      explained: null,
    })
    const all = await ask({ rule: { ...rule, travel_date_from: null, travel_date_to: null } })
    expect(all.body['affected']).toEqual({ departures: 1, open_quotes: 0, on_hold: 1, pending: 0, confirmed: 1 })
    const monday = await ask({ rule: { ...rule, travel_date_from: null, travel_date_to: null, weekdays: [1] } })
    const otherDay = await ask({ rule: { ...rule, travel_date_from: null, travel_date_to: null, weekdays: [2] } })
    const departures = (answer: Answer) => (answer.body['affected'] as Json)['departures']
    expect([departures(monday), departures(otherDay)]).toEqual([1, 0])
    expect((await desk.admin.list('pricing-rules', { filter: { code: 'EASTER' } })).rows).toEqual([])
    const wrong = await ask({ rule: { ...rule, percent_bp: null } })
    expect(wrong.body['errors']).toMatchObject([{ pointer: '/rule/percent_bp' }])
  })

  it('explains one price, with the rules that do not apply and why', async () => {
    const journey = await pricedJourney()
    const sunday = await make(desk.admin, 'pricing-rules', { percent_bp: 900, weekdays: [7], code: unique('SUNDAY') })
    const rule = {
      code: 'EASTER',
      name: { en: 'Easter' },
      stage: 'fare_adjust',
      effect: 'add_percent',
      percent_bp: 1500,
    }
    const [row] = (
      await desk.admin.post('/pricing-rules/preview', {
        rule: { ...rule, route_ids: [journey['route_id']] },
        from: '2030-05-20',
        days: 1,
      })
    ).body['rows'] as Json[]
    const pair = ['route_id', 'origin_station_id', 'destination_station_id'].map((name) => [name, row?.[name]])
    const answer = await desk.admin.post('/pricing-rules/preview', {
      rule,
      from: '2030-05-20',
      days: 1,
      pairs: [Object.fromEntries(pair)],
      explain: true,
    })
    const { lines, trace } = answer.body['explained'] as { lines: Json[]; trace: Json[] }
    expect(lines.map((line) => line['amount_minor'])).toEqual([1000, 150])
    expect(trace).toContainEqual(expect.objectContaining({ rule_code: 'EASTER', matched: true }))
    expect(trace).toContainEqual(
      expect.objectContaining({ rule_code: sunday['code'], matched: false, failed_dimension: 'weekday', actual: '1' }),
    )
  })

  it('is accessible to roles that may change rules', async () => {
    expect((await (await api.as('agent')).post('/pricing-rules/preview', {})).status).toBe(403)
  })
})
