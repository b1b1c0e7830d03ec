import { sql } from 'kysely'
import type { CalendarDay } from '../../../../contract/operations/board'
import type { Reader } from '../../../db/transaction'
import { journeysThat, type JourneyFilter } from './filter'

interface CalendarSpan extends JourneyFilter {
  from: string
  to: string
}

/** Returns counts and load of each day of a span: journeys by service day, hires by the company's time zone. */
export async function readCalendar(reader: Reader, span: CalendarSpan): Promise<CalendarDay[]> {
  const { from, to, route_id, station_id, vehicle_type_id } = span
  const hasHires = route_id === undefined && station_id === undefined
  const { rows } = await sql<CalendarDay>`
    with runs as (
      select j.service_date as day, count(*) filter (where j.service_status <> 'cancelled')::int as journeys,
        count(*) filter (where j.service_status in ('draft', 'scheduled', 'boarding')
          and j.operated_by_partner_id is null and (j.vehicle_id is null or j.driver_id is null))::int as unassigned,
        count(*) filter (where j.service_status <> 'cancelled' and j.delay_min > 0)::int as late,
        count(*) filter (where j.service_status = 'cancelled')::int as cancelled,
        coalesce(sum(j.peak_load) filter (where j.service_status <> 'cancelled'), 0)::int as seats_taken,
        coalesce(sum(j.capacity) filter (where j.service_status <> 'cancelled'), 0)::int as capacity
      from journeys j where j.service_date between ${from} and ${to} and ${journeysThat(span)} group by j.service_date
    ), hires as (
      select (r.travel_at at time zone company.timezone)::date as day, count(*)::int as hires
      from reservations r cross join company
      where ${hasHires} and r.kind = 'private_hire' and r.environment = 'live'
        and r.status in ('pending', 'confirmed', 'checked_in', 'boarded', 'completed')
        and r.travel_at >= ${from}::date - 1 and r.travel_at < ${to}::date + 2
        and (${vehicle_type_id ?? null}::text is null or r.hire->>'vehicle_type_id' = ${vehicle_type_id ?? null})
      group by 1
    )
    select days.day::date as day, coalesce(runs.journeys, 0) as journeys, coalesce(runs.unassigned, 0) as unassigned,
      coalesce(runs.late, 0) as late, coalesce(runs.cancelled, 0) as cancelled,
      coalesce(runs.seats_taken, 0) as seats_taken, coalesce(runs.capacity, 0) as capacity,
      coalesce(hires.hires, 0) as hires
    from generate_series(${from}::date, ${to}::date, interval '1 day') days(day)
    left join runs on runs.day = days.day::date left join hires on hires.day = days.day::date
    order by days.day`.execute(reader)
  return rows
}
