import { sql } from 'kysely'
import type { DashboardDeparture } from '../../../contract/operations/dashboard-figures'
import { TAKEN_BY, type OwedAge, type OwedBounds } from '../../../contract/operations/dashboard-money'
import type { FirstStep } from '../../../contract/operations/first-steps'
import { DASHBOARD_DEPARTURES } from '../../../contract/core/limits/dashboard'
import type { I18nText } from '../../../contract/core/scalars'
import type { PaymentDirection } from '../../../contract/core/vocabulary'
import type { Db } from '../../db/database'
import type { Reader } from '../../db/transaction'
import { isOwed, OPEN_AMOUNT } from '../../kernel/credit'
import { spansBetween, type ComparedDays } from '../../domain/figures/days'

/** Sales and operations of one member of a dimension in one currency. Rows of journeys have no currency. */
export interface FigureRow {
  dimension: 'all' | 'route' | 'channel' | 'partner'
  /** Null except for dimension `all` within the range; the days before the range are summed. */
  day: string | null
  member: string
  currency: string
  bookings: number
  seats: number
  revenue_minor: number
  cancellations: number
  departures: number
  capacity: number
  load: number
  code: string | null
  name: I18nText | null
  legal_name: string | null
}

const EVERY_STATION = '00000000-0000-0000-0000-000000000000'

export async function companyZone(reader: Reader): Promise<string> {
  return (await reader.selectFrom('company').select('timezone').executeTakeFirstOrThrow()).timezone
}

/**
 * Returns the figures of each day, and the sum of the days before. For a station, they include its child stations. Stored
 * figures are combined with pending changes.
 */
export async function readFigures(reader: Reader, days: ComparedDays, stationId?: string): Promise<FigureRow[]> {
  const stations = stationId
    ? sql`array(select id from stations where id = ${stationId} or parent_station_id = ${stationId})`
    : sql`array[${EVERY_STATION}::uuid]`
  const columns = sql`dimension, day, member, currency, bookings, seats, revenue_minor, cancellations, departures, capacity,
    load`
  const ofDays = sql`station_id = any(${stations}) and dimension = 'all' and (
    day between ${days.from}::date and ${days.to}::date or day between ${days.beforeFrom}::date and ${days.beforeTo}::date)`
  const spans = spansBetween(days.from, days.to)
  const { rows } = await sql<FigureRow>`
    select f.*, r.code, r.name, p.legal_name from (
      select dimension, case when dimension = 'all' and day >= ${days.from}::date then day end as day, member, currency,
        sum(bookings)::bigint as bookings, sum(seats)::bigint as seats, sum(revenue_minor)::bigint as revenue_minor,
        sum(cancellations)::bigint as cancellations, sum(departures)::bigint as departures,
        sum(capacity)::bigint as capacity, sum(load)::bigint as load
      from (
        select ${columns} from day_figures where days = 1 and ${ofDays}
        union all
        select ${columns} from unnest(${spans.map((span) => span.days)}::smallint[], ${spans.map((span) => span.day)}::date[])
          span(of_days, first_day)
        join day_figures on days = of_days and day = first_day
          and station_id = any(${stations}) and dimension in ('route', 'channel', 'partner')
        union all
        select ${columns} from figures_pending where ${ofDays} or station_id = any(${stations})
          and dimension <> 'all' and day between ${days.from}::date and ${days.to}::date
      ) kept
      group by 1, 2, 3, 4
    ) f
    left join routes r on f.dimension = 'route' and r.id = case when f.dimension = 'route' then f.member::uuid end
    left join partners p on f.dimension = 'partner' and p.id = case when f.dimension = 'partner' then f.member::uuid end`.execute(
    reader,
  )
  return rows
}

