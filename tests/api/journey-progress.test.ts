import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { sweepNow, workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const DEPARTURE = '2030-05-20T05:30:00Z'
const reason = 'Wrong line'

const read = async (record: Json) => (await desk.admin.get(`/journeys/${String(record['id'])}`)).body
const crewed = async (more: Json = {}) =>
  make(desk.admin, 'journeys', {
    vehicle_id: (await make(desk.admin, 'vehicles'))['id'],
    driver_id: (await make(desk.admin, 'staff'))['id'],
    ...more,
  })
const busy = (journey: Json) =>
  api.db
    .selectFrom('resource_allocations')
    .select(['resource_kind', 'busy_to'])
    .where('source_id', '=', String(journey['id']))
    .where('state', '<>', 'released')
    .orderBy('resource_kind')
    .execute()

/** Takes steps of a journey, each at its time. */
const take = async (journey: Json, ...steps: (readonly [at: string, verb: string])[]) => {
  for (const [at, verb] of steps) {
    await desk.at(at)
    expect(await desk.step(journey, verb), verb).toMatchObject({ status: 200 })
  }
}
const BOARDED = ['2030-05-20T05:10:00Z', 'board'] as const
const DEPARTED = ['2030-05-20T05:29:00Z', 'depart'] as const
const COMPLETED = ['2030-05-20T05:40:00Z', 'complete'] as const

const tooEarly = (detail: string) => ({
  status: 409,
  body: { code: 'invalid_state', detail, errors: [{ pointer: '/service_status', code: 'too_early', detail }] },
})

describe('a step of a journey', () => {
  it('is refused until its time, and the refusal names that time at the place of departure', async () => {
    const journey = await crewed()
    const code = String(journey['code'])
    for (const [verb, before, at, allowed] of [
      ['board', '2030-05-20T02:29:59Z', '2030-05-20T02:30:00Z', '05:30'],
      ['depart', '2030-05-20T04:29:59Z', '2030-05-20T04:30:00Z', '07:30'],
      ['complete', '2030-05-20T05:29:59Z', DEPARTURE, '08:30'],
    ] as const) {
      await desk.at(before)
      expect(await desk.step(journey, verb)).toMatchObject(
        tooEarly(`${code} leaves at 2030-05-20 08:30, local time. Wait until 2030-05-20 ${allowed} for this step.`),
      )
      await desk.at(at)
      expect(await desk.step(journey, verb)).toMatchObject({ status: 200 })
    }
  })

  it('is refused for many until its time, and reverts no journey', async () => {
    const [ahead, boarding] = [await crewed({ service_date: '2030-05-23' }), await crewed()]
    await desk.step(boarding, 'board')
    const bulk = async (service_status: string) => {
      const ids = [ahead['id'], boarding['id']]
      const changes = { service_status, cancel_reason: reason }
      const { body } = await desk.admin.post('/bulk/journeys', { ids, action: 'change', changes })
      await workOff(api)
      return (await desk.admin.get(`/tasks/${String(body['id'])}`)).body
    }
    expect(await bulk('boarding')).toMatchObject({ counts: { refused: 1, unchanged: 1 } })
    expect(await bulk('scheduled')).toMatchObject({ counts: { refused: 1, unchanged: 1 } })
    expect((await read(ahead))['service_status']).toBe('scheduled')
    expect((await read(boarding))['service_status']).toBe('boarding')
  })
})

describe('a step that is reverted', () => {
  it('requires a reason, which the history keeps, and a role that may edit journeys', async () => {
    const journey = await crewed()
    expect(await desk.step(journey, 'revert', { reason })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
    await take(journey, BOARDED)
    expect(await desk.step(journey, 'revert')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/reason' }] },
    })
    expect((await desk.step(journey, 'revert', { reason }, { as: await api.as('agent') })).status).toBe(403)
    const dispatcher = await api.as('dispatcher')
    const reverted = await desk.step(journey, 'revert', { reason }, { as: dispatcher })
    expect(reverted).toMatchObject({ status: 200, body: { service_status: 'scheduled' } })
    const { rows } = await desk.admin.list('audit-events', {
      filter: { entity_id: journey['id'], action: 'journeys.reverted' },
    })
    expect(rows).toMatchObject([{ reason, changes: [{ field: 'service_status', old: 'boarding', new: 'scheduled' }] }])
  })

  it('restores the sales and deletes the departure when it was a departure', async () => {
    const [open, closed] = [await crewed(), await crewed({ departure_time: '08:31:00', sales_status: 'on_request' })]
    for (const [journey, sales_status] of [
      [open, 'open'],
      [closed, 'on_request'],
    ] as const) {
      await take(journey, BOARDED, DEPARTED)
      expect((await read(journey))['sales_status']).toBe('closed')
      const { body } = await desk.step(journey, 'revert', { reason })
      expect(body).toMatchObject({ service_status: 'boarding', sales_status, calls: [{ actual_depart: null }, {}, {}] })
      await take(journey, DEPARTED)
      expect((await read(journey))['calls']).toMatchObject([{ actual_depart: DEPARTED[0] }, {}, {}])
    }
  })

  it('is refused when the departed journey has reached a later stop', async () => {
    const journey = await crewed()
    await take(journey, BOARDED, DEPARTED)
    await api.db
      .updateTable('journey_calls')
      .set({ actual_arrive: '2030-05-20T05:50:00Z' })
      .where('journey_id', '=', String(journey['id']))
      .where('seq', '=', 2)
      .execute()
    expect(await desk.step(journey, 'revert', { reason })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', errors: [{ pointer: '/service_status' }] },
    })
  })

  it('occupies the vehicle and driver again and leaves completed reservations when it was a completion', async () => {
    const journey = await crewed()
    const made = (await desk.book(journey, 1)).body
    const before = await busy(journey)
    await desk.step(made, 'board')
    await take(journey, BOARDED, DEPARTED, COMPLETED)
    await sweepNow(api, api.server.workers)
    expect((await busy(journey)).map(({ busy_to }) => busy_to)).toEqual([COMPLETED[0], COMPLETED[0]])
    const { body } = await desk.step(journey, 'revert', { reason })
    expect(body).toMatchObject({ service_status: 'in_progress', sales_status: 'closed' })
    expect((body['calls'] as Json[]).at(-1)).toMatchObject({ actual_arrive: null })
    expect(await busy(journey)).toEqual(before)
    expect((await desk.read(made))['status']).toBe('completed')
    await take(journey, ['2030-05-20T06:10:00Z', 'complete'])
    expect((await busy(journey)).map(({ busy_to }) => busy_to)).toEqual([
      '2030-05-20T06:10:00Z',
      '2030-05-20T06:10:00Z',
    ])
  })

  it('occupies the vehicle and driver again when the completion was at the planned departure', async () => {
    const journey = await crewed()
    const before = await busy(journey)
    await take(journey, BOARDED, DEPARTED, [DEPARTURE, 'complete'])
    expect(await busy(journey)).toEqual([])
    expect((await desk.step(journey, 'revert', { reason })).status).toBe(200)
    expect(await busy(journey)).toEqual(before)
  })

  it('is refused when the vehicle of the completed journey has a job in its time since', async () => {
    const journey = await crewed()
    await take(journey, BOARDED, DEPARTED, COMPLETED)
    const next = await make(desk.admin, 'journeys', {
      route_id: journey['route_id'],
      vehicle_id: journey['vehicle_id'],
      departure_time: '09:00:00',
      accept_warnings: true,
    })
    const refused = await desk.step(journey, 'revert', { reason })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_state',
        detail: expect.stringContaining(String(next['code'])) as string,
        errors: [{ pointer: '/service_status' }],
      },
    })
    expect(await read(journey)).toMatchObject({ service_status: 'completed' })
    expect((await busy(journey)).map(({ busy_to }) => busy_to)).toEqual([COMPLETED[0], COMPLETED[0]])
  })

  it('is refused when the completed journey would be completed again at once', async () => {
    const journey = await crewed()
    await take(journey, BOARDED, DEPARTED, COMPLETED)
    await desk.at('2030-05-20T12:14:59Z')
    expect((await desk.step(journey, 'revert', { reason })).status).toBe(200)
    await take(journey, ['2030-05-20T12:14:59Z', 'complete'])
    await desk.at('2030-05-20T12:15:00Z')
    expect(await desk.step(journey, 'revert', { reason })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', errors: [{ pointer: '/service_status' }] },
    })
  })
})

