import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { freeTariff, make } from '../support/factories'
import { useFarmingOut } from '../support/farming-out'

const api = useApi()
const desk = useBooking(api)
const { affiliate, crewed, give, journeyOf, kindsOf, mailsOf, resolve } = useFarmingOut(api, desk)

const OURS = { vehicle_id: null, driver_id: null, co_driver_id: null }
const pointers = (body: Json) => (body['errors'] as Json[]).map((error) => error['pointer'])

async function hireOf(vehicle: Json, status = 'confirmed'): Promise<Json> {
  await freeTariff(desk.admin, vehicle['vehicle_type_id'])
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

const historyOf = async (job: Json) =>
  (await desk.admin.list('audit-events', { filter: { entity_id: job['id'] }, sort: ['at', 'ASC'] })).rows.map(
    (event) => event['action'],
  )

describe('a journey that is farmed out', () => {
  it('releases its vehicle and driver, keeps its passengers and goes through its whole life', async () => {
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
    await desk.at('2030-05-20T05:30:00Z')
    for (const verb of ['board', 'depart', 'complete'])
      expect(await desk.step(journey, verb)).toMatchObject({ status: 200 })
    expect(await historyOf(journey)).toContain('journeys.farmed_out')
    const late = await give(journey, null)
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  it('is accepted by active affiliates only', async () => {
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

  it('requires the permission to assign', async () => {
    const { journey } = await crewed()
    const request = { operated_by_partner_id: (await affiliate())['id'] }
    expect(await desk.step(journey, 'assign', request, { as: await api.as('viewer') })).toMatchObject({ status: 403 })
    const dispatcher = await api.as('dispatcher')
    const offered = (await dispatcher.get('/operators')).rows
    expect(offered.map(({ id }) => id)).toContain(request.operated_by_partner_id)
    expect(Object.keys(offered[0] ?? {}).sort()).toEqual(['code', 'id', 'name'])
    expect(await desk.step(journey, 'assign', request, { as: dispatcher })).toMatchObject({ status: 200 })
  })

  it('accepts no own vehicle or driver until it is withdrawn, which one step can do as well', async () => {
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

  it('never has an own vehicle, also in simultaneous requests', async () => {
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

  it('does not count as unassigned, and is not on the board or in a plan', async () => {
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
  it('cannot be deleted or terminated while it has run or runs a job', async () => {
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
  it('releases its vehicle, sends the contact and the changes to the company, and can be withdrawn', async () => {
    const vehicle = await make(desk.admin, 'vehicles')
    const hire = await hireOf(vehicle)
    await desk.step(hire, 'assign', { vehicle_id: vehicle['id'] })
    const sun = await affiliate()
    expect((await give(hire, sun)).body).toMatchObject({ vehicle_id: null, operated_by: 'Sun Coaches' })
    const refused = await desk.step(hire, 'assign', { vehicle_id: vehicle['id'] })
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ pointer: '/vehicle_id' }] } })
    const [mail] = await mailsOf(hire)
    expect(JSON.stringify(mail?.['content'])).toContain('Hiking Club · +357 99 000111')
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

  it('must be confirmed before', async () => {
    const hire = await hireOf(await make(desk.admin, 'vehicles'), 'pending')
    expect(await give(hire, await affiliate())).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/operated_by_partner_id' }] },
    })
  })
})

describe('a breakdown of a vehicle', () => {
  it('can move its jobs to another company, and its undo restores everything', async () => {
    const { journey, vehicle, people } = await crewed()
    const hire = await hireOf(vehicle)
    await desk.step(hire, 'assign', { vehicle_id: vehicle['id'] })
    const sun = await affiliate()
    const { body: booked } = await desk.book(journey, 2)
    const jobs = [journey, hire].map(({ id }) => ({ job_id: id, action: 'farm_out', partner_id: sun['id'] }))
    const withoutPartner = await resolve(vehicle, [{ ...jobs[0], partner_id: undefined }, jobs[1] as Json])
    expect(withoutPartner).toMatchObject({ status: 422 })
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

async function suspended(): Promise<Json> {
  const partner = await affiliate()
  const path = `/partners/${String(partner['id'])}`
  return (await desk.admin.patch(path, { status: 'suspended' }, { ifMatch: '*' })).body
}
