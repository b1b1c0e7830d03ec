import { describe, expect, test } from 'vitest'
import { useApi } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

describe('an add-on with a stock for each journey', () => {
  test('that was sold again meanwhile does not come back with a cancellation that is taken back', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 9 })
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
    const addon = await make(desk.admin, 'addons', { stock_per_journey: 1 })
    const addons = [{ addon_id: addon['id'], quantity: 1 }]
    const { body: first } = await desk.book(journey, 1, { addons })
    await desk.step(first, 'cancel', { reason: 'ill' })
    const second = await desk.book(journey, 1, { addons })
    expect(second.status).toBe(201)
    const refused = await desk.step(first, 'undo-cancel', { reason: 'well again' })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/addons/0/quantity', code: 'sold_out' }] },
    })
    expect((await desk.read(first))['status']).toBe('cancelled')
    await desk.step(second.body, 'cancel', { reason: 'too' })
    expect((await desk.step(first, 'undo-cancel', { reason: 'well again' })).status).toBe(200)
  })
})
