import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import type { Season } from '../../../../contract/entities/season'
import type { GeneratedJourney, generateJourneys } from '../../../../contract/journey-operations'
import { GENERATE_MAX_JOURNEYS } from '../../../../contract/limits'
import { audit } from '../../../db/audit'
import type { Tx } from '../../../db/transaction'
import { plannedCalls } from '../../../domain/journeys/calls'
import { isClockChange, serviceDaysOf } from '../../../domain/journeys/generation'
import { daysBetween } from '../../../domain/timetable/calendar'
import { journeyCode } from '../../../domain/timetable/journey-code'
import type { Context } from '../../../http/context'
import { invalid } from '../../../http/refusal'
import { lockPattern, timesOf, type LockedPattern } from './plan'

type Wish = z.output<NonNullable<typeof generateJourneys.body>>
type Answer = z.output<NonNullable<typeof generateJourneys.ok.schema>>

const AT_ONCE = 200
const MAX_SPAN_DAYS = 400

/** Makes the departures of a pattern that are not there yet. @throws Refusal when there are too many, or none */
export async function generate(tx: Tx, wish: Wish, context: Context): Promise<Answer> {
  if (daysBetween(wish.from, wish.to) < 1)
    throw invalid([{ path: 'to', message: 'The last day lies before the first: choose a later one.' }])
  if (daysBetween(wish.from, wish.to) > MAX_SPAN_DAYS)
    throw invalid([{ path: 'to', message: `Choose at most ${MAX_SPAN_DAYS} days at once.` }])
  const pattern = await lockPattern(tx, wish.route_id)
  const { from, to, weekdays, except_dates: exceptDates } = wish
  const days = serviceDaysOf({ from, to, weekdays, exceptDates, season: await seasonOf(tx, wish.season_id) })
  const count = days.length * wish.departure_times.length
  if (count > GENERATE_MAX_JOURNEYS)
    throw invalid([{ path: 'to', message: `That is ${count} departures; ${GENERATE_MAX_JOURNEYS} are made at once.` }])
  const zone = pattern.origin.timezone
  const planned = days.flatMap((day) =>
    wish.departure_times.toSorted().map((time) => ({
      service_date: day,
      departure_time: time,
      code: journeyCode(pattern.route.code, day, time),
      departs_at: timesOf(pattern.route.code, pattern.stops, day, time, zone).departsAt,
      is_clock_change: isClockChange(day, zone),
    })),
  )
  const known = await knownCodes(
    tx,
    planned.map((journey) => journey.code),
  )
  const journeys = planned.map((journey) => ({ ...journey, is_duplicate: known.has(journey.code) }))
  const fresh = journeys.filter((journey) => !journey.is_duplicate)
  const seats = await seatsOf(tx, wish)
  for (let start = 0; start < fresh.length; start += AT_ONCE)
    await write(
      tx,
      fresh.slice(start, start + AT_ONCE),
      { ...wish, capacity: wish.capacity ?? seats },
      pattern,
      context,
    )
  return {
    created: fresh.length,
    duplicates: journeys.length - fresh.length,
    journeys,
    notes: notesOf(journeys, zone),
  }
}

function notesOf(journeys: readonly GeneratedJourney[], zone: string): string[] {
  if (journeys.length === 0) return ['No day in this span fits the pattern.']
  const changes = [...new Set(journeys.filter((j) => j.is_clock_change).map((j) => j.service_date))]
  return changes.map(
    (day) => `The clock in ${zone} changes on ${day}: times count from noon less 12 hours, as in every timetable.`,
  )
}

async function knownCodes(tx: Tx, codes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from journeys where code = any(${codes}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.code))
}

async function seasonOf(tx: Tx, id: string | null): Promise<Season | null> {
  if (id === null) return null
  const { rows } = await sql<Season>`
    select date_ranges, excluded_dates, weekdays from seasons where id = ${id}`.execute(tx)
  const [season] = rows
  if (!season)
    throw invalid(
      [{ path: 'season_id', message: 'This season does not exist. Choose one from the list.' }],
      'unknown_reference',
    )
  return season
}

async function seatsOf(tx: Tx, { vehicle_type_id, capacity }: Wish): Promise<number> {
  const type = await tx.selectFrom('vehicle_types').select('seats').where('id', '=', vehicle_type_id).executeTakeFirst()
  if (!type)
    throw invalid(
      [{ path: 'vehicle_type_id', message: 'This vehicle type does not exist. Choose one from the list.' }],
      'unknown_reference',
    )
  if (capacity !== null && capacity > type.seats)
    throw invalid([{ path: 'capacity', message: `There are ${type.seats} seats: choose a capacity up to that.` }])
  return type.seats
}

async function write(
  tx: Tx,
  fresh: readonly GeneratedJourney[],
  wish: Wish & { capacity: number },
  { route, stops, origin, destination }: LockedPattern,
  context: Context,
): Promise<void> {
  const { vehicle_type_id, kind, service_status, sales_status, capacity } = wish
  const rows = fresh.map(({ service_date, departure_time, code, departs_at }) => ({
    id: uuidv7(),
    code,
    route_id: route.id,
    pattern_version: route.pattern_version,
    service_date,
    departure_time,
    departs_at,
    arrives_at: timesOf(route.code, stops, service_date, departure_time, origin.timezone).arrivesAt,
    timezone: origin.timezone,
    origin_station_id: origin.station_id,
    destination_station_id: destination.station_id,
    call_count: stops.length,
    vehicle_type_id,
    kind,
    service_status,
    sales_status,
    capacity,
  }))
  await tx.insertInto('journeys').values(rows).execute()
  const calls = rows.flatMap((row) =>
    plannedCalls(stops, row.departs_at).map((call, index) => ({
      ...call,
      journey_id: row.id,
      platform: stops[index]?.platform_code ?? null,
    })),
  )
  for (let start = 0; start < calls.length; start += AT_ONCE * 5)
    await tx
      .insertInto('journey_calls')
      .values(calls.slice(start, start + AT_ONCE * 5))
      .execute()
  await sql`
    insert into journey_legs (journey_id, leg_seq, capacity)
    select journey_id, seq, ${capacity} from journey_calls
    where journey_id = any(${rows.map((row) => row.id)}::uuid[]) and seq < ${stops.length}`.execute(tx)
  for (const { id, code, service_date, departure_time } of rows)
    await audit(tx, context, {
      action: 'journeys.created',
      entity: { type: 'journeys', id, label: code },
      changes: [
        { field: 'service_date', old: null, new: service_date },
        { field: 'departure_time', old: null, new: departure_time },
      ],
      reason: 'Generated from the route',
    })
}
