import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { make, makeHiredType } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

const run = (type: Json, more: Json = {}) => ({
  pickup: { address: '12 Ledra Street' },
  dropoff: { address: '12 Ledra Street' },
  starts_at: '2030-05-21T10:00:00Z',
  ends_at: '2030-05-21T12:00:00Z',
  vehicle_type_id: type['id'],
  passengers: 20,
  ...more,
})
const ask = (type: Json, more: Json = {}, requested: Json = {}) =>
  desk.admin.post('/reservations', {
    kind: 'private_hire',
    lead_name: 'Ana',
    passengers: adults(1),
    hire: run(type, more),
    ...requested,
  })
const pointerOf = ({ body }: { body: Json }) => (body['errors'] as Json[])[0]?.['pointer']

describe('a hire', () => {
  it('is refused when its type has too few seats, places or room for luggage', async () => {
    const type = await makeHiredType(desk.admin, { seats: 50, wheelchair_spaces: 0, luggage_units: 30 })
    expect(pointerOf(await ask(type, { passengers: 60 }))).toBe('/hire/passengers')
    expect(pointerOf(await ask(type, { luggage_units: 31 }))).toBe('/hire/luggage_units')
    const wheelchair = { passengers: [{ category: 'prm', needs: ['wheelchair'] }] }
    expect(pointerOf(await ask(type, {}, wheelchair))).toBe('/passengers')
    const request = (await ask(type, { passengers: 50 }, { status: 'pending' })).body
    await desk.admin.patch(`/vehicle-types/${String(type['id'])}`, { seats: 40 }, { ifMatch: '*' })
    expect(pointerOf(await desk.step(request, 'approve'))).toBe('/hire/passengers')
  })

  it('is refused years away, also when a start in the past is confirmed', async () => {
    const type = await makeHiredType(desk.admin)
    for (const year of ['1990', '9990']) {
      const span = { starts_at: `${year}-05-21T10:00:00Z`, ends_at: `${year}-05-21T12:00:00Z` }
      const answer = await ask(type, span, { accept_warnings: true })
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/hire/starts_at' }] } })
      expect(answer.body['detail']).toContain('check the year')
    }
  })

  it('is confirmed as often as there are vehicles of its type, also in a rush', async () => {
    const type = await makeHiredType(desk.admin, { turnaround_min: 0 })
    const vehicles = [
      await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] }),
      await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] }),
    ]
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(type)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    for (const { status, body } of answers) if (status !== 201) expect(body['code']).toBe('sold_out')
    const request = (await ask(type, {}, { status: 'pending' })).body
    expect((await desk.step(request, 'approve')).body['code']).toBe('sold_out')
    const agent = await api.as('agent')
    expect((await desk.step(request, 'approve', { accept_warnings: true }, { as: agent })).status).toBe(403)
    expect((await desk.step(request, 'approve', { accept_warnings: true })).body['status']).toBe('confirmed')
    const later = { starts_at: '2030-05-21T12:00:00Z', ends_at: '2030-05-21T13:00:00Z' }
    const after = (await ask(type, later)).body
    const journey = await make(desk.admin, 'journeys', { service_date: '2030-05-21', departure_time: '15:10:00' })
    await desk.step(journey, 'assign', { vehicle_id: vehicles[0]?.['id'] })
    expect((await ask(type, later)).body['code']).toBe('sold_out')
    await desk.step(after, 'cancel', { reason: 'Ill' })
    expect((await ask(type, later)).status).toBe(201)
  })

  it('starts in the past only with the permission and a confirmation', async () => {
    const type = await makeHiredType(desk.admin)
    const past = { starts_at: '2030-04-29T10:00:00Z', ends_at: '2030-04-29T12:00:00Z' }
    expect((await ask(type, past)).body['code']).toBe('confirmation_required')
    expect((await ask(type, past, { accept_warnings: true })).status).toBe(201)
    desk.admin = await api.as('agent')
    expect((await ask(type, past, { accept_warnings: true })).body['code']).toBe('forbidden')
  })

  it('moves into the past only with the permission and a confirmation', async () => {
    const type = await makeHiredType(desk.admin)
    const past = run(type, { starts_at: '2030-04-29T10:00:00Z', ends_at: '2030-04-29T12:00:00Z' })
    const hire = (await ask(type)).body
    const change = { hire: past, reason: 'Wrong day' }
    expect((await desk.step(hire, 'change-hire', change)).body).toMatchObject({
      code: 'confirmation_required',
      errors: [{ pointer: '/hire/starts_at', code: 'unlikely' }],
    })
    expect((await desk.change(hire, { hire: past })).body).toMatchObject({
      code: 'confirmation_required',
      detail: expect.stringMatching(/"change-hire" with "accept_warnings"\.$/) as string,
    })
    const confirmed = { ...change, accept_warnings: true }
    const agent = await api.as('agent')
    expect((await desk.step(hire, 'change-hire', confirmed, { as: agent })).body['code']).toBe('forbidden')
    expect((await desk.step(hire, 'change-hire', confirmed)).body).toMatchObject({
      hire: { starts_at: past.starts_at },
    })
  })

  it('moves beyond the fleet only with a confirmation', async () => {
    const type = await makeHiredType(desk.admin, { turnaround_min: 0 })
    await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    await ask(type)
    const later = (await ask(type, { starts_at: '2030-05-22T10:00:00Z', ends_at: '2030-05-22T12:00:00Z' })).body
    const change = { hire: run(type), reason: 'A day earlier' }
    expect((await desk.step(later, 'change-hire', change)).body['code']).toBe('sold_out')
    expect((await desk.step(later, 'change-hire', { ...change, accept_warnings: true })).status).toBe(200)
  })

  it('must still fit its vehicle and driver when it changes', async () => {
    const type = await makeHiredType(desk.admin, { seats: 60 })
    const small = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'], seats_override: 50 })
    const driver = await make(desk.admin, 'staff', { licence_expires_on: '2030-05-21' })
    const hire = (await ask(type)).body
    await desk.step(hire, 'assign', { vehicle_id: small['id'], driver_id: driver['id'] })
    const change = (more: Json) => desk.change(hire, { hire: run(type, more) })
    const full = await change({ passengers: 55 })
    expect(full).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(pointerOf(full)).toBe('/vehicle_id')
    const next = { starts_at: '2030-05-22T10:00:00Z', ends_at: '2030-05-22T12:00:00Z' }
    expect(pointerOf(await change(next))).toBe('/driver_id')
    expect((await change({ passengers: 50 })).status).toBe(200)
  })

  it('of ten days requires a second driver only when one would drive too long', async () => {
    const type = await makeHiredType(desk.admin)
    const tour = { ends_at: '2030-05-31T10:00:00Z' }
    const [driver, other] = [await make(desk.admin, 'staff'), await make(desk.admin, 'staff')]
    const easy = (await ask(type, { ...tour, distance_km: 2000 })).body
    expect((await desk.step(easy, 'assign', { driver_id: driver['id'] })).status).toBe(200)
    const hard = (await ask(type, { ...tour, distance_km: 9000 })).body
    const refused = await desk.step(hard, 'assign', { driver_id: other['id'] })
    expect(refused.body['code']).toBe('override_required')
    expect(String(refused.body['detail'])).toContain('on 2030-05-22')
  })

  it('keeps a driver beyond the limits of driving and rest until its times change', async () => {
    const type = await makeHiredType(desk.admin)
    const [vehicle, driver] = [
      await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] }),
      await make(desk.admin, 'staff', { max_daily_drive_min: 60 }),
    ]
    const hire = (await ask(type)).body
    await desk.step(hire, 'assign', { driver_id: driver['id'], override_reason: 'Colleague is ill' })
    const dispatcher = await api.as('dispatcher')
    const assigned = await desk.step(hire, 'assign', { vehicle_id: vehicle['id'] }, { as: dispatcher })
    expect(assigned).toMatchObject({ status: 200, body: { driver_id: driver['id'], vehicle_id: vehicle['id'] } })
    expect((await desk.change(hire, { hire: run(type, { passengers: 3 }) })).status).toBe(200)
    const later = run(type, { ends_at: '2030-05-21T13:00:00Z' })
    const edited = await desk.change(hire, { hire: later })
    expect(edited.body).toMatchObject({
      code: 'override_required',
      detail: expect.stringMatching(/"change-hire" with an "override_reason"\.$/) as string,
    })
    const change = { hire: later, reason: 'Longer tour' }
    const refused = await desk.step(hire, 'change-hire', change)
    expect(refused.body).toMatchObject({
      code: 'override_required',
      errors: [{ pointer: '/driver_id', code: 'limit' }],
    })
    const override = { ...change, override_reason: 'Colleague is ill' }
    expect((await desk.step(hire, 'change-hire', override, { as: dispatcher })).body['code']).toBe('forbidden')
    expect((await desk.step(hire, 'change-hire', override)).body).toMatchObject({ hire: { ends_at: later.ends_at } })
    const { rows } = await desk.admin.list('audit-events', {
      filter: { entity_id: hire['id'], action: 'reservations.amended' },
    })
    expect(rows).toMatchObject([{ reason: 'Longer tour: Colleague is ill' }])
  })
})