/** Returns the next departures between two instants, and overdue ones that have not left. */
export async function readDepartures(
  reader: Reader,
  { since, now, until }: Record<'since' | 'now' | 'until', string>,
  stationId?: string,
): Promise<DashboardDeparture[]> {
  const calls = stationId
    ? sql`(select c.journey_id, c.planned_depart as leaves, s.timezone
        from journey_calls c join stations s on s.id = c.station_id
        where (s.id = ${stationId} or s.parent_station_id = ${stationId}) and c.pickup_type <> 'none'
          and c.planned_depart >= ${since} and c.planned_depart < ${until})`
    : sql`(select id as journey_id, departs_at as leaves, timezone from journeys
        where departs_at >= ${since} and departs_at < ${until})`
  const { rows } = await sql<DashboardDeparture>`
    select j.id as journey_id, j.code, r.name as route_name, d.name as destination_name, c.leaves as departs_at,
      c.timezone, j.delay_min, j.service_status, j.capacity, j.peak_load as load, v.registration_plate as plate,
      coalesce(p.trading_name, p.legal_name) as operated_by
    from ${calls} c
    join journeys j on j.id = c.journey_id
    join routes r on r.id = j.route_id
    join stations d on d.id = j.destination_station_id
    left join vehicles v on v.id = j.vehicle_id
    left join partners p on p.id = j.operated_by_partner_id
    where j.kind = 'passenger' and j.service_status <> 'draft' and (
      c.leaves + j.delay_min * interval '1 minute' >= ${now} and j.service_status <> 'completed'
      or j.service_status = 'boarding')
    order by c.leaves, j.id limit ${DASHBOARD_DEPARTURES}`.execute(reader)
  return rows
}

export interface TakingsRow {
  currency: string
  method: (typeof TAKEN_BY)[number]
  taken_minor: number
  refunded_minor: number
}

/** Returns payments and refunds from one instant to before another. */
export async function readTakings(reader: Reader, from: string, to: string): Promise<TakingsRow[]> {
  const sumOf = (direction: PaymentDirection) =>
    sql`coalesce(sum(amount_minor) filter (where direction = ${direction}), 0)::bigint`
  const { rows } = await sql<TakingsRow>`
    select currency, method, ${sumOf('payment')} as taken_minor, ${sumOf('refund')} as refunded_minor
    from payments
    where posted_at >= ${from} and posted_at < ${to} and method = any(${[...TAKEN_BY]}::text[])
    group by currency, method`.execute(reader)
  return rows
}

export interface OwedRow {
  currency: string
  age: OwedAge
  reservations: number
  amount_minor: number
}

/** Returns what customers owe now, by the time since travel. */
export async function readOwed(reader: Reader, { now, week, month }: OwedBounds): Promise<OwedRow[]> {
  const { rows } = await sql<OwedRow>`
    select t.currency, case when t.travel_at >= ${now} then 'ahead' when t.travel_at >= ${week} then 'week'
        when t.travel_at >= ${month} then 'month' else 'older' end as age,
      count(*)::int as reservations, sum(${OPEN_AMOUNT})::bigint as amount_minor
    from reservations t where t.environment = 'live' and t.travel_at is not null and ${isOwed()}
    group by 1, 2`.execute(reader)
  return rows
}

/** Returns whether each of the first steps is done, derived from the data; null if the user has hidden them. */
export async function readFirstSteps(reader: Reader, userId: string): Promise<Record<FirstStep, boolean> | null> {
  const any = (table: string) => sql`exists (select from ${sql.table(table)})`
  const { rows } = await sql<Record<FirstStep, boolean> & { hidden: boolean }>`
    select first_steps_hidden_at is not null as hidden,
      (select version > 1 or name <> 'Wayline' from company) as company,
      (select count(*) = 2 from (select from stations limit 2) s) as stations,
      ${any('vehicle_types')} as vehicle_type, ${any('vehicles')} as vehicle,
      exists (select from routes where status = 'active') as route, ${any('journeys')} as journeys,
      ${any('fares')} as fares,
      exists (select from reservations where status not in ('on_hold', 'expired')) as reservation
    from users where id = ${userId}`.execute(reader)
  const [{ hidden, ...steps } = { hidden: true }] = rows
  return hidden ? null : (steps as Record<FirstStep, boolean>)
}

/** @param hiddenAt RFC 3339; null shows the steps again */
export async function writeFirstStepsHidden(db: Db, userId: string, hiddenAt: string | null): Promise<void> {
  await sql`update users set first_steps_hidden_at = ${hiddenAt} where id = ${userId}`.execute(db)
}

/** Adds pending changes to the stored figures. Any number of processes may call it concurrently. */
export async function foldFigures(db: Db): Promise<void> {
  await sql`select fold_figures()`.execute(db)
}
