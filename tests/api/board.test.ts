import { describe, expect, it } from 'vitest'
import type { Board } from '../../contract/operations/board'
import { useApi, type Client, type Json } from '../support/api'
import { freeTariff, make } from '../support/factories'

const api = useApi()
const DAY = { from: '2030-05-20T00:00:00Z', to: '2030-05-21T00:00:00Z' }

async function ask(client: Client, query: Record<string, string>): Promise<Board> {
  const answer = await client.get(`/dispatch/board?${new URLSearchParams({ ...DAY, ...query }).toString()}`)
  expect(answer.status).toBe(200)
  return answer.body as unknown as Board
}
const id = (record: Json) => String(record['id'])
const labels = (board: Board) => board.jobs.map(({ label }) => label)

/** Creates three departures of one line, the first with vehicle and driver, and a hire, a downtime and an absence. */
async function scene() {
  const admin = await api.as('admin')
  const vehicle = await make(admin, 'vehicles')
  const driver = await make(admin, 'staff')
  const type = vehicle['vehicle_type_id']
  const crew = { vehicle_id: vehicle['id'], driver_id: driver['id'] }
  const first = await make(admin, 'journeys', { vehicle_type_id: type, ...crew })
  const way = { route_id: first['route_id'], vehicle_type_id: type }
  const second = await make(admin, 'journeys', { ...way, departure_time: '10:00:00' })
  const other = await make(admin, 'journeys', { departure_time: '11:00:00' })
  await freeTariff(admin, type)
  const place = { address: '12 Ledra Street' }
  const hired = await admin.post('/reservations', {
    kind: 'private_hire',
    lead_name: 'Club',
    passengers: [{ category: 'adult', name: 'Ana' }],
    hire: {
      pickup: place,
      dropoff: place,
      starts_at: '2030-05-20T12:00:00Z',
      ends_at: '2030-05-20T14:00:00Z',
      vehicle_type_id: type,
      passengers: 20,
    },
  })
  await make(admin, 'vehicle-downtimes', {
    vehicle_id: vehicle['id'],
    starts_at: '2030-05-20T16:00:00Z',
    ends_at: '2030-05-20T18:00:00Z',
  })
  await make(admin, 'staff-absences', {
    staff_id: driver['id'],
    starts_at: '2030-05-20T20:00:00Z',
    ends_at: '2030-05-20T22:00:00Z',
    kind: 'training',
    state: 'approved',
  })
  return { admin, vehicle, driver, first, second, other, hire: hired.body }
}

describe('the dispatch board', () => {
  it('returns journeys, hires, and what occupies vehicles or drivers in one request', async () => {
    await api.reset()
    const { admin, vehicle, driver, first, second, other, hire } = await scene()
    const board = await ask(admin, {})
    expect(labels(board)).toEqual([first['code'], second['code'], other['code'], hire['reference']])
    expect(board.jobs[0]).toMatchObject({
      source: 'journey',
      vehicle_id: id(vehicle),
      driver_id: id(driver),
      starts_at: first['departs_at'],
      capacity: 50,
      status: 'scheduled',
    })
    expect(board.jobs[3]).toMatchObject({ source: 'hire', seats_taken: 20, vehicle_id: null, origin: null })
    expect(board.rows.map(({ label }) => label)).toEqual([vehicle['registration_plate']])
    expect(board.taken).toEqual([expect.objectContaining({ row_id: id(vehicle), label: 'maintenance' })])
    expect(board.named).toEqual([{ id: id(driver), label: 'Maria Georgiou', phone: driver['phone'] }])
    const ends = board.jobs.slice(0, 3).flatMap(({ origin, destination }) => [origin, destination])
    expect(new Set(board.places.map(({ code }) => code))).toEqual(new Set(ends))
    expect(board.jobs.map(({ stops }) => stops)).toEqual(
      [first, second, other, {}].map((one) => one['call_count'] ?? null),
    )
    const drivers = await ask(admin, { by: 'driver' })
    expect(drivers.named).toEqual([{ id: id(vehicle), label: vehicle['registration_plate'], phone: null }])
    expect(drivers.rows).toEqual([
      expect.objectContaining({ id: id(driver), label: 'Maria Georgiou', phone: driver['phone'] }),
    ])
    expect(drivers.taken).toEqual([expect.objectContaining({ row_id: id(driver), label: 'training' })])
    expect(drivers.next).toBeNull()
  })

  it('shows what a filter excludes as occupied time', async () => {
    await api.reset()
    const { admin, first, second, other } = await scene()
    const line = await ask(admin, { route_id: String(first['route_id']) })
    expect(labels(line)).toEqual([first['code'], second['code']])
    const elsewhere = await ask(admin, { route_id: String(other['route_id']) })
    expect(labels(elsewhere)).toEqual([other['code']])
    expect(elsewhere.taken.map(({ label }) => label)).toEqual([first['code'], 'maintenance'])
    const open = await ask(admin, { unassigned: 'true', route_id: String(first['route_id']) })
    expect(labels(open)).toEqual([second['code']])
    const calls = (await admin.get(`/journeys/${id(other)}`)).body['calls'] as Json[]
    expect(labels(await ask(admin, { station_id: String(calls[1]?.['station_id']) }))).toEqual([other['code']])
  })

  it('excludes cancelled journeys, and refuses invalid periods and cursors', async () => {
    await api.reset()
    const { admin, second } = await scene()
    await admin.post(`/journeys/${id(second)}/cancel`, { reason: 'Weather' }, { ifMatch: '*' })
    expect(labels(await ask(admin, {}))).not.toContain(second['code'])
    for (const query of [{ from: DAY.to, to: DAY.from }, { to: '2030-06-20T00:00:00Z' }, { from: 'today' }])
      expect((await admin.get(`/dispatch/board?${new URLSearchParams({ ...DAY, ...query }).toString()}`)).status).toBe(
        400,
      )
    const wrong = await admin.get(`/dispatch/board?${new URLSearchParams({ ...DAY, after: 'x' }).toString()}`)
    expect(wrong.status).toBe(422)
  })
})

describe('the calendar', () => {
  it('counts journeys, hires and load of each day, also without any', async () => {
    await api.reset()
    const { admin, second } = await scene()
    await admin.patch(`/journeys/${id(second)}`, { delay_min: 20 }, { ifMatch: '*' })
    const days = await admin.get('/dispatch/calendar?from=2030-05-19&to=2030-05-21')
    const empty = { journeys: 0, unassigned: 0, late: 0, cancelled: 0, seats_taken: 0, capacity: 0, hires: 0 }
    expect(days.rows).toEqual([
      { ...empty, day: '2030-05-19' },
      { ...empty, day: '2030-05-20', journeys: 3, unassigned: 2, late: 1, capacity: 150, hires: 1 },
      { ...empty, day: '2030-05-21' },
    ])
    const line = await admin.get(
      `/dispatch/calendar?from=2030-05-20&to=2030-05-20&route_id=${String(second['route_id'])}`,
    )
    expect(line.rows).toEqual([expect.objectContaining({ journeys: 2, hires: 0 })])
    expect((await admin.get('/dispatch/calendar?from=2030-05-20&to=2030-07-20')).status).toBe(400)
  })
})
