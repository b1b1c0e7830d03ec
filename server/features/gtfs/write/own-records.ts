import { STOP_ACCESS } from '../../../../contract/core/vocabulary'
import { serviceDayStart } from '../../../domain/timetable/service-time'
import { breathing } from '../breathe'
import { fingerprintOf } from '../plan/codes'
import type { FarePlan } from '../plan/fares'
import type { ImportPlan } from '../plan/import'
import { externalIdOf, type Run } from '../plan/runs'
import type { StationPlan, StationValues } from '../plan/stations'
import { adultFares, fareKey } from '../repository/fares'
import { deleteLinks, linksOf, NEVER_IMPORTED, saveLinks } from '../repository/links'
import { routesByCode } from '../repository/routes'
import { stationsByCode, stationsById, type StoredStation } from '../repository/stations'
import { readPassengerJourneys } from '../repository/timetable'
import type { Writing } from './writing'

interface Dates {
  from: string
  to: string
}

/** Ids of records by external id. */
type Ids = ReadonlyMap<string, string>

/** Days by which the service date of a journey may differ between the company's zone and that of an export. */
const ZONE_DAYS = 1
const DAY_MS = 86_400_000

/**
 * Returns the part of a feed exported by this company that differs from its records, and links the rest to them by code,
 * so that an unchanged export changes nothing. Cancelled journeys and drafts count as records too.
 */
export async function withoutOwnRecords(writing: Writing, plan: ImportPlan, dates: Dates): Promise<ImportPlan> {
  const stations = await linkStations(writing, plan.stations)
  const routeIds = await linkRoutes(writing, plan)
  const runs = await newRuns(writing, plan, { stationIds: stations.ids, routeIds }, dates)
  const patterns = new Set(runs.map((run) => run.trip.pattern))
  return {
    ...plan,
    stations: stations.plans,
    routes: plan.routes.map((route) => ({
      ...route,
      patterns: route.patterns.filter((pattern) => patterns.has(pattern)),
    })),
    fares: await newFares(writing, plan.fares, { stationIds: stations.ids, routeIds }),
    runs,
  }
}

async function linkStations(
  { tx, source }: Writing,
  plans: readonly StationPlan[],
): Promise<{ plans: StationPlan[]; ids: Ids }> {
  const externalIds = plans.map((plan) => plan.externalId)
  const byCode = await stationsByCode(tx, externalIds)
  const linked = await linksOf(tx, source, 'stations', externalIds)
  const ids = new Map([...linked].map(([externalId, { recordId }]) => [externalId, recordId]))
  for (const [code, id] of byCode) ids.set(code, id)
  await saveLinks(
    tx,
    source,
    'stations',
    [...ids].map(([externalId, recordId]) => ({ externalId, recordId, fingerprint: NEVER_IMPORTED })),
  )
  const current = await stationsById(tx, [...ids.values()])
  const parentCode = new Map([...ids].map(([externalId, id]) => [id, externalId]))
  return {
    ids,
    plans: plans.map((plan) => {
      const station = current.get(ids.get(plan.externalId) ?? '')
      if (!station) return plan
      const parent = station.parent_station_id === null ? null : (parentCode.get(station.parent_station_id) ?? null)
      return {
        ...plan,
        parentExternalId: plan.parentExternalId ?? parent,
        values: ownValues(plan, station),
      }
    }),
  }
}

/** An export does not contain the kind, and replaces missing values by those of the parent station or of the feed. */
function ownValues({ externalId, values }: StationPlan, station: StoredStation): StationValues {
  const { kind, timezone, wheelchair_boarding } = station
  const hasPosition = station.latitude !== null && station.longitude !== null
  const hasZone = values.zone_code !== null && (station.zone_code !== null || values.zone_code !== externalId)
  return {
    ...values,
    kind,
    timezone,
    wheelchair_boarding,
    ...(!hasPosition && { latitude: station.latitude, longitude: station.longitude }),
    ...(!hasZone && { zone_code: station.zone_code }),
  }
}

async function linkRoutes({ tx, source }: Writing, { routes }: ImportPlan): Promise<Ids> {
  const externalIds = routes.map((route) => route.externalId)
  const linked = await linksOf(tx, source, 'routes', externalIds)
  const ids = new Map([...linked].map(([externalId, { recordId }]) => [externalId, recordId]))
  for (const [code, id] of await routesByCode(tx, externalIds)) ids.set(code, id)
  await saveLinks(
    tx,
    source,
    'routes',
    [...ids].map(([externalId, recordId]) => ({ externalId, recordId, fingerprint: NEVER_IMPORTED })),
  )
  return ids
}

interface Linked {
  stationIds: Ids
  routeIds: Ids
}

/**
 * Returns the runs on the dates without an equal journey. One with the route and departure of another journey is linked to
 * it, so that the journey gets its times.
 */
