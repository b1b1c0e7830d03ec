import { fold } from './fold'
import {
  FILLERS,
  beginWords,
  beginsName,
  beginsWords,
  isInside,
  prepare,
  wholeWords,
  wordsOfName,
  type Prepared,
} from './name-words'
import { LANGUAGES } from './languages'
import type { I18nText } from './scalars'
import { slipsTo } from './slips'

/** Station data that the search uses. */
export interface SearchableStation {
  id: string
  code: string
  iata_code: string | null
  name: I18nText
  city: string | null
  /** Names of the station in other systems. */
  aliases: readonly string[]
  /** Station that this platform or bay belongs to. */
  parent_station_id: string | null
  /** Number of routes that call there; the busier station comes first among equal matches. */
  calls: number
  /** Whether the station can be reached from the origin of the search; null without an origin. */
  reachable: boolean | null
}

/** Reasons for a match, shown in a list where the match is not visible in the name. */
export const STATION_MATCHES = ['code', 'name', 'platform', 'alias', 'language', 'spelling'] as const
export interface StationMatch {
  as: (typeof STATION_MATCHES)[number]
  /** Matched text of the station; null for the code and for the name in the reader's language. */
  text: string | null
  /** Language of the matched text, if it is a text in several languages. */
  language: string | null
}

export interface RankedStation<S extends SearchableStation> {
  station: S
  match: StationMatch
}

/** Kinds of matches from best to worst: exact match, then match at the beginning, then match inside. */
const RANKS = [
  'code',
  'iata',
  'plain code',
  'name',
  'name elsewhere',
  'name begins',
  'code begins',
  'word begins',
  'inside',
  'alias',
  'details',
  'language begins',
  'language word begins',
  'language inside',
  'spelling',
  'language spelling',
] as const
type Rank = (typeof RANKS)[number]

interface Found {
  rank: Rank
  match: StationMatch
  /** Number of typing errors. */
  faults: number
  /** Number of words that were typed completely. */
  whole: number
}

/**
 * Returns the stations that match a text, the best first: exact code, IATA code, name, its beginning, a word's beginning,
 * inside; then other names, other languages and, only if nothing matches, small misspellings.
 * Equal matches are ordered by reachability, number of routes, length and alphabet, independent of the input order.
 * @param language of the reader; the station name in this language has priority
 * @param platforms `fold` returns the station instead of its platforms, `each` returns the platforms themselves
 */
export function rankStations<S extends SearchableStation>(
  stations: readonly S[],
  text: string,
  { language, platforms }: { language: string; platforms: 'fold' | 'each' },
): RankedStation<S>[] {
  const asked = prepare(text)
  if (asked.words.length === 0) return []
  const found = (read: (station: S) => Found | null) =>
    stations.flatMap((station) => {
      const match = read(station)
      return match ? [{ station, isPlatform: station.parent_station_id !== null, ...match }] : []
    })
  const literal = fold(text).trim().toUpperCase()
  const exactly = found((station) => matchOf(station, asked, literal, language))
  const matched = exactly.length > 0 ? exactly : found((station) => misspelt(station, asked, language))
  const hits = matched.map((hit) => ({ ...hit, keys: keysOf(hit, language) })).sort(byKeys)
  if (platforms === 'each') return hits.map(({ station, match }) => ({ station, match }))
  return once(hits.map((hit) => folded(hit, stations, language)))
}

function once<S extends SearchableStation>(ranked: RankedStation<S>[]): RankedStation<S>[] {
  const first = new Map<string, RankedStation<S>>()
  for (const one of ranked) if (!first.has(one.station.id)) first.set(one.station.id, one)
  return [...first.values()]
}

function folded<S extends SearchableStation>(
  { station, match }: RankedStation<S>,
  stations: readonly S[],
  language: string,
): RankedStation<S> {
  const parent = stations.find(({ id }) => id === station.parent_station_id)
  if (!parent) return { station, match }
  return { station: parent, match: { as: 'platform', text: ownName(station, language), language: null } }
}

const ownName = ({ name }: SearchableStation, language: string): string => name[language] ?? name['en'] ?? ''

/** Returns the sort keys of a result, in order of priority. */
const keysOf = (
  { station, isPlatform, rank, faults, whole }: Found & { station: SearchableStation; isPlatform: boolean },
  language: string,
): readonly (string | number)[] => {
  const name = ownName(station, language)
  return [
    RANKS.indexOf(rank),
    faults,
    station.reachable === false ? 1 : 0,
    -whole,
    isPlatform ? 1 : 0,
    -station.calls,
    name.length,
    fold(name),
    station.code,
    station.id,
  ]
}

