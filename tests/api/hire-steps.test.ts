import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { make, makeHiredType } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

describe('a hire', () => {
  it('accepts a vehicle that is large enough and a driver, and occupies both', async () => {
    const type = await makeHiredType(desk.admin, { seats: 30 })
    const place = { address: '12 Ledra Street' }
    const hire = {
      pickup: place,
      dropoff: place,
      starts_at: '2030-05-20T10:00:00Z',
      ends_at: '2030-05-20T12:00:00Z',
      vehicle_type_id: type['id'],
      passengers: 30,
    }
    const ask = { kind: 'private_hire', status: 'pending', lead_name: 'Ana', passengers: adults(1), hire }
    const [one, two] = [
      (await desk.admin.post('/reservations', ask)).body,
      (await desk.admin.post('/reservations', ask)).body,
    ]
    const small = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'], seats_override: 20 })
    const vehicle = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    const spare = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    const driver = await make(desk.admin, 'staff')
    expect((await desk.step(one, 'assign', { vehicle_id: small['id'] })).body['detail']).toContain('do not fit')
    const assigned = await desk.step(one, 'assign', { vehicle_id: vehicle['id'], driver_id: driver['id'] })
    expect(assigned.body).toMatchObject({ vehicle_id: vehicle['id'], driver_id: driver['id'] })
    const clash = await desk.step(two, 'assign', { vehicle_id: vehicle['id'] })
    expect(clash).toMatchObject({
      status: 409,
      body: {
        code: 'resource_conflict',
        blockers: [{ resource: 'reservations', examples: [{ label: one['reference'] }] }],
      },
    })
    expect((clash.body['suggestions'] as Json[]).map((row) => row['id'])).toContain(spare['id'])
    await desk.step(one, 'approve')
    await desk.step(one, 'cancel', { reason: 'Ill' })
    expect((await desk.step(two, 'assign', { vehicle_id: vehicle['id'] })).status).toBe(200)
  })

  it('keeps its vehicle while its passengers are aboard', async () => {
    const type = await makeHiredType(desk.admin)
    const [place, vehicle] = [{ address: '12 Ledra Street' }, await make(desk.admin, 'vehicles')]
    const hire = {
      pickup: place,
      dropoff: place,
      starts_at: '2030-05-20T10:00:00Z',
      ends_at: '2030-05-20T12:00:00Z',
      vehicle_type_id: type['id'],
      passengers: 1,
    }
    const ask = { kind: 'private_hire', lead_name: 'Ana', passengers: adults(1), hire }
    const made = (await desk.admin.post('/reservations', ask)).body
    await desk.step(made, 'assign', { vehicle_id: vehicle['id'] })
    await desk.at('2030-05-20T10:00:00Z')
    expect(await desk.step(made, 'board')).toMatchObject({ status: 200 })
    expect(await desk.step(made, 'assign', { vehicle_id: null })).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            pointer: '/vehicle_id',
            detail: `The passengers of ${String(made['reference'])} are aboard: choose another vehicle.`,
          },
        ],
      },
    })
  })

  it('takes at most 31 days, also when it is quoted or changed, and an older one keeps its length', async () => {
    const place = { address: '12 Ledra Street' }
    const of = (days: number, more: number) => ({
      pickup: place,
      dropoff: place,
      starts_at: '2030-05-20T10:00:00Z',
      ends_at: new Date(Date.parse('2030-05-20T10:00:00Z') + days * 86_400_000 + more).toISOString(),
      vehicle_type_id: type['id'],
      passengers: 1,
    })
    const type = await makeHiredType(desk.admin)
    const ask = { kind: 'private_hire', status: 'pending', lead_name: 'Ana', passengers: adults(1) }
    const refused = {
      status: 422,
      body: { errors: [{ pointer: '/hire/ends_at', detail: expect.stringContaining('earlier end') as unknown }] },
    }
    expect(await desk.admin.post('/quotes', { kind: 'private_hire', hire: of(31, 1) })).toMatchObject(refused)
    expect(await desk.admin.post('/reservations', { ...ask, hire: of(31, 1) })).toMatchObject(refused)
    const { body: month, status } = await desk.admin.post('/reservations', { ...ask, hire: of(31, 0) })
    expect(status).toBe(201)
    const later = { hire: of(32, 0), reason: 'More' }
    expect(await desk.step(month, 'change-hire', later)).toMatchObject(refused)
    expect(await desk.change(month, { hire: of(32, 0) })).toMatchObject(refused)
    await api.db
      .updateTable('reservations')
      .set({ hire: JSON.stringify({ ...(month['hire'] as Json), ends_at: '2031-05-01T10:00:00.000Z' }) })
      .where('id', '=', month['id'] as string)
      .execute()
    expect((await desk.change(month, { internal_notes: 'As agreed' })).status).toBe(200)
  })
})