async function newRuns(writing: Writing, plan: ImportPlan, linked: Linked, dates: Dates): Promise<Run[]> {
  const { tx, source, counts } = writing
  const journeys = await JourneyPool.read(tx, dates)
  const { timezone } = plan.feed.head
  const unmatched: { run: Run; dates: string[] }[] = []
  for await (const run of breathing(plan.runs)) {
    const calls = callsOf(run, plan, linked.stationIds)
    const routeId = linked.routeIds.get(run.trip.trip.route.id) ?? ''
    const open = run.trip.trip.dates.filter(
      (date) => !journeys.takeEqual(routeId, shifted(calls, dayStart(date, timezone) + run.shift)),
    )
    counts.journeys.unchanged += run.trip.trip.dates.length - open.length
    if (open.length > 0) unmatched.push({ run, dates: open })
  }
  await deleteLinks(tx, source, 'journeys')
  const retimed = unmatched.flatMap(({ run, dates: open }) =>
    open.flatMap((date) => {
      const routeId = linked.routeIds.get(run.trip.trip.route.id) ?? ''
      const recordId = journeys.takeDeparture(routeId, dayStart(date, timezone) + run.departure)
      return recordId === undefined
        ? []
        : [{ externalId: externalIdOf(run, date), recordId, fingerprint: NEVER_IMPORTED }]
    }),
  )
  await saveLinks(tx, source, 'journeys', retimed)
  return unmatched.map(({ run, dates: open }) => ({
    ...run,
    trip: { ...run.trip, trip: { ...run.trip.trip, dates: open } },
  }))
}

const dayStart = (date: string, timezone: string) => serviceDayStart(date, timezone) / 1000

/** Station, arrival, departure, pickup and drop-off of a call; times in seconds. */
type CallKey = [station: string, arrival: number, departure: number, pickup: number, dropOff: number]

const callsOf = ({ trip }: Run, { feed }: ImportPlan, stationIds: Ids): CallKey[] =>
  trip.calls.map(({ stop, arrival, departure, pickup, dropOff }) => [
    stationIds.get(feed.stops[stop]?.id ?? '') ?? '',
    arrival,
    departure,
    pickup,
    dropOff,
  ])

const shifted = (calls: readonly CallKey[], seconds: number): CallKey[] =>
  calls.map(([station, arrival, departure, ...access]) => [station, arrival + seconds, departure + seconds, ...access])

/** Journeys of the company, each of which is matched once. */
class JourneyPool {
  readonly #equal = new Map<string, string[]>()
  readonly #departing = new Map<string, string[]>()
  readonly #taken = new Set<string>()

  static async read(tx: Writing['tx'], { from, to }: Dates): Promise<JourneyPool> {
    const pool = new JourneyPool()
    for await (const { id, route_id: routeId, calls } of readPassengerJourneys(
      tx,
      daysFrom(from, -ZONE_DAYS),
      daysFrom(to, ZONE_DAYS),
    )) {
      const keys = calls.map((call): CallKey => [
        call.station_id,
        call.arrive_s,
        call.depart_s,
        STOP_ACCESS.indexOf(call.pickup_type),
        STOP_ACCESS.indexOf(call.drop_off_type),
      ])
      add(pool.#equal, equalKey(routeId, keys), id)
      add(pool.#departing, departureKey(routeId, calls[0]?.depart_s ?? 0), id)
    }
    return pool
  }

  /** Takes a journey with these calls; returns whether there is one. */
  takeEqual(routeId: string, calls: readonly CallKey[]): boolean {
    return this.#take(this.#equal.get(equalKey(routeId, calls))) !== undefined
  }

  /** Takes a journey with this departure. */
  takeDeparture(routeId: string, departsS: number): string | undefined {
    return this.#take(this.#departing.get(departureKey(routeId, departsS)))
  }

  #take(ids: readonly string[] = []): string | undefined {
    const id = ids.find((candidate) => !this.#taken.has(candidate))
    if (id !== undefined) this.#taken.add(id)
    return id
  }
}

const equalKey = (routeId: string, calls: readonly CallKey[]) => fingerprintOf([routeId, calls])
const departureKey = (routeId: string, departsS: number) => `${routeId} ${departsS}`
const daysFrom = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

function add(map: Map<string, string[]>, key: string, id: string): void {
  const known = map.get(key)
  if (known) known.push(id)
  else map.set(key, [id])
}

/** Returns the fares that no adult fare of the company equals. */
async function newFares(
  { tx, counts }: Writing,
  plans: readonly FarePlan[],
  { stationIds, routeIds }: Linked,
): Promise<FarePlan[]> {
  const known = await adultFares(tx, [...new Set(routeIds.values())])
  const prices = new Set(known.map((fare) => `${fareKey(fare)} ${fare.amount_minor} ${fare.currency}`))
  const fresh = plans.filter(({ route, pair, amountMinor, currency }) => {
    const key = fareKey({
      route_id: routeIds.get(route) ?? '',
      origin_station_id: pair ? (stationIds.get(pair.origin) ?? null) : null,
      destination_station_id: pair ? (stationIds.get(pair.destination) ?? null) : null,
    })
    return !prices.has(`${key} ${amountMinor} ${currency}`)
  })
  counts.fares.unchanged += plans.length - fresh.length
  return fresh
}
