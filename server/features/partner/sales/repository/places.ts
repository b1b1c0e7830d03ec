import { sql } from 'kysely'
import { PARTNER_PLACES_MAX } from '../../../../../contract/core/limits'
import type { PartnerPlace } from '../../../../../contract/partner/places'
import { contains, folded } from '../../../../crud/where'
import type { Reader } from '../../../../db/transaction'

interface Question {
  /** Routes that may be sold; empty = all. */
  routeIds: readonly string[]
  /** Stations that one sets out from; empty = tells where one may. */
  origins: readonly string[]
  /** Part of a name or code. */
  words: string
}

/** Stations that the routes in service call at for boarding, or after an origin for leaving, by name. */
export async function placesSold(reader: Reader, { routeIds, origins, words }: Question): Promise<PartnerPlace[]> {
  const isCalledAt =
    origins.length === 0
      ? sql`c.pickup_type <> 'none'`
      : sql`c.drop_off_type <> 'none' and exists (
          select from route_stops o where o.route_id = c.route_id and o.pattern_version = c.pattern_version
            and o.seq < c.seq and o.pickup_type <> 'none' and o.station_id = any(${[...origins]}::uuid[]))`
  const { rows } = await sql<PartnerPlace>`
    select s.id, s.code, s.name, s.timezone from stations s
    where s.status = 'active' and s.search_text like ${contains(folded(words.trim()))} and exists (
      select from route_stops c join routes r on r.id = c.route_id and r.pattern_version = c.pattern_version
      where c.station_id = s.id and r.status = 'active' and r.service_kind <> 'private_hire'
        and (${routeIds.length === 0} or r.id = any(${[...routeIds]}::uuid[])) and ${isCalledAt})
    order by s.name->>'en', s.id limit ${PARTNER_PLACES_MAX}`.execute(reader)
  return rows
}
