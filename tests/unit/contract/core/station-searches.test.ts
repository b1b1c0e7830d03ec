import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rankStations, type SearchableStation } from '../../../../contract/core/station-match'
import { fold } from '../../../../contract/core/fold'
import { clockAt } from '../../../../server/demo/world/clock'
import { routes } from '../../../../server/demo/world/network/routes'
import { stations } from '../../../../server/demo/world/network/stations'

/** A typed search and the intended station, of the demo company or of a public feed outside the project. */
interface TypedSearch {
  company: string
  language: string
  typed: string
  /** Code or name of the intended station. */
  station: string
}

const TABLE = 'tests/support/station-searches.json'
const searches = existsSync(TABLE) ? (JSON.parse(readFileSync(TABLE, 'utf8')) as TypedSearch[]) : []
const feedFile = (company: string) => `../shared/data/gtfs/${company}/stops.txt`
const isHere = ({ company }: TypedSearch) => company === 'demo' || existsSync(feedFile(company))

function demo(): SearchableStation[] {
  const clock = clockAt(new Date('2030-05-01T09:00:00Z'))
  const { route_stops: stops } = routes(clock)
  return stations(clock).map((row) => ({
    id: row.id,
    code: row.code,
    iata_code: row.iata_code ?? null,
    name: row.name,
    city: row.city ?? null,
    aliases: [],
    parent_station_id: row.parent_station_id ?? null,
    calls: stops.filter(({ station_id }) => station_id === row.id).length,
    reachable: null,
  }))
}

function feed(company: string): SearchableStation[] {
  const [, ...lines] = readFileSync(feedFile(company), 'utf8').trim().split(/\r?\n/)
  return lines.map((line) => {
    const [code = '', name = ''] = line.split(',')
    const common = { iata_code: null, city: null, aliases: [], parent_station_id: null, calls: 0, reachable: null }
    return { ...common, id: code, code: code.toUpperCase(), name: { en: name.replaceAll('"', '') } }
  })
}

/** Returns the codes of a station, and its name in each language. */
const namesOf = ({ code, iata_code, name }: SearchableStation): string[] =>
  [code, iata_code ?? '', ...Object.values(name)].filter((text) => text !== '').map(fold)

it.skipIf(searches.length === 0)('finds the intended station: always by code, name and unique beginning', () => {
  const known = new Map<string, SearchableStation[]>()
  const among = (company: string) => {
    const all = known.get(company) ?? (company === 'demo' ? demo() : feed(company))
    known.set(company, all)
    return all
  }
  const asked = searches.filter(isHere)
  const missed = asked.filter(({ company, language, typed, station }) => {
    const [first] = rankStations(among(company), typed, { language, platforms: 'fold' })
    return !first || ![first.station.id, first.station.code, ...Object.values(first.station.name)].includes(station)
  })
  const isSure = ({ company, typed, station }: TypedSearch) => {
    const text = fold(typed)
    const begun = among(company).filter(({ name }) => Object.values(name).some((one) => fold(one).startsWith(text)))
    const meant = among(company).find(({ id, code, name }) => [id, code, ...Object.values(name)].includes(station))
    const called = among(company).filter((one) => namesOf(one).includes(text))
    return [called, begun].some(([first, ...others]) => first === meant && others.length === 0)
  }
  expect(missed.filter(isSure)).toEqual([])
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(asked.length * 0.05)
})
