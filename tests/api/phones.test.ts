import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json, type NearClient } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { PHONE_CASES } from '../support/phones'
import { workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

/** A number that was stored before the numbering plan of its country changed. */
const OUTDATED = '+5215512345678'

const setCountry = async (country: string | null) => {
  const answer = await desk.admin.patch('/company', { country }, { ifMatch: '*' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const refusedAt = (pointer: string, status = 422) => ({
  status,
  body: {
    code: 'validation',
    errors: [{ pointer, code: 'phone', detail: expect.stringContaining('country code') as string }],
  },
})

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  await setCountry('ES')
})

describe('the phone number of a customer', () => {
  it('is stored or refused as documented', async () => {
    for (const { typed, country, stored } of PHONE_CASES) {
      await setCountry(country)
      const answer = await desk.admin.post('/customers', { last_name: 'Smith', phone: typed })
      if (stored === null) expect(answer, `${typed} in ${country}`).toMatchObject(refusedAt('/phone'))
      else {
        expect(answer, `${typed} in ${country}`).toMatchObject({ status: 201, body: { phone: stored } })
        const found = await desk.admin.get(`/customers/${String(answer.body['id'])}`)
        expect(found.body).toMatchObject({ phone: stored })
      }
    }
    await setCountry('ES')
  })

  it('is refused together with the other faults of the body', async () => {
    const body = { last_name: 'Smith', phone: '+1123456', email: 'nowhere' }
    const { status, body: problem } = await desk.admin.post('/customers', body)
    expect(status).toBe(422)
    const errors = (problem['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [
      pointer,
      code,
    ])
    expect(errors).toEqual([
      ['/email', 'invalid_format'],
      ['/phone', 'phone'],
    ])
  })

  it('is found in every notation', async () => {
    const { id } = await make(desk.admin, 'customers', { phone: '+44 (0)20 7946 0321 ext. 7' })
    const ways = [
      '+44 (0)20 7946 0321',
      '020 7946 0321',
      '0044 20-7946-0321',
      'tel:+44-20-7946-0321;ext=7',
      '٠٢٠ ٧٩٤٦ ٠٣٢١',
    ]
    for (const typed of [...ways, '\u2066+44 20 7946 0321\u2069', '7946 0321']) {
      const { rows } = await desk.admin.list('customers', { filter: { q: typed } })
      expect(
        rows.map((row) => row['id']),
        typed,
      ).toEqual([id])
      const { body } = await desk.admin.get(`/search?q=${encodeURIComponent(typed)}`)
      const groups = body['groups'] as { resource: string; hits: { id: string; detail: string }[] }[]
      expect(groups.find(({ resource }) => resource === 'customers')?.hits, typed).toMatchObject([
        { id, detail: '+44 20 7946 0321 ext. 7' },
      ])
    }
  })

  it('makes a duplicate of the same number in another notation', async () => {
    const named = (first_name: string, last_name: string) => ({ first_name, last_name, email: null })
    const one = await make(desk.admin, 'customers', { ...named('Ana', 'Ruiz'), phone: '611 222 333' })
    const two = await make(desk.admin, 'customers', { ...named('Eva', 'Lopez'), phone: 'tel:+34-611-222-333' })
    const { rows } = await desk.admin.get(`/customers/${String(one['id'])}/duplicates`)
    expect(rows[0]).toMatchObject({ customer: { id: two['id'] }, evidence: ['phone'] })
  })
})

describe('a phone number of another record', () => {
  it('is converted in every field', async () => {
    expect(await make(desk.admin, 'staff', { phone: '600 111 222' })).toMatchObject({ phone: '+34600111222' })
    const station = await make(desk.admin, 'stations', { contact_phone: '0034 91 123 45 67 ext. 3' })
    expect(station).toMatchObject({ contact_phone: '+34911234567;ext=3' })
    const rule = { booking_type: 'same_day', prior_notice_min: 60, prior_notice_max_days: null, message: null }
    const route = await make(desk.admin, 'routes', { booking_rule: { ...rule, phone: '(600) 111-222' } })
    expect(route).toMatchObject({ booking_rule: { phone: '+34600111222' } })
    const company = await desk.admin.patch('/company', { contact_phone: '+34 (91) 123.45.67' }, { ifMatch: '*' })
    expect(company.body).toMatchObject({ contact_phone: '+34911234567' })
    const refused = await desk.admin.patch('/company', { contact_phone: '+1123456' }, { ifMatch: '*' })
    expect(refused).toMatchObject(refusedAt('/contact_phone'))
  })

  it('is converted in a bulk change', async () => {
    const station = await make(desk.admin, 'stations')
    const bulk = (contact_phone: string) =>
      desk.admin.post('/bulk/stations', { action: 'change', ids: [station['id']], changes: { contact_phone } })
    expect(await bulk('+1123456')).toMatchObject(refusedAt('/changes/contact_phone'))
    expect((await bulk('600 111 222')).status).toBeLessThan(300)
    expect(await workOff(api)).toEqual([])
    const { body } = await desk.admin.get(`/stations/${String(station['id'])}`)
    expect(body).toMatchObject({ contact_phone: '+34600111222' })
  })
})

describe('a phone number from before the rule', () => {
  const outdated = async () => {
    const { id } = await make(desk.admin, 'customers', { phone: '+34600111222' })
    await api.db.updateTable('customers').set({ phone: OUTDATED }).where('id', '=', String(id)).execute()
    return `/customers/${String(id)}`
  }

  it('does not change with other fields, and can be sent back unchanged', async () => {
    const path = await outdated()
    const noted = await desk.admin.patch(path, { notes: 'Met.' }, { ifMatch: '*' })
    expect(noted).toMatchObject({ status: 200, body: { phone: OUTDATED, notes: 'Met.' } })
    const same = await desk.admin.patch(path, { notes: 'Twice.', phone: OUTDATED }, { ifMatch: '*' })
    expect(same).toMatchObject({ status: 200, body: { phone: OUTDATED, notes: 'Twice.' } })
    const whole = await desk.admin.put(path, same.body, { ifMatch: '*' })
    expect(whole).toMatchObject({ status: 200, body: { phone: OUTDATED } })
    const other = await desk.admin.patch(path, { phone: '+5215512345679' }, { ifMatch: '*' })
    expect(other).toMatchObject(refusedAt('/phone'))
    const better = await desk.admin.patch(path, { phone: '+52 55 1234 5678' }, { ifMatch: '*' })
    expect(better).toMatchObject({ status: 200, body: { phone: '+525512345678' } })
  })

  it('is found by its national number', async () => {
    const { id } = await make(desk.admin, 'customers')
    await api.db.updateTable('customers').set({ phone: '+4402079460444' }).where('id', '=', String(id)).execute()
    const { rows } = await desk.admin.list('customers', { filter: { q: '020 7946 0444' } })
    expect(rows.map((row) => row['id'])).toEqual([id])
  })

  it('can be repeated in a sale to its customer, and in no other', async () => {
    const path = await outdated()
    const customer_id = path.split('/').at(-1)
    const route = await make(desk.admin, 'routes')
    await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
    const journey = await make(desk.admin, 'journeys', {
      route_id: route['id'],
      departure_time: '12:00:00',
      capacity: 10,
    })
    const sale = { lead_phone: OUTDATED }
    expect(await desk.book(journey, 1, sale)).toMatchObject(refusedAt('/lead_phone'))
    const sold = await desk.book(journey, 1, { ...sale, customer_id })
    expect(sold).toMatchObject({ status: 201, body: { lead_phone: OUTDATED } })
    expect(await desk.change(sold.body, { lead_phone: '+1123456' })).toMatchObject(refusedAt('/lead_phone'))
    const changed = await desk.change(sold.body, { lead_phone: OUTDATED, customer_notes: 'By the door.' })
    expect(changed).toMatchObject({ status: 200, body: { lead_phone: OUTDATED, customer_notes: 'By the door.' } })
  })

  it('can be the company', async () => {
    await api.db.updateTable('company').set({ contact_phone: OUTDATED }).execute()
    const changed = await desk.admin.patch('/company', { name: 'Coast Coaches' }, { ifMatch: '*' })
    expect(changed).toMatchObject({ status: 200, body: { contact_phone: OUTDATED } })
    const same = { name: 'Coast', contact_phone: OUTDATED }
    expect((await desk.admin.patch('/company', same, { ifMatch: '*' })).status).toBe(200)
  })
})

describe('a phone number in a file', () => {
  let admin: NearClient
  beforeEach(async () => {
    admin = await api.as('admin')
  })

  const importCustomers = async (text: string) => {
    const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--x--\r\n`
    const sheet = await admin.send('/imports/customers', Buffer.from(form), 'multipart/form-data; boundary=x')
    expect(sheet.status, JSON.stringify(sheet.body)).toBe(201)
    const path = `/imports/customers/${String(sheet.body['id'])}/start`
    const started = await admin.post(path, { columns: sheet.body['columns'] })
    expect(await workOff(api)).toEqual([])
    return `/tasks/${String(started.body['id'])}`
  }

  it('is converted by the country of the company, or refused with its row', async () => {
    const task = await importCustomers(
      [
        'Last name,Phone\n',
        'Filone,600 111 222\n',
        'Filtwo,+44 (0)20 7946 0018 ext. 12\n',
        'Filthree,tel:+33-6-12-34-56-78\n',
        'Filfour,\u202a+971501234567\u202c\n',
        'Filfive,34600111222\n',
        'Filsix,٠٠٩٧١٥٠١٢٣٤٥٦٧\n',
        'Filbad,600 111\n',
      ].join(''),
    )
    const { rows } = await admin.list('customers', { filter: { last_name_like: 'Fil' } })
    expect(Object.fromEntries(rows.map((row) => [row['last_name'], row['phone']]))).toEqual({
      Filone: '+34600111222',
      Filtwo: '+442079460018;ext=12',
      Filthree: '+33612345678',
      Filfour: '+971501234567',
      Filfive: '+34600111222',
      Filsix: '+971501234567',
    })
    const refused = await admin.get(`${task}/rows?filter={"outcome":"refused"}`)
    expect(refused.rows).toMatchObject([{ line: 8, problem: { errors: [{ pointer: '/phone', code: 'phone' }] } }])
    const file = await admin.readText(`${task}/rejected`, undefined, { 'accept-language': 'de' })
    expect(file).toContain('Landesvorwahl')
  })

  it('can be an outdated one of the record that the row changes', async () => {
    const { id } = await make(admin, 'customers', { last_name: 'Outdated' })
    await api.db.updateTable('customers').set({ phone: OUTDATED }).where('id', '=', String(id)).execute()
    await importCustomers(`id,Last name,Phone\n${String(id)},Renewed,${OUTDATED}\n`)
    const { body } = await admin.get(`/customers/${String(id)}`)
    expect(body).toMatchObject({ last_name: 'Renewed', phone: OUTDATED })
  })
})

describe('a phone number of a partner', () => {
  let live: Client
  let reseller: Client
  let journey: Json

  beforeAll(async () => {
    const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const key = await program(partner)
    live = key.client
    reseller = api.client({ authorization: `Bearer ${key.secret}` })
    const route = await make(desk.admin, 'routes')
    await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
    journey = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00', capacity: 40 })
  })

  const book = (lead_phone: string) =>
    live.post('/partner/trips/', {
      partner_reference: unique('SV-'),
      legs: [ride(journey)],
      passengers: adults(1),
      lead_name: 'Ana Ruiz',
      lead_phone,
    })

  it('is converted in trips, or refused with its field', async () => {
    const cases = [
      ['600 111 222', '+34600111222'],
      ['+44 (0)20 7946 0018 x12', '+442079460018;ext=12'],
      ['\u200e+971\u00a050\u00a0123\u00a04567', '+971501234567'],
    ] as const
    for (const [typed, stored] of cases)
      expect(await book(typed)).toMatchObject({ status: 201, body: { lead_phone: stored } })
    expect(await book('+1123456')).toMatchObject(refusedAt('/lead_phone'))
    const { body } = await book('+34600111222')
    const path = `/partner/trips/${String(body['id'])}/`
    const changed = await live.patch(path, { lead_phone: 'tel:+33-6-12-34-56-78' }, { ifMatch: '*' })
    expect(changed).toMatchObject({ status: 200, body: { lead_phone: '+33612345678' } })
    expect(await live.patch(path, { lead_phone: '+1123456' }, { ifMatch: '*' })).toMatchObject(refusedAt('/lead_phone'))
  })

  it('is converted in OCTO bookings, and returned as given when it is not valid', async () => {
    const { rows: products } = await reseller.get('/octo/products')
    const product = products.find(({ id }) => String(id).startsWith(String(journey['route_id']))) ?? {}
    const asked = { productId: product['id'], optionId: 'DEFAULT' }
    const day = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20' }
    const { rows: slots } = await reseller.post('/octo/availability', { ...asked, ...day })
    const reserve = async (contact: Json) => {
      const request = { ...asked, availabilityId: slots[0]?.['id'], unitItems: [{ unitId: 'adult' }], contact }
      const { body } = await reseller.post('/octo/bookings', request)
      const { body: seen } = await desk.admin.get(`/reservations/${String(body['id'])}`)
      return { given: (body['contact'] as Json)['phoneNumber'], stored: seen['lead_phone'] }
    }
    const both = (number: string) => ({ given: number, stored: number })
    expect(await reserve({ phoneNumber: '600 111 222' })).toEqual(both('+34600111222'))
    expect(await reserve({ phoneNumber: '020 7946 0018', country: 'GB' })).toEqual(both('+442079460018'))
    expect(await reserve({ phoneNumber: '+44 (0)20 7946 0018 ext 12' })).toEqual(both('+442079460018;ext=12'))
    expect(await reserve({ phoneNumber: '600 111' })).toEqual({ given: '600 111', stored: null })
  })
})