describe('a journey under way', () => {
  it('keeps a vehicle and a driver until it is interrupted, also when its vehicle breaks down', async () => {
    const journey = await crewed()
    await take(journey, BOARDED, DEPARTED)
    const remedy = `${String(journey['code'])} is under way: choose another vehicle, or interrupt the journey first.`
    const refused = (pointer: string) => ({
      status: 409,
      body: { code: 'invalid_state', detail: remedy, errors: [{ pointer, detail: remedy }] },
    })
    const path = `/journeys/${String(journey['id'])}`
    expect(await desk.admin.patch(path, { vehicle_id: null }, { ifMatch: '*' })).toMatchObject(refused('/vehicle_id'))
    expect(await desk.step(journey, 'assign', { vehicle_id: null })).toMatchObject(refused('/vehicle_id'))
    const cause = {
      kind: 'downtime',
      vehicle_id: journey['vehicle_id'],
      starts_at: DEPARTURE,
      ends_at: '2030-05-21T05:30:00Z',
      downtime_kind: 'breakdown',
    }
    const period = `from=${cause.starts_at}&to=${cause.ends_at}`
    const jobs = async () => (await desk.admin.get(`/vehicles/${String(journey['vehicle_id'])}/jobs?${period}`)).rows
    expect(await jobs()).toMatchObject([{ id: journey['id'], actions: ['swap', 'farm_out'] }])
    const unassign = { cause, reason: 'Engine', jobs: [{ job_id: journey['id'], action: 'unassign' }] }
    expect(await desk.admin.post('/resolutions', unassign)).toMatchObject(refused('/jobs/0/action'))
    expect(await read(journey)).toMatchObject({ vehicle_id: journey['vehicle_id'], service_status: 'in_progress' })

    await desk.step(journey, 'interrupt', { reason: 'Engine' })
    expect(await jobs()).toMatchObject([{ actions: ['swap', 'farm_out', 'unassign', 'move', 'cancel'] }])
    expect((await desk.admin.post('/resolutions', unassign)).status).toBe(200)
    expect(await read(journey)).toMatchObject({ vehicle_id: null, service_status: 'interrupted' })
    expect(await desk.step(journey, 'resume')).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/vehicle_id', detail: 'Assign a vehicle before it resumes.' }] },
    })
  })
})
