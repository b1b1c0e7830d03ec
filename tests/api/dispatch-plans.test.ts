import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DispatchPlan } from '../../contract/operations/dispatch-plan'
import { PLAN_UNDO_H } from '../../contract/core/limits/dispatch'
import { useApi, type Client, type Json } from '../support/api'
import { make } from '../support/factories'

const api = useApi()
const DAY = { from: '2030-05-20T00:00:00Z', to: '2030-05-21T00:00:00Z' }
const id = (record: Json) => String(record['id'])
const NOW = new Date('2030-05-19T12:00:00Z')

let admin: Client

beforeEach(async () => {
  await api.reset()
  api.now = NOW
  admin = await api.as('admin')
})

/** Creates departures of one line in both directions, and the requested number of vehicles and drivers. */
async function scene(times: string[], { vehicles, drivers }: { vehicles: number; drivers: number }) {
  const type = await make(admin, 'vehicle-types', { required_licence_categories: ['D'] })
  const out = await make(admin, 'routes')
  const stops = (out['stops'] as Json[]).toReversed().map((stop, index) => ({
    ...stop,
    arrive_offset_min: [0, 20, 45][index],
    depart_offset_min: [0, 22, 45][index],
    pickup_type: index === 2 ? 'none' : 'regular',
    drop_off_type: index === 0 ? 'none' : 'regular',
  }))
  const back = await make(admin, 'routes', { stops })
  const journeys: Json[] = []
  for (const [index, departure_time] of times.entries())
    journeys.push(
      await make(admin, 'journeys', {
        route_id: (index % 2 === 0 ? out : back)['id'],
        vehicle_type_id: type['id'],
        departure_time,
      }),
    )
  // Created one after the other, because the plan prefers the oldest of equal records.
  const made = async (resource: 'vehicles' | 'staff', count: number, more: Json) => {
    const records: Json[] = []
    while (records.length < count) records.push(await make(admin, resource, more))
    return records
  }
  return {
    journeys,
    vehicles: await made('vehicles', vehicles, { vehicle_type_id: type['id'] }),
    drivers: await made('staff', drivers, {}),
  }
}

async function suggest(request: Json = {}): Promise<DispatchPlan> {
  const answer = await admin.post('/dispatch/suggestions', { ...DAY, ...request })
  expect(answer.status).toBe(200)
  return answer.body as unknown as DispatchPlan
}

const assignmentsOf = (plan: DispatchPlan) =>
  plan.journeys.map(({ journey_id, version, vehicle, driver }) => ({
    journey_id,
    version,
    ...(vehicle && { vehicle_id: vehicle.id }),
    ...(driver && { driver_id: driver.id }),
  }))
const crewOf = async (journey: Json) => {
  const { vehicle_id, driver_id } = (await admin.get(`/journeys/${id(journey)}`)).body
  return { vehicle_id, driver_id }
}

const SHUTTLE = ['06:00:00', '07:00:00', '08:00:00', '09:00:00']

