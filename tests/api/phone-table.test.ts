import { beforeAll, describe, expect, it } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { xlsxOf, type SheetCell } from '../../server/documents/xlsx'
import { useApi, type Client, type Json, type NearClient } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners, WIDE_HOLD_BOUNDS } from '../support/partner'
import { PHONE_CASES, type PhoneCase } from '../support/phones'
import { workOff } from '../support/work'

/* The numbers of docs/domain/customers.md, through every way in that is not the staff API. */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

const setCountry = async (country: string | null) => {
  const answer = await desk.admin.patch('/company', { country }, { ifMatch: '*' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const COUNTRIES = [...new Set(PHONE_CASES.map(({ country }) => country))]
/** Cases and what became of each, as text for a readable difference. */
const describeCases = (results: readonly (string | null)[]) =>
  PHONE_CASES.map(({ typed, country }, at) => `${JSON.stringify(typed)} in ${country} → ${results[at] ?? 'refused'}`)
const EXPECTED = describeCases(PHONE_CASES.map(({ stored }) => stored))

/** Runs each case while the company is in its country. @returns the results in the order of the cases */
async function inEachCountry(
  run: (cases: readonly PhoneCase[]) => Promise<readonly (string | null)[]>,
): Promise<(string | null)[]> {
  const results = new Map<PhoneCase, string | null>()
  for (const country of COUNTRIES) {
    const cases = PHONE_CASES.filter((one) => one.country === country)
    await setCountry(country)
    for (const [at, result] of (await run(cases)).entries()) results.set(cases[at] as PhoneCase, result)
  }
  return PHONE_CASES.map((one) => results.get(one) ?? null)
}

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
})

describe('a phone number in a file', () => {
  let admin: NearClient
  beforeAll(async () => {
    admin = await api.as('admin')
  })

  const HEADER = ['Last name', 'Phone']
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const asCsv = async (rows: string[][]) =>
    Buffer.from([HEADER, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join(''))
  const asXlsx = async (rows: string[][]) => {
    async function* pages(): AsyncGenerator<SheetCell[][]> {
      yield rows
    }
    return buffer(xlsxOf(HEADER, pages(), new Date(0)))
  }

  it.each([
    ['csv', asCsv],
    ['xlsx', asXlsx],
  ])('is stored or refused as documented (%s)', async (format, write) => {
    const stored = await inEachCountry(async (cases) => {
      const prefix = unique('F')
      const file = await write(cases.map(({ typed }, at) => [`${prefix}-${at}`, typed]))
      const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.${format}"\r\n\r\n`
      const form = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
      const sheet = await admin.send('/imports/customers', form, 'multipart/form-data; boundary=x')
      expect(sheet.status, JSON.stringify(sheet.body)).toBe(201)
      const path = `/imports/customers/${String(sheet.body['id'])}/start`
      const started = await admin.post(path, { columns: sheet.body['columns'] })
      expect(await workOff(api)).toEqual([])
      const refused = cases.filter((one) => one.stored === null).length
      const { body: task } = await admin.get(`/tasks/${String(started.body['id'])}`)
      expect((task['counts'] as Json)['refused'] ?? 0).toBe(refused)
      const { rows } = await admin.list('customers', { filter: { last_name_like: prefix }, range: [0, 99] })
      const phones = new Map(rows.map((row) => [row['last_name'], row['phone'] as string]))
      return cases.map((_, at) => phones.get(`${prefix}-${at}`) ?? null)
    })
    expect(describeCases(stored)).toEqual(EXPECTED)
  })
})

describe('a phone number of a partner', () => {
  let live: Client
  let reseller: Client
  let journey: Json

  beforeAll(async () => {
    const terms = { status: 'active', contract: PARTNER_CONTRACT, ...WIDE_HOLD_BOUNDS }
    const partner = await make(desk.admin, 'partners', terms)
    const key = await program(partner)
    live = key.client
    reseller = api.client({ authorization: `Bearer ${key.secret}` })
    const route = await make(desk.admin, 'routes')
    await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
    const type = await make(desk.admin, 'vehicle-types', { seats: 100 })
    journey = await make(desk.admin, 'journeys', { route_id: route['id'], vehicle_type_id: type['id'] })
  })

  const phoneStored = async (reservation: Json) => (await desk.read(reservation))['lead_phone'] as string | null

  it('is stored or refused as documented, in a new trip and in a change', async () => {
    const change = async (trip: Json, lead_phone: string) => {
      const path = `/partner/trips/${String(trip['id'])}/`
      return live.patch(path, { lead_phone }, { ifMatch: '*' })
    }
    const results = await inEachCountry(async (cases) => {
      const stored: (string | null)[] = []
      for (const { typed: lead_phone } of cases) {
        const request = {
          partner_reference: unique('PH-'),
          legs: [ride(journey)],
          passengers: adults(1),
          lead_name: 'Ana Ruiz',
        }
        const { status, body } = await live.post('/partner/trips/', { ...request, lead_phone })
        const made = status === 201 ? body : (await live.post('/partner/trips/', request)).body
        const changed = await change(made, lead_phone)
        expect([status === 201, changed.status === 200], lead_phone).toEqual([status === 201, status === 201])
        stored.push(status === 201 ? await phoneStored(made) : null)
        if (status !== 201) {
          const at = { code: 'validation', errors: [{ pointer: '/lead_phone', code: 'phone' }] }
          expect([status, body, changed.body], lead_phone).toMatchObject([422, at, at])
        }
        await live.post(`/partner/trips/${String(made['id'])}/cancel/`, {}, { ifMatch: '*' })
      }
      return stored
    })
    expect(describeCases(results)).toEqual(EXPECTED)
  })

  it('is stored or returned as given in OCTO', async () => {
    const { rows: products } = await reseller.get('/octo/products')
    const product = products.find(({ id }) => String(id).startsWith(String(journey['route_id']))) ?? {}
    const asked = { productId: product['id'], optionId: 'DEFAULT' }
    const day = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20' }
    const { rows: slots } = await reseller.post('/octo/availability', { ...asked, ...day })
    const slot = { ...asked, availabilityId: slots[0]?.['id'], unitItems: [{ unitId: 'adult' }] }
    const results = await inEachCountry(async (cases) => {
      const stored: (string | null)[] = []
      for (const { typed: phoneNumber, stored: expected } of cases) {
        const { body } = await reseller.post('/octo/bookings', { ...slot, contact: { phoneNumber } })
        const given = (body['contact'] as Json)['phoneNumber']
        expect(given, phoneNumber).toBe(expected ?? phoneNumber.trim())
        stored.push(await phoneStored(body))
        await reseller.post(`/octo/bookings/${String(body['uuid'])}/cancel`, {})
      }
      return stored
    })
    expect(describeCases(results)).toEqual(EXPECTED)
  })
})