function byKeys(
  { keys: a }: { keys: readonly (string | number)[] },
  { keys: b }: { keys: readonly (string | number)[] },
) {
  const at = a.findIndex((key, place) => key !== b[place])
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

/** Returns the name that the reader sees, and the other names in a stable order. */
function namesOf({ name }: SearchableStation, language: string): { own: Prepared; others: Prepared[] } {
  const shown = name[language] === undefined ? 'en' : language
  const place = (code: string) => {
    const known = LANGUAGES.findIndex((one) => one === code)
    return known < 0 ? LANGUAGES.length : known
  }
  const others = Object.keys(name)
    .filter((code) => code !== shown && name[code])
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
  return { own: prepare(name[shown] ?? ''), others: others.map((code) => prepare(name[code] ?? '', code)) }
}

const found = (
  rank: Rank,
  as: StationMatch['as'],
  whole = 0,
  { text = null as string | null, language = null as string | null } = {},
): Found => ({
  rank,
  match: { as, text, language },
  faults: 0,
  whole,
})

function matchOf(station: SearchableStation, asked: Prepared, literal: string, language: string): Found | null {
  const { code, iata_code, city, aliases } = station
  const plain = wordsOfName(code).join('')
  if (code === literal) return found('code', 'code')
  if (iata_code === literal) return found('iata', 'code')
  if (plain === asked.compact) return found('plain code', 'code')
  const { own, others } = namesOf(station, language)
  if (own.compact === asked.compact) return found('name', 'name')
  const whole = wholeWords(asked, own.words)
  const sameElsewhere = others.find(({ compact }) => compact === asked.compact)
  if (sameElsewhere) return found('name elsewhere', 'language', 0, sameElsewhere)
  if (beginsName(asked, own)) return found('name begins', 'name', whole)
  if (plain.startsWith(asked.compact)) return found('code begins', 'code')
  if (beginsWords(asked, own)) return found('word begins', 'name', whole)
  if (isInside(asked, own)) return found('inside', 'name', whole)
  const alias = aliases.find((one) => wordsOfName(one).join('') === asked.compact)
  if (alias !== undefined) return found('alias', 'alias', 0, { text: alias })
  if (city !== null && beginsName(asked, prepare(city))) {
    // Among the stations of a city, the one named after the city comes first.
    const isNamed = others.some((name) => beginsWords(asked, name))
    return found('alias', 'alias', isNamed ? 2 : 1, { text: city })
  }
  const details = [...own.words, ...wordsOfName(code), ...prepare(city ?? '').words]
  if (beginWords(asked.words, details)) return found('details', 'name', wholeWords(asked, details))
  for (const [rank, matches] of IN_OTHER_LANGUAGES) {
    const other = others.find((name) => matches(asked, name))
    if (other) return found(rank, 'language', wholeWords(asked, other.words), other)
  }
  return null
}

function misspelt(station: SearchableStation, asked: Prepared, language: string): Found | null {
  const { own, others } = namesOf(station, language)
  const candidates = [own, ...(station.city === null ? [] : [prepare(`${own.text} ${station.city}`)]), ...others]
  let best: Found | null = null
  for (const name of candidates) {
    const faults = faultsIn(asked, name)
    if (faults === null || (best && best.faults <= faults)) continue
    const match = { as: 'spelling', text: name.language === null ? null : name.text, language: name.language } as const
    best = {
      rank: name.language === null ? 'spelling' : 'language spelling',
      match,
      faults,
      // A match of the name comes before a match of the city.
      whole: wholeWords(asked, name.words) + (name === own ? 1 : 0),
    }
  }
  return best
}

/** Returns the typing errors of the words, separate or joined, compared with the name; null = more than are tolerated. */
function faultsIn(asked: Prepared, { words, compact }: Prepared): number | null {
  const together = slipsTo(asked.compact, compact)
  const left = [...words]
  let sum = 0
  for (const word of asked.words) {
    const slips = left.map((one) => (one.startsWith(word) ? 0 : slipsTo(word, one)) ?? Infinity)
    const least = Math.min(...slips)
    if (least !== Infinity) left.splice(slips.indexOf(least), 1)
    else if (FILLERS.has(word)) continue
    else return together
    sum += least
  }
  return together === null ? sum : Math.min(sum, together)
}

const IN_OTHER_LANGUAGES: readonly [Rank, (asked: Prepared, name: Prepared) => boolean][] = [
  ['language begins', beginsName],
  ['language word begins', beginsWords],
  ['language inside', isInside],
]
