import { afterEach, describe, expect, it, vi } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { RESERVATION_STATUSES, SERVICE_STATUSES } from '../../contract/core/vocabulary'
import type { Reservation } from '../../contract/entities/reservation'
import { TotalCache } from '../../server/crud/total-cache'
import { JOURNEY_TRANSITIONS, type JourneyStep } from '../../server/domain/journeys/transitions'
import { RESERVATION_TRANSITIONS, type ReservationStep } from '../../server/domain/reservations/transitions'
import { takeStep } from '../../server/features/journeys/steps/take-step'
import { cancelPassengers, cancelReservation, undoCancellation } from '../../server/features/reservations/steps/cancel'
import { confirmReservation, releaseHold } from '../../server/features/reservations/steps/hold'
import { approveReservation, rejectReservation } from '../../server/features/reservations/steps/request'
import { stepTo } from '../../server/features/reservations/steps/step-to'
import {
  beginReturn,
  board,
  checkIn,
  completeReservation,
  markNoShow,
  undoCheckIn,
} from '../../server/features/reservations/steps/travel'
import { systemContext, type Context } from '../../server/kernel/context'
import { Refusal } from '../../server/http/refusal'
import { openStores } from '../../server/wiring/stores'
import type { Store } from '../../server/crud/store'
import type { Row, Step, Values } from '../../server/crud/store-options'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { sweepOf, workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)
const BEFORE = '2030-05-20T04:00:00Z'
const LEFT = '2030-05-20T05:31:00Z'
const beforeOn = (day: string) => `${day}T05:00:00Z`
const afterOn = (day: string) => `${day}T05:31:00Z`
const any = { ifMatch: '*' }

type Status = (typeof RESERVATION_STATUSES)[number]
type ServiceStatus = (typeof SERVICE_STATUSES)[number]

const bodyOf = (operation: string): Json => {
  if (operation === 'rejectReservation') return { reason: 'no_capacity' }
  return /cancel|interrupt|reinstate|revert/i.test(operation) ? { reason: 'Snow' } : {}
}
const verbOf = (operation: string | null) =>
  ALL_OPERATIONS.find(({ id }) => id === operation)
    ?.path.split('/')
    .at(-1) ?? ''

/** Creates a reservation for two in a status, with the clock at its last step. */
async function reservationIn(status: Status, journey: Json, cancelledFrom: Status = 'confirmed'): Promise<Json> {
  await desk.at(BEFORE)
  const take = async (first: Json, ...verbs: string[]) => {
    for (const verb of verbs)
      expect((await desk.step(first, verb, bodyOf(`${verb}Reservation`))).status, verb).toBe(200)
    return first
  }
  const booked = async (more: Json = {}) => (await desk.book(journey, 2, more)).body
  switch (status) {
    case 'on_hold':
    case 'pending':
    case 'confirmed':
      return booked({ status })
    case 'checked_in':
      return take(await booked(), 'check-in')
    case 'boarded':
      return take(await booked(), 'board')
    case 'completed': {
      const party = await take(await booked(), 'board')
      await desk.at(LEFT)
      return take(party, 'complete')
    }
    case 'rejected':
      return take(await booked({ status: 'pending' }), 'reject')
    case 'cancelled':
      return take(await reservationIn(cancelledFrom, journey), 'cancel')
    case 'no_show': {
      const party = await booked()
      await desk.at(LEFT)
      return take(party, 'no-show')
    }
    case 'expired': {
      const hold = await booked({ status: 'on_hold' })
      await desk.at('2030-05-20T04:16:00Z')
      await sweepOf(api)()
      await desk.at(BEFORE)
      return hold
    }
  }
}

/** Creates a journey in a status, with the clock before its departure, or after it once it is completed. */
async function journeyIn(status: ServiceStatus, more: Json & { service_date: string }): Promise<Json> {
  await desk.at(beforeOn(more.service_date))
  const made = await make(desk.admin, 'journeys', {
    ...more,
    service_status: status === 'draft' ? 'draft' : 'scheduled',
  })
  const verbs: Record<ServiceStatus, string[]> = {
    draft: [],
    scheduled: [],
    boarding: ['board'],
    in_progress: ['board', 'depart'],
    interrupted: ['board', 'depart', 'interrupt'],
    completed: ['board', 'depart', 'complete'],
    cancelled: ['cancel'],
  }
  for (const verb of verbs[status]) {
    if (verb === 'complete') await desk.at(afterOn(more.service_date))
    expect((await desk.step(made, verb, bodyOf(verb))).status, verb).toBe(200)
  }
  return made
}

const crew = async (): Promise<Json> => ({
  vehicle_id: (await make(desk.admin, 'vehicles'))['id'],
  driver_id: (await make(desk.admin, 'staff'))['id'],
})

