import { sql, type RawBuilder } from 'kysely'

export interface JourneyFilter {
  station_id?: string | undefined
  route_id?: string | undefined
  vehicle_type_id?: string | undefined
}

export const isFiltered = (filter: JourneyFilter): boolean =>
  [filter.station_id, filter.route_id, filter.vehicle_type_id].some((id) => id !== undefined)

/** Returns a condition on the journeys `j`; `true` without a filter. */
export function journeysThat({ station_id, route_id, vehicle_type_id }: JourneyFilter): RawBuilder<boolean> {
  const parts = [
    ...(route_id === undefined ? [] : [sql<boolean>`j.route_id = ${route_id}`]),
    ...(vehicle_type_id === undefined ? [] : [sql<boolean>`j.vehicle_type_id = ${vehicle_type_id}`]),
    ...(station_id === undefined
      ? []
      : [
          sql<boolean>`exists (select 1 from journey_calls c where c.journey_id = j.id and c.station_id = ${station_id})`,
        ]),
  ]
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Maximum number of days between the departure of a journey and a span in which it still runs. */
const LONGEST_DAYS = 3

/** Returns a condition on the journeys `j` that run at some time within a span. */
export const runsWithin = (from: string, to: string): RawBuilder<boolean> => sql<boolean>`(
  j.departs_at >= ${from}::timestamptz - ${LONGEST_DAYS} * interval '1 day' and j.departs_at < ${to}
    and j.arrives_at + greatest(j.delay_min, 0) * interval '1 minute' > ${from})`
