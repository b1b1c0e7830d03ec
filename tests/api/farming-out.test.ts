import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)

const OURS = { vehicle_id: null, driver_id: null, co_driver_id: null }
const affiliate = (more: Json = {}) =>
  make(desk.admin, 'partners', { kind: 'affiliate', status: 'active', trading_name: 'Sun Coaches', ...more })
const journeyOf = async ({ id }: Json) => (await desk.admin.get(`/journeys/${String(id)}`)).body
const give = (job: Json, partner: Json | null) =>
  desk.step(job, 'assign', { operated_by_partner_id: partner?.['id'] ?? null })
const pointers = (body: Json) => (body['errors'] as Json[]).map((error) => error['pointer'])

async function crewed(more: Json = {}) {
  const [vehicle, driver, mate] = [
    await make(desk.admin, 'vehicles', { seats_override: 40 }),
    await make(desk.admin, 'staff'),
    await make(desk.admin, 'staff'),
  ]
  const people = { vehicle_id: vehicle['id'], driver_id: driver['id'], co_driver_id: mate['id'] }
  const journey = await make(desk.admin, 'journeys', { ...people, ...more })
  return { journey, vehicle, driver, people }
}

async function hireOf(vehicle: Json, status = 'confirmed'): Promise<Json> {
  const place = { address: '12 Ledra Street' }
  const hire = {
    pickup: place,
    dropoff: { address: 'Troodos Square' },
    starts_at: '2030-05-20T12:00:00Z',
    ends_at: '2030-05-20T14:00:00Z',
    vehicle_type_id: vehicle['vehicle_type_id'],
    passengers: 20,
  }
  const lead = { lead_name: 'Hiking Club', lead_phone: '+35799000111' }
  return (
    await desk.admin.post('/reservations', { kind: 'private_hire', status, passengers: adults(1), hire, ...lead })
  ).body
}

const mailsOf = async (job: Json) => {
  await workOff(api, null)
  return (await desk.admin.list('mails', { filter: { entity_id: job['id'] }, sort: ['created_at', 'ASC'] })).rows
}
const kindsOf = async (job: Json) => (await mailsOf(job)).map((mail) => mail['kind'])
const historyOf = async (job: Json) =>
  (await desk.admin.list('audit-events', { filter: { entity_id: job['id'] }, sort: ['at', 'ASC'] })).rows.map(
    (event) => event['action'],
  )

