import { tripsFile } from '../read/files'
import { Fault, type Issues } from '../read/issues'
import type { PlannedTrip } from './routes'
import type { Run } from './runs'

/**
 * Warns of duplicate departures: the same stops at the same times on the same date, on one route or on two.
 * All are imported, because two vehicles may run; more often a feed contains one departure twice.
 */
export function warnOfDuplicates(runs: readonly Run[], issues: Issues): void {
  const pairs = new Map<PlannedTrip, Map<PlannedTrip, number>>()
  for (const alike of groupsOf(runs)) {
    const firstOn = new Map<string, PlannedTrip>()
    for (const { trip } of alike.toSorted((a, b) => a.trip.trip.line - b.trip.trip.line))
      for (const date of trip.trip.dates) {
        const first = firstOn.get(date)
        if (!first) firstOn.set(date, trip)
        else if (first !== trip) count(pairs, trip, first)
      }
  }
  const sorted = [...pairs].sort(([a], [b]) => a.trip.line - b.trip.line)
  for (const [{ trip }, others] of sorted)
    for (const [other, departures] of others)
      issues.warn(
        { file: tripsFile.name, line: trip.line, field: 'trip_id' },
        repeated({ trip, other: other.trip, departures }),
      )
}

/** Returns groups of at least two runs that differ only in dates and routes. */
function groupsOf(runs: readonly Run[]): Run[][] {
  // Groups by cheap values first, so that few runs need a key of all their calls.
  return grouped(runs, ({ trip: { calls }, departure, arrival }) =>
    [calls[0]?.stop, calls.at(-1)?.stop, calls.length, departure, arrival].join(' '),
  ).flatMap((some) => grouped(some, keyOf))
}

const keyOf = ({ trip: { calls }, shift }: Run) =>
  calls.map(({ stop, arrival, departure }) => [stop, arrival + shift, departure + shift].join(' ')).join(',')

function grouped(runs: readonly Run[], key: (run: Run) => string): Run[][] {
  const groups = new Map<string, Run[]>()
  for (const run of runs) {
    const name = key(run)
    const known = groups.get(name)
    if (known) known.push(run)
    else groups.set(name, [run])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

function count(pairs: Map<PlannedTrip, Map<PlannedTrip, number>>, trip: PlannedTrip, first: PlannedTrip): void {
  const known = pairs.get(trip) ?? new Map<PlannedTrip, number>()
  known.set(first, (known.get(first) ?? 0) + 1)
  pairs.set(trip, known)
}

const repeated = ({
  trip,
  other,
  departures,
}: {
  trip: PlannedTrip['trip']
  other: PlannedTrip['trip']
  departures: number
}) => {
  const values = {
    trip: trip.id,
    route: trip.route.shortName || trip.route.longName,
    other: other.id,
    other_line: other.line,
    other_route: other.route.shortName || other.route.longName,
    count: departures,
  }
  return new Fault(
    'departure_repeated',
    `Trip "${values.trip}" of route ${values.route} calls at the same stops at the same times as trip "${values.other}" of route ${values.other_route} (line ${values.other_line}), ${departures === 1 ? 'once' : `${departures} times`} on these dates. Both are imported.`,
    'Unless two vehicles run, remove one of them from the feed, or cancel its journeys.',
    values,
  )
}
