import { sql, type RawBuilder } from 'kysely'
import { STATIONS_RANKED_MAX } from '../../contract/core/limits/search'
import { wordsOfName, withoutArticle } from '../../contract/core/name-words'
import { rankStations, type RankedStation, type SearchableStation } from '../../contract/core/station-match'
import type { Station } from '../../contract/entities/station'
import type { Reader } from '../db/transaction'

export interface StationRow extends SearchableStation, Pick<Station, 'timezone' | 'status'> {}

interface StationSearch {
  text: string
  /** Language of the reader. */
  language: string
  platforms: 'fold' | 'each'
  /** Condition on the station `s`; all stations by default. */
  among?: RawBuilder<boolean>
  /** Whether a station can be reached, by its id. */
  reaches?: (id: string) => boolean
}

/**
 * Returns the stations that match a text, best match first; none for a text without words. In a large network the database
 * selects stations that contain the words, else those with the most similar spelling. The ranking decides the order.
 */
export async function findStations(reader: Reader, search: StationSearch): Promise<RankedStation<StationRow>[]> {
  const words = wordsOfName(search.text).map(withoutArticle)
  if (words.length === 0) return []
  const isWhole = await hasFew(reader)
  const rank = async (hits: RawBuilder<unknown>) => {
    const rows = (await readRows(reader, hits, search.among)).map((row) => ({
      ...row,
      reachable: search.reaches?.(row.id) ?? null,
    }))
    return rankStations(rows, search.text, search)
  }
  if (isWhole) return rank(sql`select id, parent_station_id from stations`)
  const found = await rank(withWords(words, search.text.trim().toUpperCase()))
  return found.length > 0 ? found : rank(spelledAlike(words.join(' ')))
}

/** Returns the first stations by name in the reader's language, without platforms if those are folded. */
export async function firstStations(
  reader: Reader,
  { language, platforms, among = sql<boolean>`true` }: Omit<StationSearch, 'text' | 'reaches'>,
  limit: number,
): Promise<StationRow[]> {
  const isOffered = platforms === 'fold' ? sql<boolean>`s.parent_station_id is null` : sql<boolean>`true`
  const { rows } = await sql<StationRow>`
    select ${COLUMNS} from stations s where ${among} and ${isOffered}
    order by coalesce(s.name->>${language}, s.name->>'en'), s.id limit ${limit}`.execute(reader)
  return rows
}

/** Returns whether there are few enough stations to rank all of them. */
async function hasFew(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from stations limit ${STATIONS_RANKED_MAX + 1}) counted`.execute(reader)
  return (rows[0]?.count ?? 0) <= STATIONS_RANKED_MAX
}

const contains = (word: string): string => `%${word}%`

/** Selects stations that contain every word. Matches at the start of a word come first, because the number is limited. */
function withWords(words: readonly string[], code: string): RawBuilder<unknown> {
  const has = words.map((word) => sql<boolean>`find_text like ${contains(word)}`)
  const begins = words.map(
    (word) => sql`(find_text like ${`${word}%`} or find_text like ${contains(` ${word}`)}
      or find_text like ${contains(`"${word}`)})::int`,
  )
  return sql`
    select id, parent_station_id from stations where ${sql.join(has, sql` and `)}
    order by (code = ${code} or iata_code is not distinct from ${code}) desc, ${sql.join(begins, sql` + `)} desc,
      length(find_text), id
    limit ${STATIONS_RANKED_MAX}`
}

const spelledAlike = (text: string): RawBuilder<unknown> => sql`
  select id, parent_station_id from stations order by word_similarity(${text}, find_text) desc, id
  limit ${STATIONS_RANKED_MAX}`

const COLUMNS = sql`s.id, s.code, s.iata_code, s.name, s.city, s.parent_station_id, s.timezone, s.status,
  array(select ref->>'value' from jsonb_array_elements(s.external_refs) ref) as aliases,
  (select count(*)::int from route_stops c join routes r on r.id = c.route_id and r.pattern_version = c.pattern_version
    where r.status = 'active'
      and (c.station_id = s.id or c.station_id in (select p.id from stations p where p.parent_station_id = s.id))
  ) as calls, null::boolean as reachable`

/** Returns the stations of a query for `id` and `parent_station_id`, and the parent stations of its platforms. */
async function readRows(
  reader: Reader,
  hits: RawBuilder<unknown>,
  among: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<StationRow[]> {
  const { rows } = await sql<StationRow>`
    with hit as (${hits})
    select ${COLUMNS} from stations s
    where s.id in (select id from hit union select parent_station_id from hit) and ${among}`.execute(reader)
  return rows
}
