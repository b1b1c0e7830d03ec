import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { make } from '../support/factories'

const api = useApi()
let admin: Client
beforeEach(async () => {
  api.now = new Date('2030-05-20T04:00:00Z')
  admin = await api.as('admin')
})

const times = async <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (answers: { status: number; body: Json }[]) =>
  answers.map((answer) => (answer.status < 300 ? 'ok' : String(answer.body['code']))).sort()

/** Computes the expected counters of a journey from its reservations. */
async function recount(journeyId: unknown): Promise<unknown[]> {
  const { rows } = await sql`
    select l.leg_seq,
      coalesce(sum(r.seats) filter (where r.status = 'on_hold'), 0)::int as held,
      coalesce(sum(r.seats) filter (where r.status in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show')), 0)::int as confirmed
    from journey_legs l
    left join reservation_legs rl on rl.journey_id = l.journey_id and rl.board_seq <= l.leg_seq and rl.alight_seq > l.leg_seq
    left join reservations r on r.id = rl.reservation_id and r.environment = 'live'
    where l.journey_id = ${journeyId} group by l.leg_seq order by l.leg_seq`.execute(api.db)
  return rows
}

describe('seats in a rush', () => {
  it('I3 are sold exactly as often as they exist', async () => {
    const journey = await make(admin, 'journeys', { capacity: 5 })
    const legs = [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }]
    const answers = await times(20, (index) =>
      admin.post('/reservations', {
        lead_name: `Traveller ${index}`,
        legs,
        passengers: [{ category: 'adult' }],
        status: index % 2 === 0 ? 'confirmed' : 'on_hold',
      }),
    )
    expect(statuses(answers)).toEqual([...Array<string>(5).fill('ok'), ...Array<string>(15).fill('sold_out')])
    const after = (await admin.get(`/journeys/${String(journey['id'])}`)).body
    expect(after).toMatchObject({ peak_load: 5, seats_left: 0, availability_status: 'SOLD_OUT' })
    expect(after['legs']).toMatchObject((await recount(journey['id'])) as Json[])
  })

  it('I1 on several legs and journeys are sold or refused, and the counters stay right', async () => {
    const journeys = [
      await make(admin, 'journeys', { capacity: 6 }),
      await make(admin, 'journeys', { capacity: 6, departure_time: '12:00:00' }),
    ]
    const [out, back] = journeys.map((journey) => journey['id'])
    const ways = [
      [
        { journey_id: out, board_seq: 1, alight_seq: 3 },
        { journey_id: back, board_seq: 1, alight_seq: 3 },
      ],
      [
        { journey_id: out, board_seq: 2, alight_seq: 3 },
        { journey_id: back, board_seq: 1, alight_seq: 2 },
      ],
      [{ journey_id: back, board_seq: 2, alight_seq: 3 }],
    ]
    const made = await times(24, (index) =>
      admin.post('/reservations', {
        lead_name: 'Ana',
        legs: ways[index % ways.length],
        passengers: [{ category: 'adult' }],
        status: index % 4 === 0 ? 'on_hold' : 'confirmed',
      }),
    )
    expect(new Set(statuses(made))).toEqual(new Set(['ok', 'sold_out']))
    const booked = made.filter((answer) => answer.status === 201)
    const cancelled = await Promise.all(
      booked.flatMap(({ body }) =>
        [1, 2].map(() =>
          admin.post(`/reservations/${String(body['id'])}/cancel`, { reason: 'Race' }, { ifMatch: '*' }),
        ),
      ),
    )
    expect(new Set(statuses(cancelled))).toEqual(new Set(['ok']))
    for (const id of [out, back]) {
      const after = (await admin.get(`/journeys/${String(id)}`)).body
      expect(after['peak_load']).toBe(0)
      expect(after['legs']).toMatchObject((await recount(id)) as Json[])
    }
  })

  it('I19 of an expired hold go to one of the other callers, and its owner is refused', async () => {
    const journey = await make(admin, 'journeys', { capacity: 1 })
    const legs = [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }]
    const body = { lead_name: 'Ana', legs, passengers: [{ category: 'adult' }] }
    const hold = (await admin.post('/reservations', { ...body, status: 'on_hold' })).body
    api.now = new Date('2030-05-20T04:15:00Z')
    admin = await api.as('admin')
    const [late, ...others] = await Promise.all([
      admin.post(`/reservations/${String(hold['id'])}/confirm`, {}, { ifMatch: '*' }),
      ...[1, 2, 3, 4].map(() => admin.post('/reservations', body)),
    ])
    expect(late).toMatchObject({ status: 409, body: { code: 'hold_expired' } })
    expect(statuses(others).filter((status) => status === 'ok').length).toBeLessThanOrEqual(1)
    const retry = await admin.post('/reservations', body)
    expect(statuses([...others, retry]).filter((status) => status === 'ok')).toHaveLength(1)
    expect((await admin.get(`/journeys/${String(journey['id'])}`)).body['legs']).toMatchObject(
      (await recount(journey['id'])) as Json[],
    )
  })
})

