import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

/** Returns the history entries of a record, oldest first. */
async function historyOf(record: Json): Promise<unknown[]> {
  const { rows } = await desk.admin.list('audit-events', {
    filter: { entity_id: record['id'] },
    sort: ['at', 'ASC'],
  })
  return rows.map((row) => row['action'])
}

describe('every step', () => {
  it('I12 of a reservation and a journey writes one history entry, and a dry run writes none', async () => {
    const journey = await make(desk.admin, 'journeys')
    const driver = await make(desk.admin, 'staff')
    const party = (await desk.book(journey, 2, { status: 'on_hold' })).body
    await desk.step(party, 'confirm')
    await desk.step(party, 'check-in', { positions: [1] })
    await desk.step(party, 'undo-check-in', { positions: [1] })
    await desk.step(party, 'cancel', { reason: 'Ill', simulate: true })
    await desk.step(party, 'cancel', { reason: 'Ill' })
    await desk.step(party, 'cancel', { reason: 'Ill' })
    expect((await historyOf(party)).slice().sort()).toEqual(
      ['cancelled', 'check_in_undone', 'checked_in', 'confirmed', 'created'].map((verb) => `reservations.${verb}`),
    )
    await desk.step(journey, 'assign', { driver_id: driver['id'] })
    await desk.step(journey, 'assign', { driver_id: driver['id'] })
    await desk.step(journey, 'delay', { add_min: 15, simulate: true })
    await desk.step(journey, 'delay', { add_min: 15 })
    await desk.step(journey, 'cancel', { reason: 'Snow' })
    expect((await historyOf(journey)).slice().sort()).toEqual(
      ['assigned', 'cancelled', 'created', 'delayed'].map((verb) => `journeys.${verb}`),
    )
  })
})

describe('master data in use', () => {
  it('I17 is not deleted, and the refusal names what uses it', async () => {
    const journey = await make(desk.admin, 'journeys', { vehicle_id: (await make(desk.admin, 'vehicles'))['id'] })
    for (const [resource, field] of [
      ['routes', 'route_id'],
      ['vehicles', 'vehicle_id'],
      ['vehicle-types', 'vehicle_type_id'],
    ] as const) {
      const path = `/${resource}/${String(journey[field])}`
      const refused = await desk.admin.delete(path, { ifMatch: '*' })
      expect(refused, resource).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
      expect((refused.body['blockers'] as Json[]).length, resource).toBeGreaterThan(0)
      expect((await desk.admin.get(path)).status, resource).toBe(200)
    }
  })
})
