import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Json, type NearClient } from '../support/api'
import { make } from '../support/factories'
import { usePartners } from '../support/partner'
import { workOff } from '../support/work'

const api = useApi()
const { portal, program } = usePartners(api)

let admin: NearClient
beforeAll(async () => {
  admin = await api.as('admin')
})

const refusedAt = (pointer: string) => ({
  status: 422,
  body: {
    code: 'validation',
    errors: [{ pointer, code: 'line_break', detail: expect.stringContaining('Replace the line breaks') as string }],
  },
})

/** Imports a file with its guessed columns. @returns the task and its refused rows */
async function importCustomers(text: string): Promise<{ task: Json; refused: Json[] }> {
  const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--x--\r\n`
  const sheet = await admin.send('/imports/customers', Buffer.from(form), 'multipart/form-data; boundary=x')
  expect(sheet.status, JSON.stringify(sheet.body)).toBe(201)
  const path = `/imports/customers/${String(sheet.body['id'])}/start`
  const started = await admin.post(path, { columns: sheet.body['columns'] })
  expect(await workOff(api)).toEqual([])
  const task = `/tasks/${String(started.body['id'])}`
  const rows = await admin.get(`${task}/rows?filter={"outcome":"refused"}`)
  return { task: (await admin.get(task)).body, refused: rows.rows }
}

describe('a line break in a single-line text', () => {
  it.each(['\n', '\r', '\u2028', '\u0085'])('is refused with the field and the remedy: %j', async (end) => {
    const person = { last_name: `Müller${end}Jones`, phone: '+35799123456' }
    expect(await admin.post('/customers', person)).toMatchObject(refusedAt('/last_name'))
    const station = { code: 'BRK', name: { en: 'North', de: `Nord${end}tor` }, timezone: 'Asia/Nicosia' }
    expect(await admin.post('/stations', station)).toMatchObject(refusedAt('/name/de'))
    expect(await admin.patch('/company', { name: `Coast${end}Coaches` }, { ifMatch: '*' })).toMatchObject(
      refusedAt('/name'),
    )
  })

  it('is refused from partners and resellers', async () => {
    const { partner, client } = await portal()
    const hook = { url: 'https://example.com/', description: 'a\nb', events: ['trip.confirmed'], environment: 'test' }
    expect(await client.post('/partner/credentials/webhooks/', hook)).toMatchObject(refusedAt('/description'))
    const { secret, client: key } = await program(partner)
    const trip = await key.post('/partner/trips', { lead_name: 'Ana\nSmith' })
    expect(trip.status).toBe(422)
    expect(trip.body['errors']).toContainEqual(refusedAt('/lead_name').body.errors[0])
    const reseller = api.client({ authorization: `Bearer ${secret}` })
    const booking = { productId: 'p', optionId: 'o', resellerReference: 'a\nb', notes: 'Gate 4.\nRing twice.' }
    expect(await reseller.post('/octo/bookings', booking)).toMatchObject({
      status: 400,
      body: {
        error: 'BAD_REQUEST',
        errorMessage: expect.stringContaining('/resellerReference: Must be on one line') as string,
      },
    })
  })

  it('is allowed in a multi-line text', async () => {
    const station = { boarding_instructions: { en: 'Gate 4.\nRing twice.' } }
    expect(await make(admin, 'stations', station)).toMatchObject(station)
    const notes = { notes: 'First.\r\nSecond.' }
    expect(await make(admin, 'customers', notes)).toMatchObject(notes)
  })

  it('is an error of the row of an import, and is not removed silently', async () => {
    const { task, refused } = await importCustomers(
      [
        'Last name,First name,Phone,Notes,Tags\r\n',
        'Müller,"Anna\r\nMaria",+4915112345678,,\n',
        'Özgür,Ayşe,"+90532\n1234567",,\r',
        'Roe,Jane,+34600111222,"First.\nSecond.","vip\nschool"\n',
      ].join(''),
    )
    expect(task).toMatchObject({ counts: { created: 1, refused: 2 } })
    expect(refused).toMatchObject([
      { line: 2, problem: { errors: [{ pointer: '/first_name', code: 'line_break' }] } },
      { line: 4, problem: { errors: [{ pointer: '/phone', code: 'line_break' }] } },
    ])
    const { rows } = await admin.list('customers', { filter: { last_name: 'Roe' } })
    expect(rows).toMatchObject([{ notes: 'First.\nSecond.', tags: ['vip', 'school'] }])
    const file = await admin.readText(`/tasks/${String(task['id'])}/rejected`, undefined, { 'accept-language': 'de' })
    expect(file).toContain('Vorname: Schreiben Sie dies in eine Zeile, ohne Zeilenumbrüche.')
  })
})

describe('a record with a line break from an older version', () => {
  it('is read, listed and exported, and accepts a change of another field', async () => {
    const customer = await make(admin, 'customers', { first_name: 'Anna', tags: ['vip'] })
    const id = String(customer['id'])
    const legacy = { first_name: 'Anna\nMaria' }
    await api.db.updateTable('customers').set(legacy).where('id', '=', id).execute()
    expect(await admin.get(`/customers/${id}`)).toMatchObject({ status: 200, body: legacy })
    expect((await admin.list('customers', { filter: { id: [id] } })).rows).toMatchObject([legacy])
    const columns = [{ field: 'first_name' }]
    const file = await admin.readText('/exports/customers', { columns, format: 'csv', filter: { id: [id] } })
    expect(file).toContain('"Anna\nMaria"')
    const changed = await admin.patch(`/customers/${id}`, { notes: 'Met.' }, { ifMatch: '*' })
    expect(changed).toMatchObject({ status: 200, body: { ...legacy, notes: 'Met.' } })
    const other = await make(admin, 'customers')
    const merge = { other_id: id, other_version: 1, choices: {}, is_trial: true }
    expect(await admin.post(`/customers/${String(other['id'])}/merge`, merge, { ifMatch: '*' })).toMatchObject({
      status: 412,
      body: { current: { id, ...legacy } },
    })
  })

  it('can be the company', async () => {
    const { body: before } = await admin.get('/company')
    await api.db.updateTable('company').set({ name: 'Coast\nCoaches' }).execute()
    const changed = await admin.patch('/company', { contact_email: 'hello@coast.example' }, { ifMatch: '*' })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Coast\nCoaches' } })
    const { name, contact_email } = before
    expect((await admin.patch('/company', { name, contact_email }, { ifMatch: '*' })).status).toBe(200)
  })
})
