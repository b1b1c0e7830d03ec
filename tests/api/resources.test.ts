import { describe, expect, it } from 'vitest'
import { may } from '../../contract/core/permissions'
import { ROLES } from '../../contract/core/vocabulary'
import { useApi, type Json } from '../support/api'
import { bodies, make } from '../support/factories'

type Tried = keyof typeof bodies

/** For each resource: a valid change, an invalid field with the pointer of its error, and the unique field. */
const CASES: { [R in Tried]: { change: Json; wrong: Json; pointer: string; unique?: string } } = {
  stations: { change: { city: 'Larnaca' }, wrong: { timezone: 'Mars/Olympus' }, pointer: '/timezone', unique: 'code' },
  'vehicle-types': { change: { seats: 53 }, wrong: { seats: 0 }, pointer: '/seats', unique: 'code' },
  vehicles: { change: { odometer_km: 12000 }, wrong: { vin: 'short' }, pointer: '/vin', unique: 'fleet_code' },
  routes: { change: { distance_km: 49.5 }, wrong: { color: 'green' }, pointer: '/color', unique: 'code' },
  staff: { change: { languages: ['en', 'el'] }, wrong: { phone: '12' }, pointer: '/phone', unique: 'employee_no' },
  customers: { change: { tags: ['vip'] }, wrong: { email: 'nobody' }, pointer: '/email' },
  journeys: { change: { notes: 'Roadworks' }, wrong: { departure_time: '8.30' }, pointer: '/departure_time' },
  reservations: { change: { internal_notes: 'Called twice' }, wrong: { lead_phone: 'home' }, pointer: '/lead_phone' },
  seasons: { change: { priority: 5 }, wrong: { date_ranges: [] }, pointer: '/date_ranges', unique: 'code' },
  'pricing-rules': { change: { priority: 5 }, wrong: { stage: 'whenever' }, pointer: '/stage', unique: 'code' },
  addons: { change: { max_per_reservation: 3 }, wrong: { currency: 'euro' }, pointer: '/currency', unique: 'code' },
  users: { change: { first_name: 'Eleni' }, wrong: { role: 'emperor' }, pointer: '/role', unique: 'username' },
  partners: {
    change: { trading_name: 'Sun' },
    wrong: { contact_email: 'x' },
    pointer: '/contact_email',
    unique: 'code',
  },
  fares: { change: { amount_minor: 950 }, wrong: { amount_minor: -1 }, pointer: '/amount_minor' },
  'hire-tariffs': { change: { base_minor: 1200 }, wrong: { base_minor: 1.5 }, pointer: '/base_minor' },
  tills: { change: { name: 'Window' }, wrong: { currency: 'euro' }, pointer: '/currency', unique: 'code' },
  'vehicle-downtimes': { change: { note: 'Brakes' }, wrong: { kind: 'nap' }, pointer: '/kind' },
  'staff-absences': { change: { note: 'Family' }, wrong: { kind: 'nap' }, pointer: '/kind' },
  shifts: { change: { note: 'Early' }, wrong: { ends_at: '2030-05-20T05:00:00Z' }, pointer: '/ends_at' },
  allotments: { change: { seats: 6 }, wrong: { seats: -1 }, pointer: '/seats' },
}

const api = useApi()
const MISSING = '018f0000-0000-7000-8000-000000000000'

