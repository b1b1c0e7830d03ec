import { sentence } from '../../../../contract/core/sentence'
import type { Season } from '../../../../contract/entities/season'
import type { GeneratedJourney, Generation, GenerationRequest } from '../../../../contract/operations/journeys'
import { GENERATE_MAX_JOURNEYS } from '../../../../contract/core/limits/dispatch'
import { audit } from '../../../kernel/audit'
import type { Tx } from '../../../db/transaction'
import { limitAfter } from '../../../domain/journeys/capacity'
import { isClockChange, serviceDaysOf } from '../../../domain/journeys/generation'
import { daysBetween } from '../../../domain/timetable/calendar'
import { journeyCode } from '../../../domain/timetable/journey-code'
import { serviceDateIssues } from '../../../domain/timetable/service-dates'
import { admit } from '../../../http/admit'
import type { Context } from '../../../kernel/context'
import { mapInSlices } from '../../../kernel/slices'
import { Refusal, invalid, invalidAt, unknownReference } from '../../../http/refusal'
import { holdType, type TypeRow } from '../repository/assignment'
import { findByCode, findSeason, insertJourney, knownCodes } from '../repository/plan'
import { lockPattern, timesOf, type LockedPattern } from './plan'

const MAX_SPAN_DAYS = 400
/** A slice takes about ten milliseconds, because each departure needs several conversions between time zones. */
const DEPARTURES_PER_SLICE = 50

/** Returns the departures of a pattern, including those that exist already. @throws Refusal when there are too many */
export async function previewOf(tx: Tx, request: GenerationRequest, now: Date): Promise<Generation> {
  const issues = [...serviceDateIssues('from', request.from, now), ...serviceDateIssues('to', request.to, now)]
  if (issues.length > 0) throw invalid(issues)
  if (daysBetween(request.from, request.to) < 1)
    throw invalidAt('to', sentence`The last day is before the first: choose a later one.`)
  if (daysBetween(request.from, request.to) > MAX_SPAN_DAYS)
    throw invalidAt('to', sentence`Choose at most ${MAX_SPAN_DAYS} days at once.`)
  const pattern = await lockPattern(tx, request.route_id)
  const times = await timesToPlan(tx, request)
  const count = times.days.length * times.times.length
  if (count > GENERATE_MAX_JOURNEYS)
    throw invalidAt(
      'to',
      sentence`This would create ${count} departures; at most ${GENERATE_MAX_JOURNEYS} are created at once. Choose fewer days.`,
    )
  const plan = (departure: Departure) => planDeparture(departure, pattern)
  const planned = await mapInSlices(departuresAt(times, pattern), plan, DEPARTURES_PER_SLICE)
  await typeOf(tx, request)
  const known = await knownCodes(
    tx,
    planned.map((journey) => journey.code),
  )
  const journeys = planned.map((journey) => ({ ...journey, is_duplicate: known.has(journey.code) }))
  const duplicates = journeys.filter((journey) => journey.is_duplicate).length
  return {
    created: journeys.length - duplicates,
    duplicates,
    journeys,
    notes: notesOf(journeys, pattern.origin.timezone),
  }
}

interface Made {
  id: string | null
  isNew: boolean
}

/**
 * Returns a function that creates one departure of a pattern by its code and leaves an existing one unchanged.
 * @throws Refusal when the route accepts no departures
 */
export async function generating(
  tx: Tx,
  request: GenerationRequest,
): Promise<(inner: Tx, code: string, context: Context) => Promise<Made>> {
  const pattern = await lockPattern(tx, request.route_id)
  const departures = departuresAt(await timesToPlan(tx, request), pattern)
  const departureByCode = new Map(departures.map((departure) => [departure.code, departure]))
  const type = await typeOf(tx, request)
  return async (inner, code, context) => {
    admit(context.actor, 'create', 'journeys')
    const known = await findByCode(inner, code)
    if (known) return { id: known.id, isNew: false }
    const departure = departureByCode.get(code)
    if (!departure)
      throw new Refusal('invalid_state', sentence`The route or the season has changed since. Generate again.`)
    const journey = planDeparture(departure, pattern)
    return { id: await write(inner, journey, { ...request, type }, pattern, context), isNew: true }
  }
}

