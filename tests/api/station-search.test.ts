import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fold } from '../../contract/core/fold'
import { useApi, type Client, type Json } from '../support/api'
import { make } from '../support/factories'

const limits = vi.hoisted(() => ({ ranked: 500 }))
vi.mock('../../contract/core/limits/search', async (original) => {
  const real = await original<Record<string, unknown>>()
  return Object.create(null, {
    ...Object.getOwnPropertyDescriptors(real),
    STATIONS_RANKED_MAX: { enumerable: true, get: () => limits.ranked },
  }) as object
})

const api = useApi()
const NOW = '2030-05-01T09:00:00Z'

describe('the search for stations', () => {
  let admin: Client
  const ids: Record<string, string> = {}
  const add = async (code: string, name: Json, more: Json = {}) => {
    const made = await make(admin, 'stations', { code, name, iata_code: null, ...more })
    ids[code] = String(made['id'])
  }
  const search = async (query: Record<string, string>, language = 'en') => {
    const address = `/stations/search?${new URLSearchParams(query)}`
    const { status, rows } = await admin.get(address, { headers: { 'accept-language': language } })
    expect(status, address).toBe(200)
    return rows
  }
  const codes = async (query: Record<string, string>, language?: string) =>
    (await search(query, language)).map(({ code }) => code)

  beforeAll(async () => {
    api.now = new Date(NOW)
    admin = await api.as('admin')
    await add('MLG-AIR', { en: 'Málaga Airport', es: 'Aeropuerto de Málaga' }, { iata_code: 'AGP', city: 'Málaga' })
    await add('GRX', { en: 'Granada Airport', es: 'Aeropuerto de Granada' }, { address: 'Puerto road, Malaga avenue' })
    await add('MLG-BUS', { en: 'Málaga Bus Station', de: 'Busbahnhof Málaga' })
    await add('BAY-12', { en: 'Málaga Bus Station, bay 12' }, { parent_station_id: ids['MLG-BUS'] })
    await add('BANUS', { en: 'Puerto Banús', ae: 'أم القرى' })
    await add('HBF', { en: 'Straße am Bahnhof', mk: 'Јужна Жупа' })
    await add('OLD', { en: 'Málaga Old Airport' }, { status: 'inactive' })
    const stop = (code: string, at: number) => ({
      station_id: ids[code],
      arrive_offset_min: at,
      depart_offset_min: at,
      pickup_type: at === 90 ? 'none' : 'regular',
      drop_off_type: at === 0 ? 'none' : 'regular',
    })
    const coast = await make(admin, 'routes', { stops: [stop('MLG-AIR', 0), stop('BAY-12', 30), stop('BANUS', 90)] })
    const express = await make(admin, 'routes', { stops: [stop('MLG-AIR', 0), stop('BANUS', 90)] })
    await make(admin, 'fares', { route_id: coast['id'], amount_minor: 1500 })
    await make(admin, 'fares', {
      route_id: coast['id'],
      amount_minor: 700,
      origin_station_id: ids['MLG-AIR'],
      destination_station_id: ids['BAY-12'],
    })
    await make(admin, 'fares', { route_id: express['id'], amount_minor: 1200 })
  })

  // Both methods of narrowing: all stations of a small company, the matches of the words of a large one.
  describe.each([500, 2])('with %i ranked candidates', (ranked) => {
    beforeAll(() => {
      limits.ranked = ranked
    })

    it.each([
      ['malaga airp', 'MLG-AIR'],
      ['agp', 'MLG-AIR'],
      ['puerto', 'BANUS'],
      ['PUERTO BANUS', 'BANUS'],
      ['strasse', 'HBF'],
      ['ام القري', 'BANUS'],
      ['juzhna', 'HBF'],
      ['busbahnhof', 'MLG-BUS'],
      ['strase am bahnof', 'HBF'],
    ])('returns for %s first %s', async (q, code) => {
      expect((await codes({ q, platforms: 'fold', status: 'active' }))[0]).toBe(code)
    })

    it('names the language of the match, and the station of a bay', async () => {
      expect((await search({ q: 'busbahnhof' }))[0]).toMatchObject({
        match: { as: 'language', text: 'Busbahnhof Málaga', language: 'de' },
      })
      expect((await search({ q: 'bay-12', platforms: 'fold' }))[0]).toMatchObject({
        code: 'MLG-BUS',
        match: { as: 'platform', text: 'Málaga Bus Station, bay 12' },
      })
      expect((await codes({ q: 'bay-12' }))[0]).toBe('BAY-12')
    })
  })

  it('finds every station that contains the text, and none by its hidden address', async () => {
    limits.ranked = 500
    expect(await codes({ q: 'airport', platforms: 'fold' })).toEqual(['MLG-AIR', 'GRX', 'OLD'])
    expect(await codes({ q: 'airport', status: 'active' })).toEqual(['MLG-AIR', 'GRX'])
    expect(await codes({ q: 'avenue' })).toEqual([])
    expect(await codes({ platforms: 'fold', status: 'active' })).toEqual(['GRX', 'MLG-AIR', 'MLG-BUS', 'BANUS', 'HBF'])
  })

  it('returns the stations that can be reached from a station, with the lowest fare, and without the station itself', async () => {
    const from = String(ids['MLG-AIR'])
    const offered = await search({ from, platforms: 'fold' })
    expect(offered.map(({ code, fare_from }) => [code, fare_from])).toEqual([
      ['MLG-BUS', { amount_minor: 700, currency: 'EUR' }],
      ['BANUS', { amount_minor: 1200, currency: 'EUR' }],
    ])
    expect(await search({ from, q: 'malaga', platforms: 'fold', status: 'active' })).toMatchObject([
      { code: 'MLG-BUS', reachable: true },
    ])
    expect(await search({ from, q: 'granada', platforms: 'fold' })).toMatchObject([{ code: 'GRX', reachable: false }])
    expect(await codes({ from: String(ids['BAY-12']), q: 'mlg-bus', platforms: 'fold' })).toEqual([])
    expect(await codes({ from: String(ids['MLG-BUS']), platforms: 'fold' })).toEqual(['BANUS'])
  })

  it('returns the number of changes, up to two, for a station without a direct route', async () => {
    const [from, to] = [
      String(ids['MLG-AIR']),
      async (q: string) => (await search({ from: String(ids['MLG-AIR']), q }))[0],
    ]
    const onward = (origin: string, destination: string) =>
      make(admin, 'routes', {
        stops: [origin, destination].map((code, index) => ({
          station_id: ids[code],
          arrive_offset_min: 30 * index,
          depart_offset_min: 30 * index,
          pickup_type: index === 0 ? 'regular' : 'none',
          drop_off_type: index === 0 ? 'none' : 'regular',
        })),
      })
    await onward('BANUS', 'GRX')
    expect(await to('grx')).toMatchObject({ reachable: true, changes: 1, fare_from: null })
    expect(await to('banus')).toMatchObject({ reachable: true, changes: 0 })
    expect(await to('hbf')).toMatchObject({ reachable: false, changes: null })
    const last = await onward('GRX', 'HBF')
    expect(await to('hbf')).toMatchObject({ reachable: true, changes: 2 })
    // Without a text, only stations with a direct trip are offered.
    expect(await codes({ from, platforms: 'fold' })).toEqual(['MLG-BUS', 'BANUS'])
    await admin.patch(`/routes/${String(last['id'])}`, { status: 'retired' }, { ifMatch: '*' })
    expect(await to('hbf')).toMatchObject({ reachable: false, changes: null })
  })

  it('refuses departures from a station to itself', async () => {
    const same = `origin=${String(ids['MLG-BUS'])}&destination=${String(ids['BAY-12'])}`
    const { status, body } = await admin.get(`/departures?${same}&date=2030-05-20&adult=1`)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('/destination')
  })

  it('is narrowed by the same letters that it is ranked by', async () => {
    const samples = [
      'Ærø Łódź ß Straße',
      'Скопје Ѓорче Ќафа Џумба Њ Љ щ',
      'أم القرى آلة مَدينة ـ ٣۴',
      "O’Hare Hawaiʻi Ali'i",
      'Œuvre ñÑ İı',
    ]
    const { rows } = await sql<{ folded: string }>`
      select station_fold(text) as folded from unnest(${samples}::text[]) with ordinality as sample (text, at) order by at`.execute(
      api.db,
    )
    expect(rows.map(({ folded }) => folded)).toEqual(samples.map(fold))
  })
})
