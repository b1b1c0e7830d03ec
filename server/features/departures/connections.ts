import type { Connection } from '../../../contract/operations/connections'
import type { DeparturesQuery } from '../../../contract/operations/desk'
import {
  CONNECTIONS_MAX_ROWS,
  CONNECTION_CHANGES_MAX,
  CONNECTION_NEXT_DAY_H,
} from '../../../contract/core/limits/connections'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import type { Reader } from '../../db/transaction'
import { bestTrips, type Ride, type Run, type Trip } from '../../domain/connections/plan'
import { saleSpan } from '../../domain/reservations/sale'
import type { Context } from '../../kernel/context'
import { describeRides, seatsFor } from './describe'
import { resolveSearch } from './find'
import { readChangePlaces, readRidesOn, readRuns, setAsideFor, type ChangePlace, type StoredRun } from './repository'
import { hasOverride } from '../../http/overrides'
import { mapInSlices, runInTurns } from '../../kernel/slices'

/** Journeys that are prepared for the planner between two turns of the event loop. */
const RUNS_PER_SLICE = 500

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * Returns the connections of a day between two stations for a seller at the desk. Journeys on sale that day and in the
 * following night are read once, and planned in memory (`bestTrips`). @throws Refusal validation
 */
export async function findConnections(reader: Reader, query: DeparturesQuery, context: Context): Promise<Connection[]> {
  const search = await resolveSearch(reader, query)
  const before = Date.parse(search.before)
  const until = new Date(before + CONNECTION_NEXT_DAY_H * HOUR_MS).toISOString()
  const stored = await readRuns(reader, { after: search.after, until })
  const called = stored.flatMap(({ calls }) => calls.map(([station]) => station))
  const places = await readChangePlaces(reader, [...new Set(called)])
  const runs = await runsOnSale(reader, stored, places, context)
  const planning = bestTrips(runs, {
    origins: new Set(search.from),
    destinations: new Set(search.to),
    from: Date.parse(search.after),
    before,
    seats: seatsFor(query),
    changesMax: CONNECTION_CHANGES_MAX,
    changeMs: (place) => (places.get(place)?.connection_min ?? 0) * MINUTE_MS,
  })
  const trips = await runInTurns(planning)
  const withChanges = trips.filter(({ rides }) => rides.length > 1).slice(0, CONNECTIONS_MAX_ROWS)
  return withChanges.length === 0 ? [] : describeTrips(reader, query, withChanges, places, context)
}

/** Returns the journeys for the planner: where passengers may board now, and the seats left for the desk. */
async function runsOnSale(
  reader: Reader,
  stored: readonly StoredRun[],
  places: ReadonlyMap<string, ChangePlace>,
  context: Context,
): Promise<Run[]> {
  const now = context.now()
  const ignoresCutoff = hasOverride('sell_after_cutoff', context)
  const aside = await setAsideFor(
    reader,
    stored.map(({ id }) => id),
    { partnerId: null, now },
  )
  const runOf = ({ id, booking_rule, calls, left }: StoredRun): Run => {
    const isSold = (planned: number, foreseen: number) => {
      const { from, until } = saleSpan(ignoresCutoff ? null : booking_rule, { planned, foreseen })
      return from <= now.getTime() && until > now.getTime()
    }
    return {
      id,
      calls: calls.map(([station, arrives, departs, planned, foreseen, boards, alights], index) => ({
        station,
        place: places.get(station)?.place ?? station,
        arrives,
        departs,
        boards: boards && isSold(planned, foreseen),
        alights,
        seats: (left[index] ?? 0) - (aside.get(id)?.get(index + 1) ?? 0),
      })),
    }
  }
  return mapInSlices(stored, runOf, RUNS_PER_SLICE)
}

type Segment = Omit<ReservationLeg, 'direction'>

/** Calls and the legs between them are numbered from 1 in their order. */
const legOf = ({ run, board, alight }: Ride): Segment => ({
  journey_id: run.id,
  board_seq: board + 1,
  alight_seq: alight + 1,
})
const keyOf = ({ journey_id, board_seq, alight_seq }: Segment) => `${journey_id} ${board_seq} ${alight_seq}`

async function describeTrips(
  reader: Reader,
  query: DeparturesQuery,
  trips: readonly Trip[],
  places: ReadonlyMap<string, ChangePlace>,
  context: Context,
): Promise<Connection[]> {
  const legs = new Map(trips.flatMap(({ rides }) => rides.map(legOf)).map((leg) => [keyOf(leg), leg]))
  const rides = await readRidesOn(reader, [...legs.values()])
  const { departures, price } = await describeRides(reader, query, rides, context)
  const found = new Map(
    rides.map((ride, index) => [keyOf({ ...ride, journey_id: ride.id }), { ride, departure: departures[index] }]),
  )
  return trips.flatMap((trip): Connection[] => {
    const own = trip.rides.map((ride) => found.get(keyOf(legOf(ride))))
    const [ridden, tripDepartures] = [own.map((one) => one?.ride), own.map((one) => one?.departure)]
    // A journey with calls that changed between the two reads is found by the next search.
    if (!ridden.every((one) => one !== undefined) || !tripDepartures.every((one) => one !== undefined)) return []
    return [
      {
        legs: tripDepartures,
        changes: tripDepartures.slice(1).map((next, index) => {
          const reached = tripDepartures[index]
          const place = places.get(places.get(next.board_station_id)?.place ?? '')
          return {
            station_id: place?.id ?? next.board_station_id,
            name: place?.name ?? next.board_name,
            minutes: Math.round((Date.parse(next.departs_at) - Date.parse(reached?.arrives_at ?? '')) / MINUTE_MS),
          }
        }),
        seats_left: Math.min(...tripDepartures.map((departure) => departure.seats_left)),
        seats_needed: seatsFor(query),
        ...price(ridden),
      },
    ]
  })
}
