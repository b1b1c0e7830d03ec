import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

describe('a hire', () => {
  it('takes a vehicle that is large enough and a driver, who are busy then', async () => {
    const type = await make(desk.admin, 'vehicle-types', { seats: 30 })
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
})
