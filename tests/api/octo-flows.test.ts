import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

/*
 * Supplier flows of the public OCTO validator beyond the life of a booking (octo.test.ts), from the supplier to the list
 * of bookings, each with the answers that the validator reports as failures.
 */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)
const PRICED = { headers: { 'octo-capabilities': 'octo/pricing' } }
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const UUID = /^[0-9a-f-]{36}$/
const JOHN_DOE = { firstName: 'John', lastName: 'Doe', fullName: 'John Doe', emailAddress: 'john@example.com' }

let by: Client
let product: Json
let slots: Json[]

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  by = api.client({ authorization: `Bearer ${(await program(partner)).secret}` })
  const route = await make(desk.admin, 'routes')
  for (const passenger_category of ['adult', 'child'])
    await make(desk.admin, 'fares', {
      route_id: route['id'],
      passenger_category,
      amount_minor: passenger_category === 'adult' ? 1000 : 501,
    })
  for (const departure_time of ['12:00:00', '14:00:00'])
    await make(desk.admin, 'journeys', { route_id: route['id'], departure_time, capacity: 40 })
  const { rows } = await by.get('/octo/products')
  product = rows.find(({ id }) => String(id).startsWith(String(route['id']))) ?? {}
  slots = (await availability({ localDateStart: '2030-05-20', localDateEnd: '2030-05-20' })).rows
})

const asked = () => ({ productId: product['id'], optionId: 'DEFAULT' })
const availability = (more: Json) => by.post('/octo/availability', { ...asked(), ...more })
const units = (count: number, unitId = 'adult') => Array.from({ length: count }, () => ({ unitId }))
const reserve = async (more: Json = {}) =>
  (await by.post('/octo/bookings', { ...asked(), availabilityId: slots[0]?.['id'], unitItems: units(2), ...more })).body
const at = (booking: Json) => `/octo/bookings/${String(booking['uuid'])}`
const refused = async (answer: Promise<{ status: number; body: Json }>) => (await answer).body

describe('OCTO’s validator', () => {
  it('is refused without either days or availabilities, and for a list of all bookings', async () => {
    expect(slots).toHaveLength(2)
    const both = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20', availabilityIds: [slots[0]?.['id']] }
    for (const question of [both, {}, { localDateStart: '2030-05-20' }])
      expect(await availability(question)).toMatchObject({ status: 400, body: { error: 'BAD_REQUEST' } })
    const all = await by.get('/octo/bookings')
    expect(all).toMatchObject({
      status: 400,
      body: { error: 'BAD_REQUEST', errorMessage: expect.any(String) as string },
    })
    // The validator books up to maxUnits, so maxUnits must not exceed the seats of any departure.
    expect(product['options']).toMatchObject([{ restrictions: { minUnits: 1, maxUnits: null } }])
  })

  it('gets the invalid value in the error, wherever it was', async () => {
    const held = await reserve()
    const unit = { error: 'INVALID_UNIT_ID', unitId: 'invalidUnitId' }
    const request = { ...asked(), availabilityId: slots[0]?.['id'] }
    const wrong = units(2, 'invalidUnitId')
    expect(await refused(by.post('/octo/bookings', { ...request, unitItems: wrong }))).toMatchObject(unit)
    expect(await refused(by.post(`${at(held)}/confirm`, { unitItems: wrong }))).toMatchObject(unit)
    const day = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20' }
    const counted = { ...day, units: [{ id: 'invalidUnitId', quantity: 1 }] }
    expect((await availability(counted)).body).toMatchObject(unit)
    for (const [field, error] of [
      ['productId', 'INVALID_PRODUCT_ID'],
      ['optionId', 'INVALID_OPTION_ID'],
      ['availabilityId', 'INVALID_AVAILABILITY_ID'],
    ] as const) {
      const body = { ...request, unitItems: units(1), [field]: 'invalid' }
      expect(await refused(by.post('/octo/bookings', body))).toMatchObject({ error, [field]: 'invalid' })
    }
    for (const items of [{}, { unitItems: [] }])
      expect(await refused(by.post('/octo/bookings', { ...request, ...items }))).toMatchObject({
        error: 'UNPROCESSABLE_ENTITY',
      })
    for (const verb of ['confirm', 'extend', 'cancel'])
      expect(await refused(by.post(`/octo/bookings/invalidUUID/${verb}`, {}))).toMatchObject({
        error: 'INVALID_BOOKING_UUID',
        uuid: 'invalidUUID',
      })
  })

  it('gets each item, ticket and instant in full while the booking is held', async () => {
    const held = await reserve({ notes: 'Test Note' })
    expect(held).toMatchObject({ status: 'ON_HOLD', notes: 'Test Note', voucher: null, utcConfirmedAt: null })
    for (const field of ['utcCreatedAt', 'utcUpdatedAt', 'utcExpiresAt']) expect(held[field]).toMatch(UTC)
    const items = held['unitItems'] as Json[]
    expect(new Set(items.map(({ uuid }) => uuid)).size).toBe(2)
    for (const item of items) {
      expect(item['uuid']).toMatch(UUID)
      expect(item['ticket']).toEqual({ redemptionMethod: 'DIGITAL', utcRedeemedAt: null, deliveryOptions: [] })
    }
    api.now = new Date(api.now.getTime() + 60_000)
    const { body: extended } = await by.post(`${at(held)}/extend`, { expirationMinutes: 31 })
    expect(Date.parse(String(extended['utcExpiresAt']))).toBeGreaterThan(Date.parse(String(held['utcExpiresAt'])))
  })

  it('gets the contact that it sent, until the operator changes the name', async () => {
    const held = await reserve({ unitItems: units(3) })
    const contact = { ...JOHN_DOE, notes: 'By the door', phoneNumber: '600 111 222', country: 'GB', locales: ['en'] }
    const { body: confirmed } = await by.post(`${at(held)}/confirm`, { contact, resellerReference: 'R-1' })
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', resellerReference: 'R-1', contact })
    expect(confirmed['utcConfirmedAt']).toMatch(UTC)
    const moved = await by.patch(at(held), { availabilityId: slots[1]?.['id'] })
    expect(moved.body).toMatchObject({ availabilityId: slots[1]?.['id'], contact })
    await desk.admin.patch(`/reservations/${String(held['id'])}`, { lead_name: 'Jane Roe' }, { ifMatch: '*' })
    const { body } = await by.get(at(held))
    expect(body['contact']).toMatchObject({ fullName: 'Jane Roe', firstName: null, lastName: null, country: 'GB' })
    const found = await by.get('/octo/bookings?resellerReference=R-1')
    expect(found.rows).toMatchObject([{ uuid: held['uuid'] }])
    const { body: gone } = await by.post(`${at(held)}/cancel`, { reason: 'Reason' })
    expect(gone).toMatchObject({ status: 'CANCELLED', cancellation: { reason: 'Reason' } })
    expect((gone['cancellation'] as Json)['utcCancelledAt']).toMatch(UTC)
  })

  it('gets the price of each item, which add up to that of the booking', async () => {
    const unitItems = [...units(2), ...units(1, 'child'), ...units(1, 'infant')]
    const { body } = await by.get(at(await reserve({ unitItems })), PRICED)
    const prices = (body['unitItems'] as { pricing: { retail: number; net: number } }[]).map(({ pricing }) => pricing)
    expect(prices.map(({ retail }) => retail)).toEqual([1000, 1000, 501, 0])
    expect(body['pricing']).toMatchObject({
      retail: 2501,
      net: prices.reduce((sum, { net }) => sum + net, 0),
    })
  })
})
