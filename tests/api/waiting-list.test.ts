import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { sweepOf } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const sweep = () => sweepOf(api)()

describe('the waiting list', () => {
  const wish = (count: number, name: string) => ({
    board_seq: 1,
    alight_seq: 3,
    passengers: adults(count),
    lead_name: name,
  })
  const waiting = async (journey: Json) =>
    (await desk.admin.get(`/journeys/${String(journey['id'])}/waiting-list`)).rows
  const join = (journey: Json, count: number, name: string) =>
    desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, wish(count, name))

  it('is for what is sold out, and offers what comes free in the order of coming', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2 })
    expect((await join(journey, 1, 'Early')).body['code']).toBe('invalid_state')
    const made = (await desk.book(journey, 2)).body
    expect((await join(journey, 1, 'First')).status).toBe(201)
    await desk.at('2030-05-20T04:01:00Z')
    await join(journey, 1, 'Second')
    await desk.at('2030-05-20T04:02:00Z')
    const third = await join(journey, 1, 'Third')
    await desk.step(made, 'cancel-passengers', { positions: [1], reason: 'Ill' })
    expect((await waiting(journey)).map((row) => row['state'])).toEqual(['offered', 'waiting', 'waiting'])
    expect((await desk.book(journey, 1)).body['code']).toBe('sold_out')
    const offered = await desk.read({ id: (await waiting(journey))[0]?.['reservation_id'] })
    expect(offered).toMatchObject({ status: 'on_hold', lead_name: 'First', hold_expires_at: '2030-05-20T04:17:00Z' })
    const left = await desk.admin.post(`/waiting-list/${String(third.body['id'])}/withdraw`)
    expect(left.body['state']).toBe('withdrawn')
    await desk.at('2030-05-20T04:17:00Z')
    await sweep()
    expect((await waiting(journey)).map((row) => row['state'])).toEqual(['lapsed', 'offered', 'withdrawn'])
    const next = { id: (await waiting(journey))[1]?.['reservation_id'] }
    await desk.step(next, 'confirm')
    await sweep()
    expect((await waiting(journey))[1]).toMatchObject({ state: 'booked', reservation_id: next.id })
  })
})
