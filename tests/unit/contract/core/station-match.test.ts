import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../../contract/core/fold'
import { rankStations, type SearchableStation } from '../../../../contract/core/station-match'
import { slipsTo } from '../../../../contract/core/slips'
import { station } from '../../../support/stations'

const AIRPORT = station(
  'AIR-1',
  { en: 'Málaga Airport', es: 'Aeropuerto de Málaga', de: 'Flughafen Málaga', ae: 'مطار مالقة' },
  { iata_code: 'AGP', city: 'Málaga', calls: 9 },
)
const GRANADA = station(
  'GRX',
  { en: 'Granada Airport', es: 'Aeropuerto de Granada', ae: 'مطار غرناطة' },
  { city: 'Chauchina' },
)
const PORT = station('BANUS', { en: 'Puerto Banús', ae: 'بويرتو بانوس' }, { city: 'Marbella' })
const BUS = station(
  'MLG-BUS',
  { en: 'Málaga Bus Station', de: 'Busbahnhof Málaga' },
  { city: 'Málaga', aliases: ['6500001'] },
)
const BAY = station(
  'MLG-BUS-12',
  { en: 'Málaga Bus Station, bay 12' },
  { parent_station_id: 'MLG-BUS', city: 'Málaga' },
)
const STREET = station('HBF', { en: 'Straßenbahn Œdenplatz', ae: 'أم القرى، المحطة الأولى' })
const ALL = [GRANADA, PORT, BAY, STREET, BUS, AIRPORT]

const find = (text: string, language = 'en', platforms: 'fold' | 'each' = 'fold', among = ALL) =>
  rankStations(among, text, { language, platforms }).map(({ station: { code }, match }) =>
    match.text === null ? `${code} ${match.as}` : `${code} ${match.as}: ${match.text}`,
  )