const clock = (): Context => systemContext('test', () => api.now)
const staff = (): Context => ({
  ...clock(),
  actor: { kind: 'user', id: null, name: 'test', role: 'admin', sessionId: null },
})

const stores = () => openStores(api.db, new TotalCache(() => api.now))

/** Returns the statuses that steps lead a record to without the transition table. Each step is rolled back. */
async function reached<R extends Row>(store: Store<R>, id: unknown, steps: Readonly<Record<string, Step<R>>>) {
  const context = staff()
  const statusOf = (values: Values) => values[store.entity.statusField] as string
  const found: string[] = []
  for (const [name, step] of Object.entries(steps))
    try {
      const { before, done } = await store.write(
        context,
        async (tx) => {
          const before = await store.getIn(tx, String(id))
          return { before, done: await step(tx, before) }
        },
        true,
      )
      const [from, to] = [statusOf(before), statusOf({ ...before, ...done?.values })]
      if (to !== from) found.push(`${from} to ${to} by ${name}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  return found
}

const listed = (transitions: readonly { from: string; to: string; step: string }[]) =>
  transitions.map(({ from, to, step }) => `${from} to ${to} by ${step}`)

describe('the status of a reservation', () => {
  it('follows the transitions of the table and no other, each by one step', async () => {
    const journey = await make(desk.admin, 'journeys')
    const context = staff()
    // After a partial cancellation the remaining passengers can change the status as well.
    const leave = (positions: readonly number[] = [1]) =>
      cancelPassengers(positions, { reason: 'Ill', waive_fee: true }, context)
    const walks = { checkIn, board, undoCheckIn, markNoShow, leave }
    const steps: Partial<Record<ReservationStep, Step<Reservation>>> = {
      confirmReservation: confirmReservation(undefined, context),
      releaseHold: releaseHold(context),
      approveReservation: approveReservation(context),
      rejectReservation: rejectReservation({ reason: 'no_capacity' }),
      cancelReservation: cancelReservation({ reason: 'Ill', waive_fee: false }, context),
      undoCancellation: undoCancellation('Well again', context),
      completeReservation: completeReservation(context),
    }
    const found = new Set<string>()
    const collect = (transitions: readonly string[]) => transitions.forEach((transition) => found.add(transition))
    for (const status of RESERVATION_STATUSES)
      for (const from of status === 'cancelled'
        ? RESERVATION_TRANSITIONS.sourcesOf('cancelReservation')
        : [undefined]) {
        const party = await reservationIn(status, journey, from)
        expect((await desk.read(party))['status']).toBe(status)
        for (const now of [api.now.toISOString(), LEFT]) {
          await desk.at(now)
          collect(await reached(stores().storeOf('reservations'), party['id'], steps))
          for (const walk of Object.values(walks))
            for (const positions of [undefined, [1], [2]])
              collect(
                await reached(stores().storeOf('reservations'), party['id'], { travel: walk(positions, context) }),
              )
        }
      }
    const mixed = await reservationIn('confirmed', journey)
    await desk.step(mixed, 'check-in', { positions: [1] })
    const left = await reached(stores().storeOf('reservations'), mixed['id'], { travel: leave([2]) })
    expect(left).toEqual(['confirmed to checked_in by travel'])
    collect(left)
    const missed = await reservationIn('no_show', journey)
    await api.db.updateTable('reservations').set({ way_back: 'ahead' }).where('id', '=', String(missed['id'])).execute()
    collect(await reached(stores().storeOf('reservations'), missed['id'], { travel: beginReturn(context) }))
    expect([...found].sort()).toEqual(listed(RESERVATION_TRANSITIONS.all).sort())
  })

  it('is no field of the form, and the refusal names the operation for it', async () => {
    const journey = await make(desk.admin, 'journeys')
    for (const { from, to, operation } of RESERVATION_TRANSITIONS.all) {
      const party = await reservationIn(from, journey, from === 'cancelled' ? to : undefined)
      const path = `/reservations/${String(party['id'])}`
      const refused = await desk.admin.patch(path, { status: to, cancel_reason: 'Ill' }, any)
      expect(refused, `${from} to ${to}`).toMatchObject({ status: 422, body: { errors: [{ pointer: '/status' }] } })
      if (operation === null) continue
      expect(refused.body['detail']).toContain(`POST /api${path}/${verbOf(operation)} instead.`)
      if (operation === 'markNoShow' || operation === 'completeReservation') await desk.at(LEFT)
      const context = staff()
      const amongMany = { [operation]: stepTo(to, { cancel_reason: 'Ill' }, context) }
      expect(await reached(stores().storeOf('reservations'), party['id'], amongMany)).toEqual([
        `${from} to ${to} by ${operation}`,
      ])
      const done = await desk.step(party, verbOf(operation), bodyOf(operation))
      expect(done.body['status'], `${operation} from ${from}`).toBe(to)
      const whole = await desk.admin.put(path, { ...done.body, internal_notes: 'As it is' }, any)
      expect(whole).toMatchObject({ status: 200, body: { status: to, internal_notes: 'As it is' } })
    }
    const ended = await reservationIn('completed', journey)
    const refused = await desk.admin.patch(`/reservations/${String(ended['id'])}`, { status: 'confirmed' }, any)
    expect(refused.body['detail']).toContain('none changes it from "completed" to "confirmed"')
  })

  it('is changed for many by the step of each, and the released seats are offered', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 4 })
    const [booked, gone] = [await reservationIn('confirmed', journey), await reservationIn('boarded', journey)]
    const waiting = { board_seq: 1, alight_seq: 3, passengers: [{ category: 'adult' }], lead_name: 'Eva', locale: 'en' }
    expect((await desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, waiting)).status).toBe(201)
    const ids = [booked['id'], gone['id']]
    const bulk = (changes: Json) => desk.admin.post('/bulk/reservations', { ids, action: 'change', changes })
    const started = await bulk({ status: 'cancelled', cancel_reason: 'Strike' })
    expect(started.status).toBe(202)
    await workOff(api)
    const task = await desk.admin.get(`/tasks/${String(started.body['id'])}`)
    expect(task.body).toMatchObject({ state: 'succeeded', counts: { updated: 1, refused: 1 } })
    expect(await desk.read(booked)).toMatchObject({ status: 'cancelled', cancel_reason: 'Strike' })
    expect(await desk.read(gone)).toMatchObject({ status: 'boarded' })
    expect(await desk.counters(journey)).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(await bulk({ status: 'boarded', lead_name: 'X' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/changes/lead_name' }] },
    })
  })

  it('follows no transition that is missing in the table, whatever step requests it', async () => {
    const party = await reservationIn('completed', await make(desk.admin, 'journeys'))
    const store = stores().storeOf('reservations')
    const stray: Step = () => Promise.resolve({ action: 'confirmed', values: { status: 'confirmed' } })
    await expect(store.act(String(party['id']), null, staff(), stray)).rejects.toMatchObject({ code: 'invalid_state' })
  })

  it('is not changed for a caller whom the table does not name, whichever step is taken', async () => {
    const party = await reservationIn('pending', await make(desk.admin, 'journeys'))
    const approve = (context: Context) =>
      stores().storeOf('reservations').act(String(party['id']), null, context, approveReservation(context))
    for (const context of [clock(), { ...staff(), actingAs: 'partner' as const }])
      await expect(approve(context)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await desk.read(party)).toMatchObject({ status: 'pending', version: party['version'] })
    expect(await approve({ ...clock(), actingAs: 'staff' })).toMatchObject({ status: 'confirmed' })
  })
})

describe('the status of a journey', () => {
  it('follows the transitions of the table and no other, each by one step', async () => {
    const ours = await crew()
    const context = staff()
    const names = [...new Set(JOURNEY_TRANSITIONS.all.map(({ step }) => step))] as JourneyStep[]
    const steps = Object.fromEntries(names.map((name) => [name, takeStep(name, context, 'Snow')]))
    const found = new Set<string>()
    for (const [index, status] of SERVICE_STATUSES.entries()) {
      const day = `2030-05-${21 + index}`
      const made = await journeyIn(status, { ...ours, service_date: day })
      for (const now of [api.now.toISOString(), afterOn(day)]) {
        await desk.at(now)
        for (const transition of await reached(stores().storeOf('journeys'), made['id'], steps)) found.add(transition)
      }
    }
    expect([...found].sort()).toEqual(listed(JOURNEY_TRANSITIONS.all).sort())
  })

  it('is no field of the form, and the refusal names the operation for it', async () => {
    const ours = await crew()
    for (const [index, { from, to, operation }] of JOURNEY_TRANSITIONS.all.entries()) {
      const day = `2030-06-${10 + index}`
      const made = await journeyIn(from, { ...ours, service_date: day })
      const path = `/journeys/${String(made['id'])}`
      const refused = await desk.admin.patch(path, { service_status: to, cancel_reason: 'Snow' }, any)
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/service_status' }] } })
      expect(refused.body['detail']).toContain(`POST /api${path}/${verbOf(operation)} instead.`)
      if (operation === 'completeJourney') await desk.at(afterOn(day))
      const { body } = await desk.step(made, verbOf(operation), bodyOf(String(operation)))
      expect(((body['journey'] ?? body) as Json)['service_status'], `${operation} from ${from}`).toBe(to)
    }
    const draft = await make(desk.admin, 'journeys', { service_status: 'draft' })
    const changes = { service_status: 'scheduled' }
    await desk.admin.post('/bulk/journeys', { ids: [draft['id']], action: 'change', changes })
    await workOff(api)
    expect((await desk.admin.get(`/journeys/${String(draft['id'])}`)).body).toMatchObject(changes)
  })
})

describe('a transition that is removed from the table', () => {
  afterEach(() => vi.restoreAllMocks())
  const removeCancellation = (transitions: { between: (from: string, to: string) => unknown }) => {
    const { between } = transitions
    vi.spyOn(transitions, 'between').mockImplementation((from, to) =>
      to === 'cancelled' ? undefined : between(from, to),
    )
  }
  const cancelling = async (resource: string, id: unknown, field: string) => {
    const changes = { [field]: 'cancelled', cancel_reason: 'Strike' }
    await desk.admin.post(`/bulk/${resource}`, { ids: [id], action: 'change', changes })
    await workOff(api)
  }
  const resolve = (journey: Json) =>
    desk.admin.post('/resolutions', {
      cause: {
        kind: 'downtime',
        vehicle_id: journey['vehicle_id'],
        starts_at: '2030-05-20T05:00:00Z',
        ends_at: null,
        downtime_kind: 'breakdown',
        note: null,
      },
      reason: 'Engine',
      jobs: [{ job_id: journey['id'], action: 'cancel' }],
    })

  it('is refused for a reservation: at the desk, in bulk, by a partner, through OCTO, or in a breakdown of a vehicle', async () => {
    await desk.at(BEFORE)
    const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const { client, secret } = await program(partner)
    const reseller = api.client({ authorization: `Bearer ${String(secret)}` })
    const route = await make(desk.admin, 'routes')
    await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
    const made = { route_id: route['id'], capacity: 40, ...(await crew()) }
    const journey = await make(desk.admin, 'journeys', { ...made, departure_time: '12:00:00' })
    const [atDesk, among, broken] = [
      await reservationIn('confirmed', journey),
      await reservationIn('confirmed', journey),
      await reservationIn('confirmed', journey),
    ]
    const request = { legs: [ride(journey)], passengers: adults(2), lead_name: 'Ana Ruiz' }
    const trip = (await client.post('/partner/trips/', { ...request, partner_reference: unique('SV-') })).body
    await client.post(`/partner/trips/${String(trip['id'])}/confirm/`, {}, any)
    const products = (await reseller.get('/octo/products')).rows
    const own = products.find(({ id }) => String(id).startsWith(String(route['id']))) ?? {}
    const asked = { productId: own['id'], optionId: 'DEFAULT' }
    const day = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20' }
    const [slot] = (await reseller.post('/octo/availability', { ...asked, ...day })).rows
    const unitItems = [{ unitId: 'adult' }]
    const contact = { fullName: 'Ana Ruiz', emailAddress: 'ana@example.com' }
    const held = (await reseller.post('/octo/bookings', { ...asked, availabilityId: slot?.['id'], unitItems })).body
    const booking = `/octo/bookings/${String(held['uuid'])}`
    expect((await reseller.post(`${booking}/confirm`, { contact })).body['status']).toBe('CONFIRMED')
    const readStatuses = async () => {
      await desk.step(atDesk, 'cancel', { reason: 'Ill' })
      await cancelling('reservations', among['id'], 'status')
      await client.post(`/partner/trips/${String(trip['id'])}/cancel/`, { reason: 'Ill' }, any)
      await reseller.post(`${booking}/cancel`, { reason: 'Ill' })
      await resolve(journey)
      const staff = [atDesk, among, broken, trip].map(async (party) => (await desk.read(party))['status'])
      return [...(await Promise.all(staff)), (await reseller.get(booking)).body['status']]
    }
    removeCancellation(RESERVATION_TRANSITIONS)
    expect(await readStatuses()).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed', 'CONFIRMED'])
    vi.restoreAllMocks()
    expect(await readStatuses()).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled', 'CANCELLED'])
  })

  it('is refused for a journey: at the desk, in bulk, or in a breakdown of its vehicle', async () => {
    await desk.at(BEFORE)
    const all = [
      await make(desk.admin, 'journeys', await crew()),
      await make(desk.admin, 'journeys', await crew()),
      await make(desk.admin, 'journeys', await crew()),
    ] as const
    const readStatuses = async () => {
      await desk.step(all[0], 'cancel', { reason: 'Snow' })
      await cancelling('journeys', all[1]['id'], 'service_status')
      await resolve(all[2])
      const read = all.map(async ({ id }) => (await desk.admin.get(`/journeys/${String(id)}`)).body['service_status'])
      return Promise.all(read)
    }
    removeCancellation(JOURNEY_TRANSITIONS)
    expect(await readStatuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])
    vi.restoreAllMocks()
    expect(await readStatuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})
