import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)
const manifestOf = (journey: Json) => desk.admin.get(`/journeys/${String(journey['id'])}/manifest`)

describe('the manifest of a journey', () => {
  it('lists the passengers by boarding stop, with needs, luggage and the amount owed', async () => {
    const journey = await make(desk.admin, 'journeys')
    const bag = await make(desk.admin, 'addons', { consumes: { luggage_units: 2, child_seats: 0, seats: 0 } })
    await make(desk.admin, 'fares', { route_id: journey['route_id'] })
    const later = await desk.book(journey, 1, { lead_name: 'Zoe Later', legs: [ride(journey, 2, 3)] })
    expect(later.status).toBe(201)
    const wheels = [{ category: 'adult', name: 'Eva Ruiz', needs: ['wheelchair'] }, { category: 'child' }]
    const first = await desk.book(journey, 0, {
      lead_name: 'Ana First',
      passengers: wheels,
      addons: [{ addon_id: bag['id'], quantity: 3 }],
      paid_minor: 900,
      lead_phone: '+34600111222',
    })
    expect(first.status).toBe(201)
    await desk.book(journey, 1, { lead_name: 'Only held', status: 'on_hold' })
    const gone = await desk.book(journey, 1, { lead_name: 'Gone' })
    await desk.step(gone.body, 'cancel', { reason: 'Ill' })
    const { body } = await manifestOf(journey)
    expect((body['parties'] as Json[]).map((party) => party['lead_name'])).toEqual(['Ana First', 'Zoe Later'])
    expect((body['parties'] as Json[])[0]).toMatchObject({
      reference: first.body['reference'],
      board_seq: 1,
      alight_seq: 3,
      seats: 2,
      luggage_units: 6,
      extras: [{ addon_id: bag['id'], quantity: 3 }],
      amount_due_minor: Number(first.body['total_minor']) - 900,
      passengers: [
        { position: 1, name: 'Eva Ruiz', needs: ['wheelchair'], status: 'booked' },
        { position: 2, name: null, category: 'child', status: 'booked' },
      ],
    })
  })

  it('does not exist for an unknown journey, and cannot be read without a session', async () => {
    const journey = await make(desk.admin, 'journeys')
    expect((await manifestOf({ id: '0190a000-0000-7000-8000-000000000001' })).status).toBe(404)
    const anonymous = await api.as(null)
    expect((await anonymous.get(`/journeys/${String(journey['id'])}/manifest`)).status).toBe(401)
  })

  it('allows the undo of a boarding before the vehicle departs', async () => {
    const journey = await make(desk.admin, 'journeys')
    const party = (await desk.book(journey, 2, { passengers: adults(2) })).body
    await desk.step(party, 'board', { positions: [1, 2] })
    expect((await desk.step(party, 'undo-check-in', { positions: [2] })).body).toMatchObject({
      passenger_statuses: ['boarded', 'booked'],
    })
    expect((await desk.step(party, 'undo-check-in', { positions: [1] })).body['status']).toBe('confirmed')
    await desk.step(party, 'board')
    await desk.at('2030-05-20T05:31:00Z')
    expect((await desk.step(party, 'undo-check-in', { positions: [1] })).body['code']).toBe('invalid_state')
  })
})