describe('a journey that is farmed out', () => {
  it('frees what it had of ours, keeps its passengers and goes through its whole life', async () => {
    const { journey, vehicle } = await crewed()
    const sun = await affiliate()
    const { body: booked } = await desk.book(journey, 3)
    const given = await give(journey, sun)
    expect(given).toMatchObject({ status: 200, body: { ...OURS, operated_by: 'Sun Coaches', capacity: 40 } })
    expect(given.body['operated_by_partner_id']).toBe(sun['id'])
    const free = await make(desk.admin, 'journeys', { departure_time: '08:40:00', vehicle_id: vehicle['id'] })
    expect(free['vehicle_id']).toBe(vehicle['id'])
    expect((await desk.book(journey, 2)).status).toBe(201)
    expect((await desk.step(journey, 'delay', { delay_min: 10 })).status).toBe(200)
    expect((await desk.step(booked, 'check-in')).status).toBe(200)
    for (const service_status of ['boarding', 'in_progress', 'completed'])
      expect(
        await desk.admin.patch(`/journeys/${String(journey['id'])}`, { service_status }, { ifMatch: '*' }),
      ).toMatchObject({ status: 200 })
    expect(await historyOf(journey)).toContain('journeys.farmed_out')
    const late = await give(journey, null)
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  it('goes to active affiliates alone', async () => {
    const { journey, people } = await crewed()
    for (const partner of [
      await affiliate({ kind: 'reseller' }),
      await affiliate({ status: 'draft' }),
      await suspended(),
    ]) {
      const refused = await give(journey, partner)
      expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
      expect(pointers(refused.body)).toEqual(['/operated_by_partner_id'])
    }
    const unknown = await give(journey, { id: '0190a000-0000-7000-8000-000000000001' })
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/operated_by_partner_id' }] } })
    expect(await journeyOf(journey)).toMatchObject(people)
  })

  it('is given by those who may assign', async () => {
    const { journey } = await crewed()
    const wish = { operated_by_partner_id: (await affiliate())['id'] }
    expect(await desk.step(journey, 'assign', wish, { as: await api.as('viewer') })).toMatchObject({ status: 403 })
    const dispatcher = await api.as('dispatcher')
    const offered = (await dispatcher.get('/operators')).rows
    expect(offered.map(({ id }) => id)).toContain(wish.operated_by_partner_id)
    expect(Object.keys(offered[0] ?? {}).sort()).toEqual(['code', 'id', 'name'])
    expect(await desk.step(journey, 'assign', wish, { as: dispatcher })).toMatchObject({ status: 200 })
  })

  it('takes nothing of ours until it is taken back, which the same step may do', async () => {
    const { journey, people, vehicle } = await crewed()
    const sun = await affiliate()
    const both = await desk.step(journey, 'assign', { operated_by_partner_id: sun['id'], vehicle_id: vehicle['id'] })
    expect(both).toMatchObject({ status: 409, body: { errors: [{ pointer: '/vehicle_id' }] } })
    await give(journey, sun)
    for (const refused of [
      await desk.step(journey, 'assign', { vehicle_id: vehicle['id'] }),
      await desk.admin.patch(`/journeys/${String(journey['id'])}`, { vehicle_id: vehicle['id'] }, { ifMatch: '*' }),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { errors: [{ pointer: '/vehicle_id' }] } })
      expect(refused.body['detail']).toContain('take the job back first')
    }
    const back = await desk.step(journey, 'assign', { operated_by_partner_id: null, ...people })
    expect(back.body).toMatchObject({ ...people, operated_by: null })
    expect((await historyOf(journey)).slice(-2)).toEqual(['journeys.farmed_out', 'journeys.taken_back'])
  })

  it('never has a vehicle of ours, whoever was first', async () => {
    const { journey, people } = await crewed()
    const sun = await affiliate()
    await desk.step(journey, 'assign', OURS)
    const attempts = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? give(journey, sun) : desk.step(journey, 'assign', people),
    )
    const answers = await Promise.all(attempts)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { operated_by_partner_id: operator, vehicle_id, driver_id } = await journeyOf(journey)
    expect([operator, vehicle_id, driver_id]).toEqual(
      operator === null ? [null, people.vehicle_id, people.driver_id] : [sun['id'], null, null],
    )
    expect(answers.filter(({ status }) => status === 409).every(({ body }) => body['code'] === 'invalid_state')).toBe(
      true,
    )
    await give(journey, sun)
    for (const column of ['vehicle_id', 'driver_id', 'co_driver_id'] as const)
      await expect(
        sql`update journeys set ${sql.ref(column)} = ${people[column]}::uuid where id = ${journey['id']}`.execute(
          api.db,
        ),
      ).rejects.toMatchObject({ constraint: 'journeys_operated_by_partner_id_check' })
  })

  it('lacks nothing, and is nobody’s to plan', async () => {
    const { journey, vehicle } = await crewed()
    const alone = await make(desk.admin, 'journeys', { departure_time: '10:00:00', route_id: journey['route_id'] })
    const span = { from: '2030-05-20T00:00:00Z', to: '2030-05-21T00:00:00Z', route_id: String(journey['route_id']) }
    const board = async () => (await desk.admin.get(`/dispatch/board?${new URLSearchParams(span).toString()}`)).body
    const labels = async () => ((await board())['jobs'] as Json[]).map(({ label }) => label)
    expect(await labels()).toEqual([journey['code'], alone['code']])
    const plan = async () => (await desk.admin.post('/dispatch/suggestions', span)).body
    expect(await plan()).toMatchObject({ journeys_in_all: 2 })
    const sun = await affiliate()
    await give(journey, sun)
    expect(await labels()).toEqual([alone['code']])
    expect(await board()).toMatchObject({ farmed_out: { journeys: 1, hires: 0 } })
    expect(await plan()).toMatchObject({ journeys_in_all: 1 })
    const calendar = `from=2030-05-20&to=2030-05-20&route_id=${span.route_id}`
    expect((await desk.admin.get(`/dispatch/calendar?${calendar}`)).rows).toMatchObject([
      { journeys: 2, unassigned: 1 },
    ])
    const jobs = await desk.admin.get(`/vehicles/${String(vehicle['id'])}/jobs?from=${span.from}`)
    expect(jobs.rows).toEqual([])
    const listed = await desk.admin.list('journeys', { filter: { operated_by_partner_id_in: [sun['id']] } })
    expect(listed.rows).toMatchObject([{ id: journey['id'], operated_by: 'Sun Coaches' }])
    const attention = async (kind: string) =>
      ((await desk.admin.get('/dashboard')).body['attention'] as Json[]).find((one) => one['kind'] === kind)
    const { filter } = (await attention('without_vehicle')) as { filter: Json }
    const found = (await desk.admin.list('journeys', { filter: { ...filter, route_id: span.route_id } })).rows
    expect(found.map(({ id }) => id)).toEqual([alone['id']])
  })
})