type Planned = Omit<GeneratedJourney, 'is_duplicate'>
type Departure = Pick<Planned, 'service_date' | 'departure_time' | 'code'>

interface TimesToPlan {
  /** Service days. */
  days: string[]
  /** Departure times on each of the days, sorted. */
  times: string[]
}

async function timesToPlan(tx: Tx, request: GenerationRequest): Promise<TimesToPlan> {
  const { from, to, weekdays, except_dates: exceptDates } = request
  const days = serviceDaysOf({ from, to, weekdays, exceptDates, season: await seasonOf(tx, request.season_id) })
  return { days, times: request.departure_times.toSorted() }
}

/** Returns the departures of a pattern without their instants. */
const departuresAt = ({ days, times }: TimesToPlan, { route }: LockedPattern): Departure[] =>
  days.flatMap((day) =>
    times.map((time) => ({ service_date: day, departure_time: time, code: journeyCode(route.code, day, time) })),
  )

/** @throws Refusal when the departure and the arrival are the same minute */
function planDeparture(departure: Departure, { route, stops, origin: { timezone } }: LockedPattern): Planned {
  const { service_date: day, departure_time: time } = departure
  const { departsAt, arrivesAt } = timesOf(route.code, stops, day, time, timezone)
  return {
    ...departure,
    departs_at: departsAt,
    arrives_at: arrivesAt,
    timezone,
    is_clock_change: isClockChange(day, [departsAt, arrivesAt], timezone),
  }
}

function notesOf(journeys: readonly GeneratedJourney[], zone: string): string[] {
  if (journeys.length === 0) return ['No day in this period matches the pattern. Change the dates or the weekdays.']
  const counts = new Map<string, number>()
  for (const { is_clock_change, service_date: day } of journeys)
    if (is_clock_change) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].map(
    ([day, count]) =>
      `The clock in ${zone} changes around the service day ${day}: it shows other times than the timetable for ${count} of its departures, or shows them twice.`,
  )
}

async function seasonOf(tx: Tx, id: string | null): Promise<Season | null> {
  if (id === null) return null
  const season = await findSeason(tx, id)
  if (!season) throw unknownReference('season_id', 'season')
  return season
}

async function typeOf(tx: Tx, { vehicle_type_id, capacity }: GenerationRequest): Promise<TypeRow> {
  const type = await holdType(tx, vehicle_type_id)
  if (!type) throw unknownReference('vehicle_type_id', 'vehicle_type')
  if (capacity !== null && capacity > type.seats)
    throw invalidAt('capacity', sentence`There are ${type.seats} seats: choose a capacity up to that.`)
  return type
}

async function write(
  tx: Tx,
  { service_date, departure_time, code, departs_at, arrives_at }: Planned,
  { vehicle_type_id, kind, service_status, sales_status, type, ...request }: GenerationRequest & { type: TypeRow },
  { route, stops, origin, destination }: LockedPattern,
  context: Context,
): Promise<string> {
  const { licence_categories: _, ...places } = type
  const capacity_limit = limitAfter(null, request.capacity, type.seats)
  const journey = {
    code,
    route_id: route.id,
    pattern_version: route.pattern_version,
    service_date,
    departure_time,
    departs_at,
    arrives_at,
    timezone: origin.timezone,
    origin_station_id: origin.station_id,
    destination_station_id: destination.station_id,
    vehicle_type_id,
    kind,
    service_status,
    sales_status,
    ...places,
    capacity_limit,
    capacity: capacity_limit ?? type.seats,
  }
  const id = await insertJourney(tx, journey, stops)
  await audit(tx, context, {
    action: 'journeys.created',
    entity: { type: 'journeys', id, label: code },
    changes: [
      { field: 'service_date', old: null, new: service_date },
      { field: 'departure_time', old: null, new: departure_time },
    ],
    reason: 'Generated from the route',
  })
  return id
}
