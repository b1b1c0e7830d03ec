import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { RESOLUTION_JOBS_MAX } from '../../contract/operations/reassignment'
import { useApi, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { freeTariff, make } from '../support/factories'
import { sweepOf } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const journeyOf = async (record: Json) => (await desk.admin.get(`/journeys/${String(record['id'])}`)).body
const resolve = (body: Json, key?: string) =>
  desk.admin.post('/resolutions', body, key === undefined ? {} : { headers: { 'idempotency-key': key } })

/** Creates a vehicle with three future journeys and a future hire, each with a reservation. */
async function scene() {
  const vehicle = await make(desk.admin, 'vehicles')
  const spare = await make(desk.admin, 'vehicles', { vehicle_type_id: vehicle['vehicle_type_id'] })
  const assigned = { vehicle_id: vehicle['id'] }
  const first = await make(desk.admin, 'journeys', assigned)
  const way = { route_id: first['route_id'] }
  const second = await make(desk.admin, 'journeys', { ...way, ...assigned, departure_time: '10:00:00' })
  const third = await make(desk.admin, 'journeys', { ...way, ...assigned, departure_time: '12:00:00' })
  const other = await make(desk.admin, 'journeys', { ...way, departure_time: '10:30:00', capacity: 2 })
  await freeTariff(desk.admin, vehicle['vehicle_type_id'])
  const place = { address: '12 Ledra Street' }
  const hire = (
    await desk.admin.post('/reservations', {
      kind: 'private_hire',
      lead_name: 'Club',
      passengers: adults(1),
      hire: {
        pickup: place,
        dropoff: place,
        starts_at: '2030-05-20T12:00:00Z',
        ends_at: '2030-05-20T14:00:00Z',
        vehicle_type_id: vehicle['vehicle_type_id'],
        passengers: 20,
      },
    })
  ).body
  await desk.step(hire, 'assign', assigned)
  const parties = {
    first: (await desk.book(first, 2)).body,
    second: (await desk.book(second, 2)).body,
    third: (await desk.book(third, 1)).body,
  }
  const cause = {
    kind: 'downtime',
    vehicle_id: vehicle['id'],
    starts_at: '2030-05-20T05:00:00Z',
    ends_at: null,
    downtime_kind: 'breakdown',
    note: null,
  }
  const jobs = [
    { job_id: first['id'], action: 'swap', resource_id: spare['id'] },
    { job_id: second['id'], action: 'move', to_journey_ids: [other['id']] },
    { job_id: third['id'], action: 'cancel' },
    { job_id: hire['id'], action: 'swap', resource_id: spare['id'] },
  ]
  return { vehicle, spare, first, second, third, other, hire, parties, cause, jobs }
}

describe('a vehicle that breaks down', () => {
  it('requires an earlier end when it has more jobs than one resolution allows', async () => {
    const { vehicle, cause } = await scene()
    const fill = async (count: number) => {
      await sql`
        insert into resource_allocations (id, resource_kind, resource_id, source, source_id, busy_from, busy_to, state)
        select gen_random_uuid(), 'vehicle', ${vehicle['id']}, 'hire', gen_random_uuid(),
          timestamptz '2030-06-01' + n * interval '1 hour', timestamptz '2030-06-01' + (n + 1) * interval '1 hour', 'firm'
        from generate_series(1, ${count}::int) as n`.execute(api.db)
    }
    await fill(RESOLUTION_JOBS_MAX)
    const path = `/vehicles/${String(vehicle['id'])}/jobs?from=2030-05-20T05:00:00Z`
    const tooMany = (pointer: string) => ({ status: 422, body: { errors: [{ pointer, code: 'too_many_jobs' }] } })
    expect(await desk.admin.get(path)).toMatchObject(tooMany('/to'))
    expect(await resolve({ cause, reason: 'Engine', jobs: [] })).toMatchObject(tooMany('/cause/ends_at'))
    expect((await desk.admin.get(`${path}&to=2030-05-21T00:00:00Z`)).rows).toHaveLength(4)
  })

  it('has its jobs listed, and changes nothing until each has an action', async () => {
    const { vehicle, first, second, third, hire, cause, jobs } = await scene()
    const listed = await desk.admin.get(`/vehicles/${String(vehicle['id'])}/jobs?from=2030-05-20T05:00:00Z`)
    expect(listed.rows).toMatchObject([
      { id: first['id'], source: 'journey', label: first['code'], role: 'vehicle_id', parties: 1, seats: 2 },
      { id: second['id'] },
      { id: third['id'] },
      { id: hire['id'], source: 'hire', label: hire['reference'], seats: 20 },
    ])
    const forgotten = await resolve({ cause, reason: 'Engine', jobs: jobs.slice(0, 3) })
    expect(forgotten).toMatchObject({
      status: 409,
      body: { code: 'still_referenced', blockers: [{ count: 1, examples: [{ id: hire['id'] }] }] },
    })
    expect((await journeyOf(first))['vehicle_id']).toBe(vehicle['id'])
  })

  it('is resolved as a dry run with the parties that do not fit, and then as a whole or not at all', async () => {
    const { vehicle, first, second, other, cause, jobs, parties } = await scene()
    await desk.book(other, 1)
    const trial = await resolve({ cause, reason: 'Engine', jobs, simulate: true })
    expect(trial.body['jobs']).toMatchObject([
      { outcome: 'done', action: 'swap' },
      { outcome: 'failed', action: 'move', parties: [{ reservation_id: parties.second['id'], outcome: 'failed' }] },
      { outcome: 'done', parties: [{ reservation_id: parties.third['id'], outcome: 'cancelled' }] },
      { outcome: 'done' },
    ])
    const refused = await resolve({ cause, reason: 'Engine', jobs })
    expect(refused).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
    for (const journey of [first, second])
      expect(await journeyOf(journey)).toMatchObject({ vehicle_id: vehicle['id'], service_status: 'scheduled' })
    expect((await desk.admin.list('vehicle-downtimes', { filter: { vehicle_id: vehicle['id'] } })).rows).toEqual([])
  })

  it('refuses a plan with an unaffected job, or with one job twice, and names each entry', async () => {
    const { other, first, cause, jobs } = await scene()
    for (const simulate of [false, true]) {
      const unaffected = [
        { job_id: other['id'], action: 'cancel' },
        ...jobs,
        { job_id: randomUUID(), action: 'cancel' },
      ]
      expect(await resolve({ cause, reason: 'Engine', jobs: unaffected, simulate })).toMatchObject({
        status: 422,
        body: {
          code: 'validation',
          errors: [
            { pointer: '/jobs/0/job_id', code: 'unknown_reference' },
            { pointer: '/jobs/5/job_id', code: 'unknown_reference' },
          ],
        },
      })
      const doubled = [...jobs, { job_id: first['id'], action: 'cancel' }]
      expect(await resolve({ cause, reason: 'Engine', jobs: doubled, simulate })).toMatchObject({
        status: 422,
        body: { code: 'validation', errors: [{ pointer: '/jobs/4/job_id', code: 'custom' }] },
      })
    }
    expect((await journeyOf(first))['version']).toBe(first['version'])
  })

  it('requires another vehicle than the one that is taken out of service', async () => {
    const { vehicle, cause, jobs } = await scene()
    const [first = { job_id: '' }, ...others] = jobs
    const plans = [{ ...first, action: 'swap', resource_id: vehicle['id'] }, ...others]
    expect(await resolve({ cause, reason: 'Engine', jobs: plans })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/jobs/0/resource_id', detail: expect.stringMatching(/^Choose another vehicle/) as string },
        ],
      },
    })
  })

  it('names the first five jobs without an action, and the number of the others', async () => {
    const vehicle_id = (await make(desk.admin, 'vehicles'))['id']
    const first = await make(desk.admin, 'journeys', { vehicle_id })
    for (const hour of ['10', '12', '14', '16', '18', '20'])
      await make(desk.admin, 'journeys', { vehicle_id, route_id: first['route_id'], departure_time: `${hour}:00:00` })
    const time = { starts_at: '2030-05-20T05:00:00Z', ends_at: '2030-05-21T05:00:00Z' }
    const cause = { kind: 'downtime', vehicle_id, ...time, downtime_kind: 'breakdown' }
    const { body } = await resolve({ cause, reason: 'Engine', jobs: [] })
    expect(body['detail']).toMatch(/are missing: ([^,]+, ){4}[^,]+ and 2 others\.$/)
    expect(body['blockers']).toMatchObject([{ count: 7 }])
  })

  it('moves no passengers to a departure that the same resolution cancels', async () => {
    const { second, third, cause, jobs, parties } = await scene()
    for (const action of ['cancel', 'move']) {
      const plans = jobs.map((job) => {
        if (job.job_id === second['id']) return { ...job, to_journey_ids: [third['id']] }
        return job.job_id === third['id'] ? { ...job, action, to_journey_ids: [second['id']] } : job
      })
      const refused = { pointer: '/jobs/1/to_journey_ids/0', detail: expect.stringContaining('also cancels') as string }
      expect(await resolve({ cause, reason: 'Engine', jobs: plans })).toMatchObject({
        status: 422,
        body: { errors: [refused] },
      })
      const trial = await resolve({ cause, reason: 'Engine', jobs: plans, simulate: true })
      expect((trial.body['jobs'] as Json[])[1]).toMatchObject({ outcome: 'failed', detail: refused.detail })
    }
    expect(await desk.read(parties.second)).toMatchObject({ status: 'confirmed', journey_id: second['id'] })
  })

  it('reports a second downtime on the vehicle of the cause, with the time to avoid and a remedy that exists', async () => {
    const { vehicle, cause, jobs } = await scene()
    const earlier = {
      vehicle_id: vehicle['id'],
      kind: 'cleaning',
      starts_at: '2030-06-01T05:00:00Z',
      ends_at: '2030-06-01T08:00:00Z',
    }
    await make(desk.admin, 'vehicle-downtimes', earlier)
    const detail = `${String(vehicle['registration_plate'])} is out of service for cleaning from 2030-06-01 05:00 to 2030-06-01 08:00 (UTC). Choose a time outside this downtime, or change the downtime.`
    for (const simulate of [true, false])
      expect(await resolve({ cause, reason: 'Engine', jobs, simulate })).toMatchObject({
        status: 409,
        body: {
          code: 'resource_conflict',
          detail,
          errors: [{ pointer: '/cause/vehicle_id', code: 'already_away', detail }],
        },
      })
  })

  it('reports what is wrong with the plan of a job on that plan', async () => {
    const { spare, first, second, other, cause, jobs } = await scene()
    await desk.admin.patch(`/journeys/${String(other['id'])}`, { vehicle_id: spare['id'] }, { ifMatch: '*' })
    const fieldsOf = async (index: number, plan: Json) => {
      const plans = jobs.map((job, at) => (at === index ? { job_id: job.job_id, ...plan } : job))
      const refused = await resolve({ cause, reason: 'Engine', jobs: plans })
      return (refused.body['errors'] as Json[]).map(({ pointer }) => pointer)
    }
    expect(await fieldsOf(1, { action: 'swap', resource_id: spare['id'] })).toEqual(['/jobs/1/resource_id'])
    expect(await fieldsOf(0, { action: 'swap' })).toEqual(['/jobs/0/resource_id'])
    expect(await fieldsOf(0, { action: 'farm_out' })).toEqual(['/jobs/0/partner_id'])
    expect(await fieldsOf(3, { action: 'move' })).toEqual(['/jobs/3/action'])
    expect(await fieldsOf(0, { action: 'farm_out', partner_id: first['id'] })).toEqual(['/jobs/0/partner_id'])
    const unknown = jobs.map((job, at) =>
      at === 0 ? { job_id: job.job_id, action: 'farm_out', partner_id: first['id'] } : job,
    )
    const trial = await resolve({ cause, reason: 'Engine', jobs: unknown, simulate: true })
    expect(trial.body['jobs']).toMatchObject([{ outcome: 'failed' }, {}, {}, {}])
    expect((await journeyOf(second))['service_status']).toBe('scheduled')
  })

  it('is resolved once, and undone within ten minutes', async () => {
    const { vehicle, spare, first, second, third, other, hire, parties, cause, jobs } = await scene()
    const done = await resolve({ cause, reason: 'Engine', jobs }, 'breakdown-1')
    expect(done.body).toMatchObject({ undone_at: null, undo_until: '2030-05-20T04:10:00.000Z' })
    expect((await resolve({ cause, reason: 'Engine', jobs }, 'breakdown-1')).body['id']).toBe(done.body['id'])
    expect(await journeyOf(first)).toMatchObject({ vehicle_id: spare['id'], service_status: 'scheduled' })
    for (const journey of [second, third]) expect((await journeyOf(journey))['service_status']).toBe('cancelled')
    expect((await desk.read(hire))['vehicle_id']).toBe(spare['id'])
    expect(await desk.read(parties.second)).toMatchObject({ status: 'confirmed', journey_id: other['id'] })
    expect(await desk.read(parties.third)).toMatchObject({ status: 'cancelled', cancellation_fee_minor: 0 })
    const downtimes = async () =>
      (await desk.admin.list('vehicle-downtimes', { filter: { vehicle_id: vehicle['id'] } })).rows
    expect(await downtimes()).toMatchObject([{ kind: 'breakdown', ends_at: null }])

    const path = `/resolutions/${String(done.body['id'])}`
    await desk.at('2030-05-20T04:10:00Z')
    const undoableOf = async ({ id }: Json) => (await desk.admin.get(`/resolutions?record_id=${String(id)}`)).rows
    for (const concerned of [vehicle, first, third, hire]) expect(await undoableOf(concerned)).toEqual([done.body])
    for (const other of [spare, parties.first]) expect(await undoableOf(other)).toEqual([])
    const undone = await desk.admin.post(`${path}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { undone_at: '2030-05-20T04:10:00Z' } })
    for (const journey of [first, second, third])
      expect(await journeyOf(journey)).toMatchObject({ vehicle_id: vehicle['id'], service_status: 'scheduled' })
    expect((await desk.read(hire))['vehicle_id']).toBe(vehicle['id'])
    expect(await desk.read(parties.second)).toMatchObject({ status: 'confirmed', journey_id: second['id'] })
    expect(await desk.read(parties.third)).toMatchObject({ status: 'confirmed', cancel_reason: null })
    expect(await downtimes()).toEqual([])
    for (const [journey, seats] of [
      [first, 2],
      [second, 2],
      [third, 1],
      [other, 0],
    ] as const)
      expect(await desk.counters(journey)).toEqual([
        [0, seats],
        [0, seats],
      ])
    expect((await desk.admin.post(`${path}/undo`)).status).toBe(200)
    expect(await undoableOf(vehicle)).toEqual([])
  })

  it.each([
    ['its holds are valid again', '2030-05-20T04:12:00Z', ['on_hold', 'on_hold']],
    ['its expired holds are not restored', '2030-05-20T04:15:00Z', ['cancelled', 'expired']],
  ])('is undone, and %s', async (_, then, statuses) => {
    const { second, third, cause, jobs } = await scene()
    const given = (await desk.book(third, 1, { status: 'on_hold' })).body
    const moved = (await desk.book(second, 0, { passengers: [{ category: 'infant' }], status: 'on_hold' })).body
    await desk.at('2030-05-20T04:10:00Z')
    const done = await resolve({ cause, reason: 'Engine', jobs })
    await desk.at(then)
    expect((await desk.admin.post(`/resolutions/${String(done.body['id'])}/undo`)).status).toBe(200)
    if (statuses[1] === 'on_hold') expect(await desk.read(moved)).toMatchObject({ journey_id: second['id'] })
    else await sweepOf(api)()
    expect([(await desk.read(given))['status'], (await desk.read(moved))['status']]).toEqual(statuses)
  })

  it('costs no passenger a fee and is undone by the dispatcher who settled it, whose role alone permits neither', async () => {
    const { spare, first, second, third, hire, cause } = await scene()
    const dispatcher = await api.as('dispatcher')
    const swapped = [first, second, third].map(({ id }) => ({ job_id: id, action: 'swap', resource_id: spare['id'] }))
    const jobs = [...swapped, { job_id: hire['id'], action: 'cancel' }]
    const step = (verb: string, body: Json) =>
      dispatcher.post(`/reservations/${String(hire['id'])}/${verb}/`, body, { ifMatch: '*' })
    expect((await step('cancel', { reason: 'Engine', waive_fee: true })).status).toBe(403)
    const done = await dispatcher.post('/resolutions', { cause, reason: 'Engine', jobs })
    expect(done.status).toBe(200)
    expect(await desk.read(hire)).toMatchObject({ status: 'cancelled', cancellation_fee_minor: 0 })
    expect((await step('undo-cancel', { reason: 'Repaired' })).status).toBe(403)
    expect((await dispatcher.post(`/resolutions/${String(done.body['id'])}/undo`)).status).toBe(200)
    expect(await desk.read(hire)).toMatchObject({ status: 'confirmed', cancel_reason: null })
  })

  it('cannot be undone after a later change, or after too much time', async () => {
    const { first, cause, jobs } = await scene()
    const done = await resolve({ cause, reason: 'Engine', jobs })
    const path = `/resolutions/${String(done.body['id'])}/undo`
    await desk.admin.patch(`/journeys/${String(first['id'])}`, { notes: 'Told the driver' }, { ifMatch: '*' })
    expect(await desk.admin.post(path)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    await desk.at('2030-05-20T04:10:01Z')
    expect((await desk.admin.get(`/resolutions?record_id=${String(first['id'])}`)).rows).toEqual([])
    expect((await desk.admin.post(path)).body['detail']).toContain('more than 10 minutes ago')
  })
})

describe('a driver who falls ill', () => {
  it('is replaced as driver and as second driver, and absent for that time', async () => {
    const [ill, mate, third] = [
      await make(desk.admin, 'staff'),
      await make(desk.admin, 'staff'),
      await make(desk.admin, 'staff'),
    ]
    const driven = await make(desk.admin, 'journeys', { driver_id: ill['id'] })
    const beside = await make(desk.admin, 'journeys', {
      driver_id: third['id'],
      co_driver_id: ill['id'],
      departure_time: '12:00:00',
    })
    const body = {
      reason: 'Flu',
      cause: {
        kind: 'absence',
        staff_id: ill['id'],
        starts_at: '2030-05-20T05:00:00Z',
        ends_at: '2030-05-22T00:00:00Z',
        absence_kind: 'sick',
        note: null,
      },
      jobs: [
        { job_id: driven['id'], action: 'swap', resource_id: mate['id'] },
        { job_id: beside['id'], action: 'unassign' },
      ],
    }
    const done = await resolve(body)
    expect(done.body['jobs']).toMatchObject([{ role: 'driver_id' }, { role: 'co_driver_id' }])
    expect((await journeyOf(driven))['driver_id']).toBe(mate['id'])
    expect(await journeyOf(beside)).toMatchObject({ driver_id: third['id'], co_driver_id: null })
    const busy = await desk.step(beside, 'assign', { co_driver_id: ill['id'] })
    expect(busy.body).toMatchObject({ code: 'resource_conflict', blockers: [{ resource: 'staff-absences' }] })
    expect((await desk.admin.get(`/resolutions/${String(done.body['id'])}`)).body).toEqual(done.body)
    const { rows } = await desk.admin.list('audit-events', {
      filter: { entity_id: ill['id'], action: 'resolutions.applied' },
    })
    expect(rows).toMatchObject([
      { changes: [{ field: 'resolution' }, { field: 'jobs', new: { swap: 1, unassign: 1 } }] },
    ])
    await desk.admin.post(`/resolutions/${String(done.body['id'])}/undo`)
    expect((await journeyOf(beside))['co_driver_id']).toBe(ill['id'])
    const agent = await api.as('agent')
    expect((await agent.post('/resolutions', body)).status).toBe(403)
  })
})