describe('the company that runs a journey', () => {
  it('is written to in its language, with what a driver needs and no more', async () => {
    const { journey } = await crewed()
    const sun = await affiliate({ contact_email: 'disposition@sun.example', locale: 'de' })
    const party = { lead_name: 'Ana Ruiz', lead_phone: '+34600111222' }
    await desk.book(journey, 0, { ...party, passengers: [...adults(2), { category: 'adult', needs: ['wheelchair'] }] })
    await desk.book(journey, 1, { ...party, legs: [ride(journey, 2, 3)] })
    await desk.book(journey, 4, { ...party, status: 'on_hold' })
    await give(journey, sun)
    const [mail] = await mailsOf(journey)
    expect(mail).toMatchObject({
      kind: 'job_farmed_out',
      recipient: 'disposition@sun.example',
      language: 'de',
      status: 'kept',
      entity_type: 'journeys',
    })
    expect(mail?.['subject']).toContain(String(journey['code']))
    const [, , head, stops] = mail?.['content'] as { rows: Json[] }[]
    expect(head?.rows).toContainEqual({ label: 'Fahrgäste', value: '4' })
    expect(stops?.rows).toEqual([
      { label: expect.stringMatching(/^08:30 \S+ · Larnaca Airport$/) as string, value: 'Fahrgäste: 3 · Rollstuhl: 1' },
      { label: expect.stringMatching(/^08:52 /) as string, value: 'Fahrgäste: 1' },
      { label: expect.stringMatching(/^09:15 /) as string, value: '–' },
    ])
    expect(JSON.stringify(mail)).not.toMatch(/Ana|\+34|€|EUR/)
  })

  it('hears that a job was taken back or cancelled, and that it runs after all', async () => {
    const { journey } = await crewed()
    const [sun, moon] = [await affiliate(), await affiliate({ contact_email: 'moon@example.com' })]
    await give(journey, sun)
    expect(await kindsOf(journey)).toEqual(['job_farmed_out'])
    await give(journey, moon)
    // They are two companies: either may be written to first.
    expect(
      (await mailsOf(journey))
        .slice(1)
        .map(({ kind, recipient }) => `${String(kind)} ${String(recipient)}`)
        .sort(),
    ).toEqual(['job_farmed_out moon@example.com', `job_withdrawn ${String(sun['contact_email'])}`])
    await desk.step(journey, 'cancel', { reason: 'Strike' })
    expect((await kindsOf(journey)).slice(3)).toEqual(['job_withdrawn'])
    await desk.step(journey, 'reinstate', { reason: 'No strike' })
    expect((await kindsOf(journey)).slice(4)).toEqual(['job_farmed_out'])
    await give(journey, null)
    expect((await kindsOf(journey)).slice(5)).toEqual(['job_withdrawn'])
  })

  it('hears nothing of what was refused, tried out, or over before it was told', async () => {
    const { journey, vehicle } = await crewed()
    await give(journey, await affiliate({ kind: 'reseller' }))
    const sun = await affiliate()
    await resolve(vehicle, [{ job_id: journey['id'], action: 'farm_out', partner_id: sun['id'] }], true)
    expect((await journeyOf(journey))['vehicle_id']).toBe(vehicle['id'])
    await give(journey, sun)
    await give(journey, null)
    expect(await kindsOf(journey)).toEqual([])
  })

  // The embedded database has one connection, so nothing comes between.
  it.skipIf(inject('postgresServer') === null)(
    'hears of the end of a job that ends while it is written to',
    async () => {
      const { journey } = await crewed()
      await give(journey, await affiliate())
      const waiting = async () => {
        const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db)
        return rows[0]?.count ?? 0
      }
      let isBack = false
      const { first, back } = await api.db.transaction().execute(async (tx) => {
        await sql`lock table mails in exclusive mode`.execute(tx)
        const written = workOff(api, null)
        while ((await waiting()) < 1) await new Promise(setImmediate)
        const ended = give(journey, null)
          .then(() => workOff(api, null))
          .finally(() => (isBack = true))
        while (!isBack && (await waiting()) < 2) await new Promise(setImmediate)
        return { first: written, back: ended }
      })
      await Promise.all([first, back])
      expect(await kindsOf(journey)).toEqual(['job_farmed_out', 'job_withdrawn'])
    },
  )

  it('stays while it has run or runs a job', async () => {
    const { journey } = await crewed()
    const sun = await affiliate()
    await give(journey, sun)
    const path = `/partners/${String(sun['id'])}`
    expect(await desk.admin.delete(path, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'still_referenced', blockers: [{ resource: 'journeys', examples: [{ label: journey['code'] }] }] },
    })
    const ended = await desk.admin.patch(path, { status: 'terminated' }, { ifMatch: '*' })
    expect(ended).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
    expect(await desk.admin.delete(`/journeys/${String(journey['id'])}`, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/operated_by_partner_id' }] },
    })
    await give(journey, null)
    expect((await desk.admin.delete(path, { ifMatch: '*' })).status).toBe(200)
  })
})