describe('a vehicle', () => {
  it('I5 goes to one of two journeys that request it at once, and the refusal of the other names the first', async () => {
    const vehicle = await make(admin, 'vehicles')
    const [one, other] = [await make(admin, 'journeys'), await make(admin, 'journeys', { departure_time: '09:00:00' })]
    const answers = await Promise.all(
      [one, other].map((journey) =>
        admin.patch(`/journeys/${String(journey['id'])}`, { vehicle_id: vehicle['id'] }, { ifMatch: 1 }),
      ),
    )
    expect(statuses(answers)).toEqual(['ok', 'resource_conflict'])
    const winner = answers.find((answer) => answer.status === 200)?.body
    const refused = answers.find((answer) => answer.status === 409)?.body
    const winnersPlan =
      winner?.['id'] === one['id'] ? '2030-05-20 08:30 to 2030-05-20 09:30' : '2030-05-20 09:00 to 2030-05-20 10:00'
    expect(refused?.['detail']).toBe(
      `${String(vehicle['registration_plate'])} is busy with journey ${String(winner?.['code'])} from ${winnersPlan} (Asia/Nicosia). Choose another one or another time.`,
    )
    expect(refused).toMatchObject({
      errors: [{ pointer: '/vehicle_id', code: 'busy' }],
      blockers: [{ resource: 'journeys', count: 1, examples: [{ id: winner?.['id'], label: winner?.['code'] }] }],
    })
  })

  it('I5 may start a job at the end of the turnaround of another, and not before', async () => {
    const vehicle = await make(admin, 'vehicles')
    const assigned = { vehicle_id: vehicle['id'] }
    await make(admin, 'journeys', assigned)
    await make(admin, 'journeys', { ...assigned, departure_time: '09:30:00' })
    const early = await make(admin, 'journeys', { departure_time: '09:29:00' })
    const refused = await admin.patch(`/journeys/${String(early['id'])}`, assigned, { ifMatch: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'resource_conflict' } })
  })

  it('I8 in the workshop is not assigned, and an assigned one cannot go to the workshop', async () => {
    const vehicle = await make(admin, 'vehicles')
    const journey = await make(admin, 'journeys', { vehicle_id: vehicle['id'] })
    const downtime = {
      vehicle_id: vehicle['id'],
      kind: 'maintenance',
      starts_at: '2030-05-20T06:00:00Z',
      ends_at: null,
    }
    const refused = await admin.post('/vehicle-downtimes', downtime)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'resource_conflict', errors: [{ pointer: '/vehicle_id' }] },
    })
    expect(refused.body['detail']).toContain(String(journey['code']))

    const later = await admin.post('/vehicle-downtimes', { ...downtime, starts_at: '2030-05-20T06:30:00Z' })
    expect(later).toMatchObject({
      status: 201,
      body: { ends_at: null, created_by_user_id: expect.any(String) as string },
    })
    const nextYear = await make(admin, 'journeys', { service_date: '2031-05-20' })
    const path = `/journeys/${String(nextYear['id'])}`
    const busy = await admin.patch(path, { vehicle_id: vehicle['id'] }, { ifMatch: 1 })
    expect(busy.body['detail']).toContain(
      'is out of service for maintenance from 2030-05-20 06:30 until further notice (UTC). Choose another one',
    )

    const downtimePath = `/vehicle-downtimes/${String(later.body['id'])}`
    await admin.patch(downtimePath, { ends_at: '2030-06-01T00:00:00Z' }, { ifMatch: 1 })
    expect((await admin.patch(path, { vehicle_id: vehicle['id'] }, { ifMatch: 1 })).status).toBe(200)
    const extended = await admin.patch(downtimePath, { ends_at: null }, { ifMatch: '*' })
    expect(extended).toMatchObject({
      status: 409,
      body: { code: 'resource_conflict', errors: [{ pointer: '/ends_at', code: 'busy' }] },
    })
    expect(extended.body['detail']).toContain('Give this job to another vehicle first, or choose another time.')
    await admin.delete(downtimePath, { ifMatch: '*' })
    const freed = await make(admin, 'journeys', { vehicle_id: vehicle['id'], departure_time: '10:00:00' })
    expect(freed['vehicle_id']).toBe(vehicle['id'])
  })

  it('I8 is not withdrawn while it has future jobs, nor given fewer seats than they need', async () => {
    const vehicle = await make(admin, 'vehicles')
    const journey = await make(admin, 'journeys', { vehicle_id: vehicle['id'] })
    const change = (body: Json) => admin.patch(`/vehicles/${String(vehicle['id'])}`, body, { ifMatch: '*' })
    const refused = await change({ status: 'retired' })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_state',
        blockers: [{ resource: 'journeys', count: 1, examples: [{ label: journey['code'] }] }],
      },
    })
    expect((await change({ status: 'out_of_service', status_reason: 'Brakes' })).status).toBe(409)
    await make(admin, 'reservations', { journey_id: journey['id'], passengers: [{}, {}] })
    expect(await change({ seats_override: 1 })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/seats_override' }] },
    })
    expect(await change({ seats_override: 51 })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/seats_override' }] },
    })
    await admin.patch(`/journeys/${String(journey['id'])}`, { vehicle_id: null }, { ifMatch: '*' })
    expect((await change({ seats_override: 30 })).status).toBe(200)
    expect((await change({ status: 'out_of_service' })).status).toBe(422)
    expect((await change({ status: 'retired' })).status).toBe(200)
  })
})

