import { sql } from 'kysely'
import { MAP_JOURNEYS_MAX } from '../../../contract/core/limits/dashboard'
import type { MovingJourney, NetworkMap } from '../../../contract/operations/network-map'
import type { Reader } from '../../db/transaction'

/** Maximum duration of a journey; limits the scan. */
const LONGEST = sql`interval '48 hours'`

export async function readNetwork(reader: Reader): Promise<Pick<NetworkMap, 'stations' | 'routes'>> {
  const stations = await sql<NetworkMap['stations'][number]>`
    select id, code, name, latitude, longitude from stations
    where status = 'active' and latitude is not null order by code`.execute(reader)
  const routes = await sql<NetworkMap['routes'][number]>`
    select r.id, r.code, r.name, r.color, array_agg(s.station_id order by s.seq) as station_ids
    from routes r join route_stops s on s.route_id = r.id and s.pattern_version = r.pattern_version
    where r.status = 'active' group by r.id order by r.code`.execute(reader)
  return { stations: stations.rows, routes: routes.rows }
}

/** Returns passenger journeys between their first departure and their last arrival. @param now RFC 3339 */
export async function readMoving(reader: Reader, now: string): Promise<MovingJourney[]> {
  const time = (end: 'arrive' | 'depart') => {
    const column = (kind: string) => sql.ref(`c.${kind}_${end}`)
    return sql`to_char(coalesce(${column('actual')}, ${column('expected')}, ${column('planned')}) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  }
  const { rows } = await sql<MovingJourney>`
    select j.id as journey_id, j.code, j.route_id, r.name as route_name, j.service_status, j.delay_min,
      v.registration_plate as plate, (
        select json_agg(json_build_object('station_id', c.station_id, 'arrive', ${time('arrive')}, 'depart', ${time('depart')})
          order by c.seq)
        from journey_calls c where c.journey_id = j.id) as calls
    from journeys j join routes r on r.id = j.route_id left join vehicles v on v.id = j.vehicle_id
    where j.departs_at <= ${now} and j.departs_at > ${now}::timestamptz - ${LONGEST}
      and j.arrives_at + greatest(j.delay_min, 0) * interval '1 minute' >= ${now}
      and j.kind = 'passenger' and j.service_status not in ('draft', 'cancelled', 'completed')
    order by j.departs_at, j.id limit ${MAP_JOURNEYS_MAX}`.execute(reader)
  return rows
}