describe('a hire that is farmed out', () => {
  it('frees its vehicle, tells the company whom to look for and what changes, and comes back', async () => {
    const vehicle = await make(desk.admin, 'vehicles')
    const hire = await hireOf(vehicle)
    await desk.step(hire, 'assign', { vehicle_id: vehicle['id'] })
    const sun = await affiliate()
    expect((await give(hire, sun)).body).toMatchObject({ vehicle_id: null, operated_by: 'Sun Coaches' })
    const refused = await desk.step(hire, 'assign', { vehicle_id: vehicle['id'] })
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ pointer: '/vehicle_id' }] } })
    const [mail] = await mailsOf(hire)
    expect(JSON.stringify(mail?.['content'])).toContain('Hiking Club · +35799000111')
    const later = { ...(hire['hire'] as Json), ends_at: '2030-05-20T15:00:00Z' }
    expect((await desk.change(hire, { hire: later })).status).toBe(200)
    expect(await kindsOf(hire)).toEqual(['job_farmed_out', 'job_changed'])
    await desk.step(hire, 'cancel', { reason: 'Ill' })
    expect((await kindsOf(hire)).slice(2)).toEqual(['job_withdrawn'])
    await desk.step(hire, 'undo-cancel', { reason: 'Well again' })
    expect((await kindsOf(hire)).slice(3)).toEqual(['job_farmed_out'])
    expect(await desk.read(hire)).toMatchObject({ status: 'confirmed', operated_by_partner_id: sun['id'] })
    const back = { operated_by_partner_id: null, vehicle_id: vehicle['id'] }
    expect((await desk.step(hire, 'assign', back)).body).toMatchObject(back)
    await expect(
      sql`update reservations set operated_by_partner_id = ${sun['id']}::uuid where id = ${hire['id']}`.execute(api.db),
    ).rejects.toMatchObject({ constraint: 'reservations_operated_by_partner_id_check' })
  })

  it('has to be certain first', async () => {
    const hire = await hireOf(await make(desk.admin, 'vehicles'), 'pending')
    expect(await give(hire, await affiliate())).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/operated_by_partner_id' }] },
    })
  })
})

describe('a vehicle that breaks down', () => {
  it('has its jobs run by another company, and gets everything back', async () => {
    const { journey, vehicle, people } = await crewed()
    const hire = await hireOf(vehicle)
    await desk.step(hire, 'assign', { vehicle_id: vehicle['id'] })
    const sun = await affiliate()
    const { body: booked } = await desk.book(journey, 2)
    const jobs = [journey, hire].map(({ id }) => ({ job_id: id, action: 'farm_out', partner_id: sun['id'] }))
    const nobody = await resolve(vehicle, [{ ...jobs[0], partner_id: undefined }, jobs[1] as Json])
    expect(nobody).toMatchObject({ status: 422 })
    const done = await resolve(vehicle, jobs)
    expect(done.body['jobs']).toMatchObject([
      { action: 'farm_out', outcome: 'done' },
      { action: 'farm_out', outcome: 'done' },
    ])
    expect(await journeyOf(journey)).toMatchObject({ ...OURS, operated_by_partner_id: sun['id'] })
    expect(await desk.read(hire)).toMatchObject({ vehicle_id: null, operated_by_partner_id: sun['id'] })
    expect(await desk.read(booked)).toMatchObject({ status: 'confirmed', journey_id: journey['id'] })
    expect(await kindsOf(journey)).toEqual(['job_farmed_out'])
    const undone = await desk.admin.post(`/resolutions/${String(done.body['id'])}/undo`)
    expect(undone.status).toBe(200)
    expect(await journeyOf(journey)).toMatchObject({ ...people, operated_by_partner_id: null })
    expect(await desk.read(hire)).toMatchObject({ vehicle_id: vehicle['id'], operated_by_partner_id: null })
    for (const job of [journey, hire]) expect(await kindsOf(job)).toEqual(['job_farmed_out', 'job_withdrawn'])
  })
})

const resolve = (vehicle: Json, jobs: Json[], simulate = false) =>
  desk.admin.post('/resolutions', {
    cause: {
      kind: 'downtime',
      vehicle_id: vehicle['id'],
      starts_at: '2030-05-20T05:00:00Z',
      ends_at: null,
      downtime_kind: 'breakdown',
    },
    jobs,
    reason: 'Engine',
    simulate,
  })

async function suspended(): Promise<Json> {
  const partner = await affiliate()
  const path = `/partners/${String(partner['id'])}`
  return (await desk.admin.patch(path, { status: 'suspended' }, { ifMatch: '*' })).body
}