describe('a driver', () => {
  it('I7 on leave is not assigned, and leave is not approved during a job', async () => {
    const driver = await make(admin, 'staff')
    const absence = await make(admin, 'staff-absences', { staff_id: driver['id'] })
    const journey = await make(admin, 'journeys', { driver_id: driver['id'] })
    const path = `/staff-absences/${String(absence['id'])}`
    const refused = await admin.patch(path, { state: 'approved' }, { ifMatch: 1 })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'resource_conflict', errors: [{ pointer: '/state' }] },
    })
    await admin.patch(`/journeys/${String(journey['id'])}`, { driver_id: null }, { ifMatch: '*' })
    expect((await admin.patch(path, { state: 'approved' }, { ifMatch: 1 })).status).toBe(200)
    const away = await admin.patch(
      `/journeys/${String(journey['id'])}`,
      { co_driver_id: driver['id'] },
      { ifMatch: '*' },
    )
    expect(away).toMatchObject({
      status: 409,
      body: { code: 'resource_conflict', errors: [{ pointer: '/co_driver_id' }] },
    })
    expect(away.body['detail']).toContain('Maria Georgiou is on leave from')
    await admin.patch(path, { state: 'rejected' }, { ifMatch: '*' })
    expect(
      (await admin.patch(`/journeys/${String(journey['id'])}`, { co_driver_id: driver['id'] }, { ifMatch: '*' }))
        .status,
    ).toBe(200)
  })

  it('is not double-booked when two journeys request each other’s driver and vehicle', async () => {
    const [vehicle, driver, mate] = [
      await make(admin, 'vehicles'),
      await make(admin, 'staff'),
      await make(admin, 'staff'),
    ]
    const journeys = await times(6, () => make(admin, 'journeys'))
    const answers = await Promise.all(
      journeys.map((journey, index) =>
        admin.patch(
          `/journeys/${String(journey['id'])}`,
          index % 2 === 0
            ? { vehicle_id: vehicle['id'], driver_id: driver['id'], co_driver_id: mate['id'] }
            : { driver_id: mate['id'], co_driver_id: driver['id'] },
          { ifMatch: 1 },
        ),
      ),
    )
    expect(statuses(answers)).toEqual(['ok', ...Array<string>(5).fill('resource_conflict')])
  })
})
