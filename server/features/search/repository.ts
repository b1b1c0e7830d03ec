import { sql, type RawBuilder } from 'kysely'
import { SEARCH_ROWS_PER_RESOURCE } from '../../../contract/core/limits/search'
import type { SearchGroup, SearchHit } from '../../../contract/operations/search'
import type { SearchedResource } from '../../../contract/core/listed-resources'
import { inLanguage as inLanguageOf } from '../../../contract/core/scalars'
import { hasPhone, searchedByIndex } from '../../crud/search'
import type { Condition } from '../../crud/where'
import type { Db } from '../../db/database'
import { findStations } from '../../kernel/station-search'
import { readQuestion, type Question } from './question'

interface Search extends Question {
  language: string
  now: Date
}

/** Rows with the columns `id, title, detail, status, at, timezone`, best first. */
type Rows = RawBuilder<unknown>

/** One row more than is shown, to detect further hits. */
const LIMIT = SEARCH_ROWS_PER_RESOURCE + 1

/**
 * Returns the records of these resources that match a search text, in one statement.
 * @param asked `text` as typed, the reader's `language`, and `now`, which separates past from future journeys
 */
export async function findRecords(
  db: Db,
  resources: readonly SearchedResource[],
  { text, language, now }: { text: string; language: string; now: Date },
): Promise<SearchGroup[]> {
  const search: Search = { ...readQuestion(text), language, now }
  if (resources.length === 0 || search.compact === '') return []
  const stations = resources.includes('stations') ? await stationsMeant(db, search) : NOBODY_MEANS
  const parts = resources.map(
    (resource) => sql`(select ${resource}::text as resource, found.* from (${FINDERS[resource](search)}) found)`,
  )
  const { rows } = await sql<Hit>`${sql.join(parts, sql` union all `)}`.execute(db)
  return resources.flatMap((resource) => {
    const found = rows.filter((row) => row.resource === resource)
    const hits = once(resource === 'stations' ? [...stations.meant, ...found, ...stations.misspelt] : found)
    if (hits.length === 0) return []
    return [{ resource, hits: hits.slice(0, SEARCH_ROWS_PER_RESOURCE), more: hits.length > SEARCH_ROWS_PER_RESOURCE }]
  })
}

type Hit = SearchHit & { resource: SearchedResource }
const NOBODY_MEANS: { meant: Hit[]; misspelt: Hit[] } = { meant: [], misspelt: [] }

/** Returns stations by the common station search. Stations with the text in their address or phone number follow them. */
async function stationsMeant(db: Db, { text, language }: Search): Promise<typeof NOBODY_MEANS> {
  const ranked = (await findStations(db, { text, language, platforms: 'each' })).slice(0, LIMIT)
  const hits = ranked.map(({ station: { id, code, name, city, status }, match }): Hit => ({
    resource: 'stations',
    id,
    title: inLanguageOf(name, language),
    detail: [code, city, match.text === city ? null : match.text].filter(Boolean).join(' · '),
    status,
    at: null,
    timezone: null,
  }))
  const isMisspelt = ranked[0]?.match.as === 'spelling'
  return isMisspelt ? { meant: [], misspelt: hits } : { meant: hits, misspelt: [] }
}

