import { sql } from 'kysely'
import { PARTNER_PLACES_MAX } from '../../../../../contract/core/limits/partner-api'
import type { PartnerPlace } from '../../../../../contract/partner/journeys'
import { findStations, firstStations } from '../../../../kernel/station-search'
import type { Reader } from '../../../../db/transaction'

interface Question {
  /** Allowed routes; empty = all. */
  routeIds: readonly string[]
  /** Origin stations; empty = search for origins. */
  origins: readonly string[]
  /** Code, name or part of a name. */
  words: string
  /** Language of the reader. */
  language: string
}

/** Returns stations with active routes that allow boarding, or alighting after an origin, at them or at their platforms. */
export async function placesSold(
  reader: Reader,
  { routeIds, origins, words, language }: Question,
): Promise<PartnerPlace[]> {
  const isCalledAt =
    origins.length === 0
      ? sql`c.pickup_type <> 'none'`
      : sql`c.drop_off_type <> 'none' and exists (
          select from route_stops o where o.route_id = c.route_id and o.pattern_version = c.pattern_version
            and o.seq < c.seq and o.pickup_type <> 'none' and o.station_id = any(${[...origins]}::uuid[]))`
  const among = sql<boolean>`s.status = 'active' and s.id <> all(${[...origins]}::uuid[]) and exists (
    select from route_stops c join routes r on r.id = c.route_id and r.pattern_version = c.pattern_version
    where (c.station_id = s.id or c.station_id in (select p.id from stations p where p.parent_station_id = s.id))
      and r.status = 'active' and r.service_kind <> 'private_hire'
      and (${routeIds.length === 0} or r.id = any(${[...routeIds]}::uuid[])) and ${isCalledAt})`
  const search = { language, platforms: 'fold' as const, among }
  const found =
    words.trim() === ''
      ? (await firstStations(reader, search, PARTNER_PLACES_MAX)).map((station) => ({ station, match: null }))
      : (await findStations(reader, { ...search, text: words })).slice(0, PARTNER_PLACES_MAX)
  return found.map(({ station: { id, code, name, timezone }, match }) => ({ id, code, name, timezone, match }))
}