describe.each(Object.entries(CASES) as [Tried, (typeof CASES)[Tried]][])(
  '%s',
  (resource, { change, wrong, pointer, unique }) => {
    it('are created, listed, read, changed, restored by id and deleted', async () => {
      const admin = await api.as('admin')
      const body = await bodies[resource](admin)
      const made = await admin.post(`/${resource}/`, body)
      expect(made).toMatchObject({ status: 201, headers: { etag: '"1"' }, body: { version: 1 } })
      const path = `/${resource}/${String(made.body['id'])}`

      const listed = await admin.list(resource, { filter: { id: [made.body['id']] } })
      expect(listed.rows.map((row) => row['id'])).toEqual([made.body['id']])
      expect(listed.headers['content-range']).toBe(`${resource} 0-0/1`)

      const changed = await admin.put(path, { ...made.body, ...change }, { ifMatch: '"1"' })
      expect(changed).toMatchObject({ status: 200, body: { ...change, version: 2 }, headers: { etag: '"2"' } })
      expect((await admin.get(path)).body).toMatchObject(change)
      const again = await admin.patch(path, change, { ifMatch: '"2"' })
      expect(again.body['version'], 'a change of nothing is no change').toBe(2)

      if (resource === 'reservations') await admin.post(`${path}/cancel`, { reason: 'Plans changed' }, { ifMatch: '*' })
      expect((await admin.delete(path, { ifMatch: '*' })).status).toBe(200)
      expect((await admin.get(path)).status).toBe(404)
    })

    it('I12 write their history with every change', async () => {
      const admin = await api.as('admin')
      const made = await make(admin, resource)
      await admin.patch(`/${resource}/${String(made['id'])}`, change, { ifMatch: 1 })
      const history = await admin.list('audit-events', { filter: { entity_id: made['id'] }, sort: ['at', 'ASC'] })
      const noun = resource.replaceAll('-', '_')
      expect(history.rows.map((row) => row['action'])).toEqual([`${noun}.created`, `${noun}.updated`])
      const changes = history.rows[1]?.['changes'] as { field: string; new: unknown }[]
      expect(Object.fromEntries(changes.map(({ field, new: value }) => [field, value]))).toMatchObject(change)
    })

    it('are not accessible without sign-in', async () => {
      const anonymous = await api.as(null)
      const path = `/${resource}/${MISSING}`
      const answers = [
        await anonymous.list(resource),
        await anonymous.get(path),
        await anonymous.post(`/${resource}`, {}),
        await anonymous.patch(path, {}),
        await anonymous.delete(path),
      ]
      expect(answers.map((answer) => [answer.status, answer.body['code']])).toEqual(
        answers.map(() => [401, 'not_authenticated']),
      )
    })

    it('have the permissions of the permission table for each role', async () => {
      const path = `/${resource}/${MISSING}`
      for (const role of ROLES) {
        const client = await api.as(role)
        const answers = {
          list: await client.list(resource),
          show: await client.get(path),
          create: await client.post(`/${resource}`, {}),
          edit: await client.patch(path, {}, { ifMatch: '*' }),
          delete: await client.delete(path, { ifMatch: '*' }),
        }
        for (const [action, answer] of Object.entries(answers))
          expect(answer.status === 403, `${role} ${action} ${resource}`).toBe(
            !may(role, action as keyof typeof answers, resource),
          )
      }
    })

    it('name the invalid field', async () => {
      const admin = await api.as('admin')
      const answer = await admin.post(`/${resource}`, { ...(await bodies[resource](admin)), ...wrong })
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation' } })
      expect((answer.body['errors'] as Json[]).map((error) => error['pointer'])).toContain(pointer)
      const unknown = await admin.post(`/${resource}`, { ...(await bodies[resource](admin)), surprise: 1 })
      expect(unknown.body['errors']).toContainEqual(
        expect.objectContaining({ pointer: '/surprise', code: 'unknown_field' }),
      )
    })

    it('I11 refuse a change of an old version, and one without a version', async () => {
      const admin = await api.as('admin')
      const made = await make(admin, resource)
      const path = `/${resource}/${String(made['id'])}`
      await admin.patch(path, change, { ifMatch: 1 })
      const stale = await admin.patch(path, change, { ifMatch: 1 })
      expect(stale).toMatchObject({
        status: 412,
        body: { code: 'version_mismatch', current: { id: made['id'], version: 2 } },
      })
      expect((await admin.delete(path, { ifMatch: 1 })).status).toBe(412)
      expect((await admin.patch(path, change)).status).toBe(428)
      expect((await admin.delete(path)).status).toBe(428)
    })

    if (unique)
      it('refuse a unique value of another record', async () => {
        const admin = await api.as('admin')
        const made = await make(admin, resource)
        const answer = await admin.post(`/${resource}`, {
          ...(await bodies[resource](admin)),
          [unique]: made[unique],
        })
        expect(answer).toMatchObject({
          status: 409,
          body: { code: 'already_exists', errors: [{ pointer: `/${unique}` }] },
        })
      })
  },
)