describe('a plan of the dispatch board', () => {
  it('uses the fewest vehicles, writes nothing, is applied like manual assignments and undone as a whole', async () => {
    const { journeys, vehicles } = await scene(SHUTTLE, { vehicles: 3, drivers: 2 })
    const plan = await suggest()
    expect(plan).toMatchObject({
      journeys_in_all: 4,
      vehicles_used: 1,
      vehicles_needed: 1,
      most_at_once: 1,
      empty_km: 0,
    })
    expect(new Set(plan.journeys.map(({ vehicle }) => vehicle?.id))).toEqual(new Set([id(vehicles[0] as Json)]))
    expect(await crewOf(journeys[0] as Json)).toEqual({ vehicle_id: null, driver_id: null })

    const planId = uuidv7()
    const applied = await admin.post(`/dispatch/plans/${planId}`, { assignments: assignmentsOf(plan) })
    expect(applied.rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done'])
    for (const [index, journey] of journeys.entries())
      expect(await crewOf(journey)).toEqual({
        vehicle_id: plan.journeys[index]?.vehicle?.id,
        driver_id: plan.journeys[index]?.driver?.id,
      })
    const { rows: history } = await admin.list('audit-events', { filter: { action: 'journeys.assigned' } })
    expect(history).toHaveLength(4)
    expect((await suggest()).journeys).toEqual([])

    const undone = await admin.post(`/dispatch/plans/${planId}/undo`, {})
    expect(undone.body).toMatchObject({ left: 0 })
    for (const journey of journeys) expect(await crewOf(journey)).toEqual({ vehicle_id: null, driver_id: null })
    expect((await admin.post(`/dispatch/plans/${planId}/undo`, {})).body).toEqual({ outcomes: [], left: 0 })
  })

  it('reports how many vehicles of which type a company without vehicles needs', async () => {
    const { journeys } = await scene([...SHUTTLE, '08:10:00'], { vehicles: 0, drivers: 0 })
    const plan = await suggest()
    expect(plan.journeys.map(({ no_vehicle }) => no_vehicle)).toEqual(Array(5).fill('nothing_fits'))
    expect(plan).toMatchObject({ vehicles_used: 0, vehicles_needed: 2 })
    expect(plan.fleet_needed).toEqual([
      { id: journeys[0]?.['vehicle_type_id'], label: expect.stringMatching(/./) as string, count: 2 },
    ])
  })

  it('reports what stays unassigned and why, and allows empty runs on request', async () => {
    const { journeys } = await scene(['06:00:00', '06:30:00', '07:05:00'], { vehicles: 1, drivers: 1 })
    const still = await suggest({ drivers: false })
    expect(still).toMatchObject({ vehicles_used: 1, vehicles_needed: 3, most_at_once: 2 })
    expect(still.journeys.map(({ no_vehicle }) => no_vehicle)).toEqual([null, 'nothing_free', 'nothing_free'])
    const stations = (await admin.list('stations')).rows
    for (const station of stations)
      await admin.patch(`/stations/${id(station)}`, { latitude: 35, longitude: 33 }, { ifMatch: '*' })
    expect(await suggest({ drivers: false, empty_runs: true })).toMatchObject({ vehicles_needed: 2 })
    const [huge] = journeys
    await admin.patch(
      `/vehicle-types/${String(huge?.['vehicle_type_id'])}`,
      { required_licence_categories: ['DE'] },
      { ifMatch: '*' },
    )
    expect((await suggest()).journeys.map(({ no_driver }) => no_driver)).toEqual(Array(3).fill('nothing_fits'))
  })

  it('skips journeys that another user has changed, when it is applied and when it is undone', async () => {
    const { journeys, vehicles } = await scene(SHUTTLE, { vehicles: 2, drivers: 1 })
    const [first, second, third] = journeys as [Json, Json, Json]
    const plan = await suggest()
    const other = { vehicle_id: id(vehicles[1] as Json) }
    await admin.post(`/journeys/${id(first)}/assign`, other, { ifMatch: '*' })
    // The planned vehicle is in the workshop all morning.
    await make(admin, 'vehicle-downtimes', {
      vehicle_id: plan.journeys[1]?.vehicle?.id,
      starts_at: '2030-05-20T03:30:00Z',
      ends_at: '2030-05-20T04:30:00Z',
    })
    const planId = uuidv7()
    const applied = await admin.post(`/dispatch/plans/${planId}`, { assignments: assignmentsOf(plan) })
    const outcomeOf = (journey: Json) => applied.rows.find((row) => row['journey_id'] === id(journey))
    expect(outcomeOf(first)).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('version') as string })
    expect(outcomeOf(second)).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('out of service') as string,
    })
    expect(outcomeOf(third)).toMatchObject({ outcome: 'done' })
    await admin.post(`/journeys/${id(third)}/assign`, { driver_id: null }, { ifMatch: '*' })
    const undone = (await admin.post(`/dispatch/plans/${planId}/undo`, {})).body as { outcomes: Json[] }
    expect(undone.outcomes.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['failed', 'done']))
    expect((await crewOf(third)).vehicle_id).toBe(plan.journeys[2]?.vehicle?.id)
    expect(await crewOf(first)).toMatchObject(other)
  })

  it('is undone within a day by roles that may edit journeys only', async () => {
    await scene(SHUTTLE, { vehicles: 1, drivers: 1 })
    const planId = uuidv7()
    await admin.post(`/dispatch/plans/${planId}`, { assignments: assignmentsOf(await suggest()) })
    api.now = new Date(NOW.getTime() + (PLAN_UNDO_H + 1) * 3_600_000)
    const later = await api.as('admin')
    expect((await later.post(`/dispatch/plans/${planId}/undo`, {})).body).toMatchObject({ code: 'invalid_state' })
    expect((await later.post(`/dispatch/plans/${uuidv7()}/undo`, {})).status).toBe(404)
    const agent = await api.as('agent')
    expect((await agent.post('/dispatch/suggestions', DAY)).status).toBe(403)
    expect((await later.post('/dispatch/suggestions', { from: DAY.to, to: DAY.from })).status).toBe(422)
  })
})