describe('a search for stations', () => {
  it('ranks the exact code first, then the IATA code, a name, its beginning, a word, any part', () => {
    const ranked = ['AGP', 'IATA', 'EXACT', 'BEGINS', 'WORD', 'INSIDE', 'TOWN', 'OTHER']
    const among = [
      station('OTHER', { en: 'Far', es: 'Agp sur' }),
      station('TOWN', { en: 'Middle' }, { city: 'Agp' }),
      station('INSIDE', { en: 'Magpie Inn' }),
      station('WORD', { en: 'The Agp Inn' }),
      station('BEGINS', { en: 'Agpen' }),
      station('EXACT', { en: 'Agp' }),
      station('IATA', { en: 'Airport' }, { iata_code: 'AGP' }),
      station('AGP', { en: 'Elsewhere' }),
    ]
    expect(find('agp', 'en', 'each', among).map((found) => found.split(' ')[0])).toEqual(ranked)
  })

  it('treats a name with accents as its code without accents', () => {
    const among = [station('ONE', { en: 'Énz' }), station('TWO', { en: 'Far' }, { iata_code: 'ENZ' })]
    for (const text of ['énz', 'ENZ']) expect(find(text, 'en', 'each', among)).toEqual(['TWO code', 'ONE name'])
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('treats %s as an ordinary name', (name) => {
    const among = [station('ODD', { en: `${name} Street` }), PORT]
    expect(find('onerror', 'en', 'each', among)).toEqual([])
    expect(find(name, 'en', 'each', among)).toEqual(['ODD name'])
  })

  it.each([
    ['malaga a', 'en', 'AIR-1 name'],
    ['agp', 'en', 'AIR-1 code'],
    ['AIRPORT', 'en', 'AIR-1 name'],
    ['puerto', 'en', 'BANUS name'],
    ['airport granada', 'en', 'GRX name'],
    ['the airport of malaga', 'en', 'AIR-1 name'],
    ['mlg bus', 'en', 'MLG-BUS code'],
    ['6500001', 'en', 'MLG-BUS alias: 6500001'],
    ['marbella', 'en', 'BANUS alias: Marbella'],
    ['flughafen', 'en', 'AIR-1 language: Flughafen Málaga'],
    ['flughafen', 'de', 'AIR-1 name'],
    ['strasse', 'en', 'HBF name'],
    ['oedenplatz', 'en', 'HBF name'],
    ['المطار', 'ae', 'AIR-1 name'],
    ['ام القري', 'ae', 'HBF name'],
    ['مَطار غرناطه', 'ae', 'GRX name'],
  ])('finds by %s for a user of %s: %s', (text, language, first) => {
    expect(find(text, language)[0]).toBe(first)
  })

  it('tolerates a typing error in four letters and two in eight, and only when nothing else matches', () => {
    expect(find('malgaa airprt')[0]).toBe('AIR-1 spelling')
    expect(find('grnada')[0]).toBe('GRX spelling')
    expect(find('pueblo xyz')).toEqual([])
    expect(find('bas')).toEqual([])
    const near = [station('A', { en: 'Leon' }), station('B', { en: 'Lyon' })]
    expect(find('lyon', 'en', 'each', near)).toEqual(['B name'])
    expect(slipsTo('abcd', 'abdc')).toBe(1)
    expect(slipsTo('abcdefgh', 'bacdefhg')).toBe(2)
    expect(slipsTo('abc', 'abd')).toBeNull()
  })

  it('offers a station once for all its bays, and each bay when bays are requested', () => {
    expect(find('malaga bus')).toEqual(['MLG-BUS name'])
    expect(find('bay 12')).toEqual(['MLG-BUS platform: Málaga Bus Station, bay 12'])
    expect(find('mlg-bus-12')).toEqual(['MLG-BUS platform: Málaga Bus Station, bay 12'])
    expect(find('malaga bus', 'en', 'each')).toEqual(['MLG-BUS name', 'MLG-BUS-12 name'])
  })

  it('prefers reachable stations, then busier ones, among equal matches', () => {
    const alike = [AIRPORT, { ...GRANADA, reachable: true }].map((one) => ({
      ...one,
      reachable: one.reachable ?? false,
    }))
    expect(find('airport', 'en', 'fold', alike)[0]).toBe('GRX name')
    expect(find('malaga airport', 'en', 'fold', alike)[0]).toBe('AIR-1 name')
    expect(find('airport')).toEqual(['AIR-1 name', 'GRX name'])
  })

  it('finds nothing by a text without a letter or digit', () => {
    for (const text of ['', '  ', '-', "'"]) expect(find(text)).toEqual([])
  })
})

const word = fc.stringMatching(/^[A-Za-zéñßأةى]{1,9}$/)
const anyStation = fc
  .record({
    code: fc.stringMatching(/^[A-Z0-9-]{2,6}$/),
    en: fc.array(word, { minLength: 1, maxLength: 3 }),
    de: fc.option(word),
    iata: fc.option(fc.stringMatching(/^[A-Z]{3}$/)),
    calls: fc.nat(2),
  })
  .map(({ code, en, de, iata, calls }) =>
    station(code, { en: en.join(' '), ...(de && { de }) }, { iata_code: iata, calls }),
  )
const network = fc.uniqueArray(anyStation, { minLength: 1, maxLength: 12, selector: ({ code }) => code })

describe('a search in any network', () => {
  it('ranks the station of the exact code first', () => {
    fc.assert(
      fc.property(network, fc.nat(), (among, at) => {
        const { code } = among[at % among.length] as SearchableStation
        fc.pre(/[A-Z0-9]/.test(code))
        const [first] = rankStations(among, code.toLowerCase(), { language: 'en', platforms: 'each' })
        expect(first?.station.code).toBe(code)
      }),
    )
  })

  it('finds every station by its name, in any case and with or without accents', () => {
    fc.assert(
      fc.property(network, fc.nat(), (among, at) => {
        const meant = among[at % among.length] as SearchableStation
        const name = meant.name['en'] ?? ''
        const asked = (text: string) => rankStations(among, text, { language: 'en', platforms: 'each' })
        const codes = asked(name).map(({ station: { code } }) => code)
        expect(codes).toContain(meant.code)
        expect(asked(fold(name).toUpperCase()).map(({ station: { code } }) => code)).toEqual(codes)
      }),
    )
  })

  it('gives the same answer for any order of the stations', () => {
    const shuffled = network.chain((among) =>
      fc.tuple(fc.constant(among), fc.shuffledSubarray(among, { minLength: among.length })),
    )
    fc.assert(
      fc.property(shuffled, word, ([among, mixed], text) => {
        const rank = (list: readonly SearchableStation[]) =>
          rankStations(list, text, { language: 'de', platforms: 'fold' })
        expect(rank(mixed)).toEqual(rank(among))
      }),
    )
  })
})
