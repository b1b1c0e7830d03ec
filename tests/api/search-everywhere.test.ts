import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '../../contract/operations/search'
import type { Role } from '../../contract/core/vocabulary'
import { useApi, type Client, type Json } from '../support/api'
import { make } from '../support/factories'

const api = useApi()

interface Found {
  titles: Record<string, string[]>
  answer: SearchAnswer
}

async function ask(client: Client, q: string, language = 'en'): Promise<Found> {
  const { status, body } = await client.get(`/search?q=${encodeURIComponent(q)}`, {
    headers: { 'accept-language': language },
  })
  expect(status, q).toBe(200)
  const answer = body as unknown as SearchAnswer
  return {
    answer,
    titles: Object.fromEntries(answer.groups.map(({ resource, hits }) => [resource, hits.map(({ title }) => title)])),
  }
}

describe('the search across all records', () => {
  let admin: Client
  let booking: Json
  let journey: Json
  beforeAll(async () => {
    api.now = new Date('2030-05-01T09:00:00Z')
    admin = await api.as('admin')
    const station = await make(admin, 'stations', {
      code: 'PFO',
      iata_code: 'PFO',
      name: { en: 'Paphos Airport', ae: 'مطار بافوس', fr: 'Aéroport de Paphos' },
      city: 'Paphos',
    })
    const type = await make(admin, 'vehicle-types')
    const stored = { vehicle_type_id: type['id'] }
    await make(admin, 'vehicles', {
      ...stored,
      fleet_code: 'C-07',
      registration_plate: 'KXY 482',
      home_station_id: station['id'],
    })
    const route = await make(admin, 'routes', { code: 'AIR1', name: { en: 'Airport line', de: 'Flughafenlinie' } })
    journey = await make(admin, 'journeys', { ...stored, route_id: route['id'], service_date: '2030-05-20' })
    const past = await make(admin, 'journeys', { ...stored, route_id: route['id'], service_date: '2030-05-02' })
    const customer = await make(admin, 'customers', {
      first_name: 'Élodie',
      last_name: 'Li',
      phone: '+35799123456',
      email: 'elodie@example.com',
    })
    booking = await make(admin, 'reservations', {
      journey_id: journey['id'],
      customer_id: customer['id'],
      lead_name: 'Élodie Li',
      lead_phone: '+35799123456',
    })
    await make(admin, 'reservations', { journey_id: past['id'], lead_name: 'Élodie Li before', lead_phone: null })
    await make(admin, 'staff', {
      employee_no: 'DRV-12',
      first_name: 'Nikos',
      last_name: 'Petrou',
      phone: '+35796555111',
    })
    await make(admin, 'partners', { code: 'SUNNY', legal_name: 'Sunny Tours Ltd', trading_name: 'Sunny' })
    api.now = new Date('2030-05-10T09:00:00Z')
    admin = await api.as('admin')
  })

  it('finds a station by its code and by its name in any language, and shows it in the language of the user', async () => {
    expect((await ask(admin, 'pfo')).titles['stations']).toEqual(['Paphos Airport'])
    expect((await ask(admin, 'aeroport de paph')).titles['stations']).toEqual(['Paphos Airport'])
    expect((await ask(admin, 'بافوس', 'ar')).titles['stations']).toEqual(['مطار بافوس'])
    expect((await ask(admin, 'paphos', 'fr')).titles['stations']).toEqual(['Aéroport de Paphos'])
    expect((await ask(admin, 'paphos', 'de')).titles['stations']).toEqual(['Paphos Airport'])
  })

  it('finds a vehicle by its plate, with any separators, and by its fleet code', async () => {
    for (const q of ['KXY 482', 'kxy482', 'kxy-482', 'K.X.Y 482', 'c-07'])
      expect((await ask(admin, q)).titles['vehicles'], q).toEqual(['KXY 482'])
  })

  it('finds customers and reservations by phone: grouped, without the country code, with a trunk zero', async () => {
    for (const q of [
      '+357 99 123 456',
      '00357 99123456',
      '99 12 34 56',
      '99123456',
      '099-123456',
      '+357 (0) 99 123456',
    ])
      expect((await ask(admin, q)).titles, q).toEqual({
        customers: ['Élodie Li'],
        reservations: [String(booking['reference'])],
      })
    expect((await ask(admin, '96 555 111')).titles).toEqual({ staff: ['Nikos Petrou'] })
  })

  it('finds a reservation by its reference in lower case or in two parts', async () => {
    const reference = String(booking['reference'])
    for (const q of [
      reference.toLowerCase(),
      `${reference.slice(0, 3)} ${reference.slice(3)}`,
      `${reference.slice(0, 3)}-${reference.slice(3)}`,
    ]) {
      const { answer } = await ask(admin, q)
      expect(answer.groups, q).toEqual([
        {
          resource: 'reservations',
          more: false,
          hits: [
            {
              id: booking['id'],
              title: reference,
              detail: 'Élodie Li',
              status: 'confirmed',
              at: booking['travel_at'],
              timezone: 'Asia/Nicosia',
            },
          ],
        },
      ])
    }
  })

  it('shows future records before past ones', async () => {
    const { answer, titles } = await ask(admin, 'elodie')
    expect(titles['reservations']?.[0]).toBe(booking['reference'])
    expect(answer.groups.find(({ resource }) => resource === 'reservations')?.hits.map(({ detail }) => detail)).toEqual(
      ['Élodie Li', 'Élodie Li before'],
    )
    expect((await ask(admin, 'air1-')).titles['journeys']).toEqual(['AIR1-20300520-0830', 'AIR1-20300502-0830'])
  })

  it('finds journeys by code, staff by name or number, partners by code, routes by name', async () => {
    expect((await ask(admin, 'air1-20300520-0830')).titles['journeys']).toEqual([journey['code']])
    expect((await ask(admin, 'petrou nik')).titles).toEqual({ staff: ['Nikos Petrou'] })
    expect((await ask(admin, 'drv-12')).titles).toEqual({ staff: ['Nikos Petrou'] })
    expect((await ask(admin, 'sunny')).titles).toEqual({ partners: ['Sunny'] })
    expect((await ask(admin, 'flughafen', 'de')).titles['routes']).toEqual(['Flughafenlinie'])
  })

  it('matches two letters at the start of a word', async () => {
    expect((await ask(admin, 'li')).titles['customers']).toEqual(['Élodie Li'])
    expect((await ask(admin, 'od')).titles['customers']).toBeUndefined()
  })

  it('shows five of a type and reports that there are more', async () => {
    for (let n = 0; n < 7; n += 1) await make(admin, 'customers', { last_name: `Manifold ${n}`, phone: null })
    const { answer } = await ask(admin, 'manifold')
    expect(answer.groups).toMatchObject([{ resource: 'customers', more: true }])
    expect(answer.groups[0]?.hits).toHaveLength(5)
  })

  it('finds nothing for wildcards, and refuses a text that is too short or too long', async () => {
    for (const q of ['%%', '__', '--', '"\'', '\\\\']) expect((await ask(admin, q)).answer, q).toEqual({ groups: [] })
    expect((await admin.get('/search?q=a')).status).toBe(400)
    expect((await admin.get(`/search?q=${'a'.repeat(101)}`)).status).toBe(400)
    expect((await admin.get('/search')).status).toBe(400)
    expect((await api.client({}).get('/search?q=pfo')).status).toBe(401)
  })

  it.each<[Role, boolean]>([
    ['manager', true],
    ['accountant', true],
    ['dispatcher', false],
    ['agent', false],
    ['viewer', false],
  ])('shows partners to a user with the role %s: %s', async (role, allowed) => {
    const client = await api.as(role)
    expect((await ask(client, 'sunny')).titles).toEqual(allowed ? { partners: ['Sunny'] } : {})
    expect((await ask(client, 'kxy482')).titles).toEqual({ vehicles: ['KXY 482'] })
  })
})
