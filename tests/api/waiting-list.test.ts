import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Reservation } from '../../contract/entities/reservation'
import type { Store } from '../../server/crud/store'
import { TotalCache } from '../../server/crud/total-cache'
import type { Step } from '../../server/crud/store-options'
import type { Tx } from '../../server/db/transaction'
import { moveForOperator } from '../../server/features/reservations/steps/amend'
import { cancelReservation } from '../../server/features/reservations/steps/cancel'
import { sweepWaiting } from '../../server/features/reservations/steps/sweeps'
import { stepAndOffer } from '../../server/features/reservations/steps/waiting'
import { systemContext, type Context } from '../../server/kernel/context'
import { openStores } from '../../server/wiring/stores'
import { useApi, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { sweepOf } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const sweep = () => sweepOf(api)()

describe('the waiting list', () => {
  const request = (count: number, name: string) => ({
    board_seq: 1,
    alight_seq: 3,
    passengers: adults(count),
    lead_name: name,
  })
  const waiting = async (journey: Json) =>
    (await desk.admin.get(`/journeys/${String(journey['id'])}/waiting-list`)).rows
  const join = (journey: Json, count: number, name: string) =>
    desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, request(count, name))

  it('is available for a sold-out journey, and offers released seats in the order of joining', async () => {
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

  /** Creates a departure that one passenger sells out, in a vehicle with the places given. */
  async function fullDeparture(places: Json): Promise<{ journey: Json; sold: Json }> {
    const type = await make(desk.admin, 'vehicle-types', places)
    const journey = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'], capacity: 1 })
    return { journey, sold: (await desk.book(journey, 1)).body }
  }
  const joinWith = (journey: Json, passenger: Json, more: Json = {}) =>
    desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, {
      board_seq: 1,
      alight_seq: 3,
      passengers: [{ category: 'adult', ...passenger }],
      lead_name: 'Needs more',
      ...more,
    })
  const notesOf = async (journey: Json, what: string) =>
    (await desk.admin.list('audit-events', { filter: { action: `journeys.waiting_${what}` } })).rows.filter(
      (row) => row['entity_id'] === journey['id'],
    )
  const statesOf = async (journey: Json) => (await waiting(journey)).map((row) => [row['state'], row['skip_reason']])

  /** Creates a sold-out departure of two passengers, one of them on the only place for a need. */
  async function fullOfNeed(need: string): Promise<{ journey: Json; plain: Json }> {
    const type = await make(desk.admin, 'vehicle-types', { wheelchair_spaces: 1, child_seats: 1 })
    const journey = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'], capacity: 2 })
    const needing = await desk.book(journey, 1, { passengers: [{ category: 'adult', needs: [need] }] })
    expect(needing.status).toBe(201)
    return { journey, plain: (await desk.book(journey, 1)).body }
  }

  it.each(['wheelchair', 'child_seat'])(
    'skips a party whose %s does not fit, records it, and completes the step that released the seat',
    async (need) => {
      const { journey, plain } = await fullOfNeed(need)
      expect((await joinWith(journey, { needs: [need] })).status).toBe(201)
      await desk.at('2030-05-20T04:01:00Z')
      expect((await join(journey, 1, 'Fits')).status).toBe(201)
      expect(await desk.step(plain, 'cancel', { reason: 'Ill' })).toMatchObject({ status: 200 })
      expect(await statesOf(journey)).toEqual([
        ['waiting', 'no_space'],
        ['offered', null],
      ])
      await sweep()
      await sweep()
      expect(await notesOf(journey, 'skipped')).toHaveLength(1)
    },
  )

  it('is open to a party that lacks a place for its needs although seats are free', async () => {
    const { journey, plain } = await fullOfNeed('wheelchair')
    expect((await desk.step(plain, 'cancel', { reason: 'Ill' })).status).toBe(200)
    expect((await joinWith(journey, {})).body['code']).toBe('invalid_state')
    expect((await joinWith(journey, { needs: ['wheelchair'] })).status).toBe(201)
  })

  it('offers the seat when there is a place for the needs of the party', async () => {
    const { journey, plain } = await fullOfNeed('wheelchair')
    const better = await make(desk.admin, 'vehicle-types', { wheelchair_spaces: 2 })
    await joinWith(journey, { needs: ['wheelchair'] })
    await desk.step(plain, 'cancel', { reason: 'Ill' })
    expect(await statesOf(journey)).toEqual([['waiting', 'no_space']])
    const changed = await desk.admin.patch(
      `/journeys/${String(journey['id'])}`,
      { vehicle_type_id: better['id'] },
      { ifMatch: '*' },
    )
    expect(changed.status).toBe(200)
    await sweep()
    expect(await statesOf(journey)).toEqual([['offered', null]])
  })

  it.each([
    ['seats', [{}, {}, {}], 3, 'seats', 2],
    ['wheelchair spaces', [{ needs: ['wheelchair'] }, { needs: ['wheelchair'] }], 2, 'wheelchair spaces', 1],
    ['child seats', [{ needs: ['child_seat'] }], 1, 'child seats', 0],
  ])('refuses a party that needs more %s than the vehicle has', async (_, party, needed, name, places) => {
    const type = await make(desk.admin, 'vehicle-types', { wheelchair_spaces: 1, child_seats: 0 })
    const journey = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'], capacity: 2 })
    await desk.book(journey, 2)
    const passengers = party.map((passenger) => ({ category: 'adult', ...passenger }))
    const detail = `These passengers need ${needed} ${name}, and the vehicle of this departure has ${places}. Choose another departure, or assign a vehicle type with enough first.`
    expect(await joinWith(journey, {}, { passengers })).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: [{ pointer: '/passengers', code: 'exceeds_vehicle', detail }] },
    })
    expect(await waiting(journey)).toEqual([])
    const fitting = passengers.slice(0, places)
    if (fitting.length > 0) expect((await joinWith(journey, {}, { passengers: fitting })).status).toBe(201)
  })

  it('refuses an unknown customer on its field, and an unknown journey as not found', async () => {
    const { journey } = await fullDeparture({})
    const unknown = crypto.randomUUID()
    expect(await joinWith(journey, {}, { customer_id: unknown })).toMatchObject({
      status: 422,
      body: {
        code: 'validation',
        errors: [
          {
            pointer: '/customer_id',
            code: 'unknown_reference',
            detail: 'This record does not exist. Choose one from the list.',
          },
        ],
      },
    })
    expect(await joinWith({ id: unknown }, {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('expires for a cancelled departure, with a history entry', async () => {
    const { journey } = await fullDeparture({})
    const joined = await join(journey, 1, 'Waits in vain')
    expect(await desk.step(journey, 'cancel', { reason: 'Snow', others: 'cancel' })).toMatchObject({ status: 200 })
    await sweep()
    await sweep()
    expect(await statesOf(journey)).toEqual([['expired', null]])
    expect(await notesOf(journey, 'expired')).toMatchObject([
      { actor_kind: 'system', changes: [{ field: 'waiting', new: 'Waits in vain, 1' }] },
    ])
    const left = await desk.admin.post(`/waiting-list/${String(joined.body['id'])}/withdraw`)
    expect(left).toMatchObject({ status: 409, body: { code: 'invalid_state', errors: [{ pointer: '/state' }] } })
  })

  it('expires when the expected departure at the boarding stop has passed', async () => {
    const { journey } = await fullDeparture({})
    await join(journey, 1, 'First stop')
    await desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, {
      ...request(1, 'Second stop'),
      board_seq: 2,
    })
    await sql`update journey_calls set expected_depart = planned_depart + interval '20 minutes'
      where journey_id = ${journey['id']} and seq = 1`.execute(api.db)
    await desk.at('2030-05-20T05:49:00Z')
    await sweep()
    expect((await waiting(journey))[0]?.['state']).toBe('waiting')
    await desk.at('2030-05-20T05:50:00Z')
    await sweep()
    const states = (await waiting(journey)).map((row) => [row['lead_name'], row['state']])
    expect(states[0]).toEqual(['First stop', 'expired'])
  })

  it('skips a party whose customer is blocked', async () => {
    const { journey, sold } = await fullDeparture({})
    const customer = await make(desk.admin, 'customers')
    expect((await joinWith(journey, {}, { customer_id: customer['id'] })).status).toBe(201)
    const block = await desk.admin.post(
      `/customers/${String(customer['id'])}/block`,
      { reason: 'Owes' },
      { ifMatch: '*' },
    )
    expect(block.status).toBe(200)
    expect((await desk.step(sold, 'cancel', { reason: 'Ill' })).status).toBe(200)
    expect(await statesOf(journey)).toEqual([['waiting', 'blocked']])
  })

  it('offers the seat of the departure that a party was moved to while its cancellation waited', async () => {
    const left = await make(desk.admin, 'journeys')
    const { route_id } = left
    const joined = await make(desk.admin, 'journeys', { route_id, departure_time: '12:00:00', capacity: 1 })
    const [moved, gone] = [(await desk.book(left, 1)).body, (await desk.book(joined, 1)).body]
    expect((await join(joined, 1, 'Waiting')).status).toBe(201)
    const store = openStores(api.db, new TotalCache(() => api.now)).storeOf('reservations')
    const context: Context = { ...systemContext('test', () => api.now), actingAs: 'staff' }
    const cancel = cancelReservation({ reason: 'Ill', waive_fee: false }, context)
    const act = (tx: Tx, { id }: Json, step: Step<Reservation>) => store.actIn(tx, String(id), null, context, step)
    const delayed: Store<Reservation> = {
      ...store,
      actIn: async (tx, ...call) => {
        await act(tx, gone, cancel)
        await act(tx, moved, moveForOperator({ to_journey_id: String(joined['id']), reason: 'Late' }, context))
        return store.actIn(tx, ...call)
      },
    }
    await store.write(context, (tx) => stepAndOffer(tx, delayed, String(moved['id']), null, context, cancel))
    expect(await statesOf(joined)).toEqual([['offered', null]])
  })

  it('completes the step that released the seat when an offer fails unexpectedly, and the sweep reports it', async () => {
    const { journey, sold } = await fullDeparture({})
    expect((await join(journey, 1, 'Unlucky')).status).toBe(201)
    await sql`
      create function refuse_unlucky() returns trigger language plpgsql as $$
        begin raise exception 'unlucky' using errcode = 'XX000'; end $$`.execute(api.db)
    await sql`create trigger unlucky before insert on reservations for each row when (new.lead_name = 'Unlucky')
      execute function refuse_unlucky()`.execute(api.db)
    try {
      expect((await desk.step(sold, 'cancel', { reason: 'Ill' })).status).toBe(200)
      expect(await statesOf(journey)).toEqual([['waiting', 'other']])
      const errors: unknown[] = []
      await sweepOf(api, undefined, (error) => errors.push(error))()
      expect(errors).toEqual([expect.objectContaining({ errors: [expect.objectContaining({ message: 'unlucky' })] })])
    } finally {
      await sql`drop trigger unlucky on reservations`.execute(api.db)
      await sql`drop function refuse_unlucky()`.execute(api.db)
    }
    await sweep()
    expect(await statesOf(journey)).toEqual([['offered', null]])
  })

  it('offers every seat once during simultaneous cancellations and sweeps', async () => {
    const SEATS = 8
    const journey = await make(desk.admin, 'journeys', { capacity: SEATS })
    const sold: Json[] = []
    for (let seat = 0; seat < SEATS; seat += 1) sold.push((await desk.book(journey, 1)).body)
    for (let party = 0; party < SEATS; party += 1) await join(journey, 1, `Party ${party}`)
    const { storeOf } = openStores(api.db, new TotalCache(() => api.now))
    const sweeps = sold.map(() => sweepWaiting(api.db, storeOf('reservations') as Store<Reservation>, () => api.now))
    const cancellations = sold.map((reservation) => desk.step(reservation, 'cancel', { reason: 'Ill' }))
    expect((await Promise.all(cancellations)).map(({ status }) => status)).toEqual(sold.map(() => 200))
    await Promise.all(sweeps)
    expect((await waiting(journey)).map((row) => row['state'])).toEqual(sold.map(() => 'offered'))
    expect(await desk.counters(journey)).toEqual([
      [SEATS, 0],
      [SEATS, 0],
    ])
  })

  it('offers seats on every future journey and expires on departed ones, however many lists there are', async () => {
    const { storeOf } = openStores(api.db, new TotalCache(() => api.now))
    const store = storeOf('reservations') as Store<Reservation>
    const full: Json[] = []
    for (let count = 0; count < 3; count += 1) {
      const { journey } = await fullDeparture({})
      await join(journey, 1, `Party ${count}`)
      full.push(journey)
    }
    for (const journey of full) {
      const more = await desk.admin.patch(`/journeys/${String(journey['id'])}`, { capacity: 2 }, { ifMatch: '*' })
      expect(more.status).toBe(200)
    }
    const [departed, ...ahead] = full
    await sql`update journeys set departs_at = '2030-05-20T02:00:00Z', arrives_at = '2030-05-20T03:00:00Z'
      where id = ${departed?.['id']}`.execute(api.db)
    await sweepWaiting(api.db, store, () => api.now, 1)
    for (const journey of ahead) expect(await statesOf(journey)).toEqual([['offered', null]])
    expect(await statesOf(departed as Json)).toEqual([['expired', null]])
  })
})