const FINDERS: Record<SearchedResource, (search: Search) => Rows> = {
  stations: (search) => sql`
    select t.id, ${inLanguage('t.name', search)} as title, concat_ws(' · ', t.code, t.city) as detail, t.status,
      ${NO_TIME}
    from stations t where ${withPhone(search)}
    order by (t.code = ${upper(search)} or t.iata_code is not distinct from ${upper(search)}) desc, t.status, t.code
    limit ${LIMIT}`,

  routes: (search) => sql`
    select t.id, ${inLanguage('t.name', search)} as title, t.code as detail, t.status, ${NO_TIME}
    from routes t where ${searchedByIndex(search.text)}
    order by t.code = ${upper(search)} desc, t.status, t.code limit ${LIMIT}`,

  vehicles: (search) => sql`
    select t.id, t.registration_plate as title, concat_ws(' · ', t.fleet_code, nullif(concat_ws(' ', t.make, t.model), '')) as detail,
      t.status, ${NO_TIME}
    from vehicles t where (${searchedByIndex(search.text)}) or (${searchedByIndex(search.compact)})
    order by t.fleet_code = ${upper(search)} desc, t.status, t.fleet_code limit ${LIMIT}`,

  staff: (search) => sql`
    select t.id, concat_ws(' ', t.first_name, t.last_name) as title, t.employee_no as detail, t.status, ${NO_TIME}
    from staff t where ${withPhone(search)}
    order by t.employee_no = ${upper(search)} desc, t.status, t.last_name, t.id limit ${LIMIT}`,

  partners: (search) => sql`
    select t.id, coalesce(t.trading_name, t.legal_name) as title, t.code as detail, t.status, ${NO_TIME}
    from partners t where ${searchedByIndex(search.text)}
    order by t.code = ${upper(search)} desc, t.status, t.legal_name, t.id limit ${LIMIT}`,

  customers: (search) => sql`
    select t.id, coalesce(t.company_name, nullif(concat_ws(' ', t.first_name, t.last_name), ''), t.email, t.phone, '') as title,
      coalesce(t.phone, t.email) as detail, null::text as status, ${NO_TIME}
    from customers t where ${withPhone(search)} and t.merged_into_id is null
    order by t.updated_at desc, t.id desc limit ${LIMIT}`,

  journeys: (search) => sql`
    select t.id, t.code as title, ${inLanguage('r.name', search)} as detail, t.service_status as status,
      t.departs_at as at, t.timezone
    from (${nearest('journeys', 'code', 'departs_at', upper(search), searchedByIndex(search.text), search)}) near
    join journeys t on t.id = near.id join routes r on r.id = t.route_id
    order by near.place, near.distance, t.id`,

  reservations: (search) => sql`
    select t.id, t.reference as title, t.lead_name as detail, t.status, t.travel_at as at, s.timezone
    from (${nearest('reservations', 'reference', 'travel_at', search.compact, inLive(search), search)}) near
    join reservations t on t.id = near.id left join stations s on s.id = t.origin_station_id
    order by near.place, near.distance, t.id`,
}

const NO_TIME = sql`null::timestamptz as at, null::text as timezone`

const upper = ({ text }: Search): string => text.toUpperCase()

const inLanguage = (column: string, { language }: Search): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(column)}->>${language}, ${sql.ref(column)}->>'en')`

const withPhone = ({ phone, text }: Search): Condition => (phone ? hasPhone(phone) : searchedByIndex(text))

const inLive = (search: Search): Condition => sql<boolean>`(${withPhone(search)}) and t.environment = 'live'`

/**
 * Orders exact matches first, then future records by time, then past ones, latest first.
 * Each part stops at its limit along an index, independent of the number of matches.
 */
function nearest(table: string, key: string, time: string, exact: string, matches: Condition, { now }: Search): Rows {
  const [from, at, name] = [sql.table(table), sql.ref(`t.${time}`), sql.ref(`t.${key}`)]
  const distance = sql`abs(extract(epoch from ${at} - ${now}::timestamptz))`
  return sql`
    (select t.id, 0 as place, 0::numeric as distance from ${from} t where ${name} = ${exact})
    union all
    (select t.id, 1, ${distance} from ${from} t where ${matches} and ${at} >= ${now} order by ${at}, t.id limit ${LIMIT})
    union all
    (select t.id, 2, ${distance} from ${from} t where ${matches} and ${at} < ${now} order by ${at} desc, t.id desc limit ${LIMIT})`
}

/** Removes duplicates: a record can match several times, and its first hit is used. */
function once(rows: Hit[]): SearchHit[] {
  const found = new Map<string, SearchHit>()
  for (const { id, title, detail, status, at, timezone } of rows)
    if (!found.has(id)) found.set(id, { id, title, detail: detail || null, status, at, timezone })
  return [...found.values()]
}
