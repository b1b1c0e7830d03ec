import { sql, type RawBuilder } from 'kysely'
import type { Journey, JourneyCall, JourneyLeg } from '../../../../../contract/entities/journey'
import type { BookingRule, Route } from '../../../../../contract/entities/route'
import type { I18nText } from '../../../../../contract/core/scalars'
import { groupBy } from '../../../../domain/group-by'
import { setAsideFor, type SetAside } from '../../../../kernel/set-aside'
import type { Reader } from '../../../../db/transaction'

export type SoldCall = JourneyCall & { station_code: string; station_name: string; name: I18nText; timezone: string }

/** A journey with the data for a partner's sale, read without locks. */
export interface JourneyOnSale extends Pick<
  Journey,
  'id' | 'code' | 'kind' | 'route_id' | 'service_date' | 'sales_status' | 'service_status' | 'vehicle_type_id'
> {
  capacity: number
  route_code: string
  route_name: I18nText
  service_kind: Route['service_kind']
  booking_rule: BookingRule | null
  calls: ReadonlyMap<number, SoldCall>
  seats: JourneyLeg[]
  /** Seats set aside for other partners, by `leg_seq`. */
  setAside: SetAside
}

/** A journey with the segment between two stops. */
export interface SegmentOnSale {
  journey: JourneyOnSale
  board_seq: number
  alight_seq: number
}

/** Returns the station with this id or code and its platforms, each with its time zone; empty when there is none. */
export async function stationsNamed(reader: Reader, name: string): Promise<{ id: string; timezone: string }[]> {
  const { rows } = await sql<{ id: string; timezone: string }>`
    select s.id, s.timezone from stations s
    where s.status = 'active' and (
      s.id::text = ${name.toLowerCase()} or s.code = ${name.toUpperCase()}
      or s.parent_station_id in (
        select p.id from stations p where p.id::text = ${name.toLowerCase()} or p.code = ${name.toUpperCase()}))
    order by s.parent_station_id nulls first, s.id`.execute(reader)
  return rows
}

export interface Question {
  origins: readonly string[]
  destinations: readonly string[]
  /** Days of departure, `YYYY-MM-DD`, both included, in a time zone; omitted = any. */
  days?: { from: string; to: string; timezone: string }
  /** Omitted = any. */
  journeyIds?: readonly string[]
  /** Allowed routes; empty = all. */
  routeIds: readonly string[]
}

/** A segment with the id of its journey. */
interface FoundSegment {
  journey_id: string
  board_seq: number
  alight_seq: number
}

/** Returns the shortest segment from an origin to a destination of each journey on sale, by the id of the journey. */
export async function findSegments(
  reader: Reader,
  { origins, destinations, days, journeyIds, routeIds }: Question,
): Promise<FoundSegment[]> {
  const onDays = days
    ? sql`and b.planned_depart >= ${days.from}::date::timestamp at time zone ${days.timezone}
      and b.planned_depart < (${days.to}::date + 1)::timestamp at time zone ${days.timezone}`
    : sql``
  const named = journeyIds ? sql`and j.id = any(${[...journeyIds]}::uuid[])` : sql``
  const { rows } = await sql<FoundSegment>`
    select distinct on (j.id) j.id as journey_id, b.seq as board_seq, a.seq as alight_seq
    from journey_calls b
    join journeys j on j.id = b.journey_id
    join lateral (
      select min(c.seq) as seq from journey_calls c
      where c.journey_id = b.journey_id and c.seq > b.seq and c.station_id = any(${[...destinations]}::uuid[])
        and c.drop_off_type <> 'none'
    ) a on a.seq is not null
    where b.station_id = any(${[...origins]}::uuid[]) and b.pickup_type <> 'none'
      ${onDays} ${named}
      and j.kind = 'passenger' and j.sales_status = 'open' and j.service_status in ('scheduled', 'boarding')
      and (${routeIds.length === 0} or j.route_id = any(${[...routeIds]}::uuid[]))
    order by j.id, b.seq desc`.execute(reader)
  return rows
}

/** Journeys per page; reading thousands of them with their calls at once would block the event loop. */
const JOURNEYS_PER_PAGE = 500

/** Yields segments in pages, each journey with its calls, counters and allotments. */
export async function* readSegments(
  reader: Reader,
  found: readonly FoundSegment[],
  sale: { partnerId: string; now: Date },
): AsyncGenerator<SegmentOnSale[]> {
  for (let start = 0; start < found.length; start += JOURNEYS_PER_PAGE) {
    const page = found.slice(start, start + JOURNEYS_PER_PAGE)
    const ids = page.map(({ journey_id }) => journey_id)
    const journeys = await readJourneys(reader, ids, sale)
    yield page.flatMap(({ journey_id, ...segment }) => {
      const journey = journeys.get(journey_id)
      return journey ? [{ journey, ...segment }] : []
    })
  }
}

/** Returns journeys with calls, counters and allotments, by id. */
export async function readJourneys(
  reader: Reader,
  journeyIds: readonly string[],
  sale: { partnerId: string; now: Date },
): Promise<Map<string, JourneyOnSale>> {
  const ids = [...new Set(journeyIds)]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<JourneyOnSale, 'calls' | 'seats' | 'setAside'>>`
    select j.id, j.code, j.kind, j.route_id, j.service_date, j.sales_status, j.service_status, j.capacity,
      coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id,
      r.code as route_code, r.name as route_name, r.service_kind, r.booking_rule
    from journeys j join routes r on r.id = j.route_id left join vehicles v on v.id = j.vehicle_id
    where j.id = any(${ids}::uuid[])`.execute(reader)
  const calls = grouped(
    await ofJourneys<SoldCall>(
      reader,
      ids,
      sql`select c.*, s.code as station_code, s.name, s.name->>'en' as station_name, s.timezone
        from journey_calls c join stations s on s.id = c.station_id`,
      sql`c.journey_id, c.seq`,
    ),
  )
  const seats = grouped(
    await ofJourneys<JourneyLeg>(
      reader,
      ids,
      sql`select c.journey_id, c.leg_seq, c.capacity, c.overbooking_allowance, c.confirmed, c.held from journey_legs c`,
      sql`c.journey_id, c.leg_seq`,
    ),
  )
  const setAside = await setAsideFor(reader, ids, sale)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        calls: new Map((calls.get(row.id) ?? []).map((call) => [call.seq, call])),
        seats: seats.get(row.id) ?? [],
        setAside: setAside.get(row.id) ?? new Map(),
      },
    ]),
  )
}

type OfJourney<T> = T & { journey_id: string }

async function ofJourneys<T>(
  reader: Reader,
  ids: string[],
  select: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<OfJourney<T>[]> {
  const query = sql<OfJourney<T>>`${select} where c.journey_id = any(${ids}::uuid[]) order by ${order}`
  return (await query.execute(reader)).rows
}

function grouped<T>(rows: readonly OfJourney<T>[]): Map<string, OfJourney<T>[]> {
  return groupBy(rows, ({ journey_id }) => journey_id)
}
