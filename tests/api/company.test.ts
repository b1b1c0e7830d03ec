import { describe, expect, test } from 'vitest'
import { useApi } from '../support/api'
import { useBooking } from '../support/booking'

const api = useApi()
const desk = useBooking(api)

describe('the company', () => {
  test('is changed in name, time zone and contact by roles that may, from the version that they read', async () => {
    const { body: before, headers } = await desk.admin.get('/company')
    const change = { name: 'Coast Coaches', timezone: 'Asia/Nicosia', contact_email: 'hello@coast.example' }
    expect((await (await api.as('agent')).patch('/company', change, { ifMatch: '*' })).status).toBe(403)
    const changed = await desk.admin.patch('/company', change, { ifMatch: String(headers['etag']) })
    expect(changed).toMatchObject({ status: 200, body: change })
    const country = await desk.admin.patch('/company', { country: 'CY' }, { ifMatch: '*' })
    expect(country).toMatchObject({ status: 200, body: { country: 'CY' } })
    const odd = await desk.admin.patch('/company', { country: 'Cyprus' }, { ifMatch: '*' })
    expect(odd).toMatchObject({ status: 422, body: { errors: [{ pointer: '/country' }] } })
    const stale = await desk.admin.patch('/company', { name: 'X' }, { ifMatch: String(headers['etag']) })
    expect(stale.status).toBe(412)
    const wrong = await desk.admin.patch('/company', { contact_phone: '600' }, { ifMatch: '*' })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/contact_phone' }] } })
    const { name, timezone, contact_email } = before
    await desk.admin.patch('/company', { name, timezone, contact_email, country: before['country'] }, { ifMatch: '*' })
  })
})
