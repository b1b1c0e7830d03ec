import { uuidv7 } from 'uuidv7'
import { STOP_ACCESS } from '../../../../contract/core/vocabulary'
import type { Tx } from '../../../db/transaction'
import { journeyCode } from '../../../domain/timetable/journey-code'
import { formatServiceTime, serviceDayStart } from '../../../domain/timetable/service-time'
import { isApproximate, type PlannedTrip } from '../plan/routes'
import type { Run } from '../plan/runs'
import { takenCodes, type JourneyRow, type JourneyTerms, type TripCall } from '../repository/journeys'
import type { WrittenRoute, WrittenRoutes } from './routes'

export interface Timetable {
  /** Sorted by departure, which determines the codes. */
  runs: readonly Run[]
  /** External ids by the stop index of calls. */
  stopIds: readonly string[]
  stationIds: ReadonlyMap<string, string>
  routes: WrittenRoutes
  terms: JourneyTerms
}

export interface Item {
  run: Run
  date: string
  externalId: string
}

/** Converts runs on dates to journey rows. */
export class JourneyRows {
  readonly #starts = new Map<string, number>()

  constructor(private readonly timetable: Timetable) {}

  routeOf({ trip }: Run): WrittenRoute | undefined {
    return this.timetable.routes.byExternalId.get(trip.trip.route.id)
  }

  /** Returns rows of new journeys with unused codes. */
  async create(tx: Tx, items: readonly Item[], tripNumbers: ReadonlyMap<PlannedTrip, number>): Promise<JourneyRow[]> {
    const codes = await this.#freeCodes(tx, items)
    return items.map((item, index) => this.row(item, uuidv7(), codes[index] ?? '', tripNumbers))
  }

  row({ run, date }: Item, id: string, code: string, tripNumbers: ReadonlyMap<PlannedTrip, number>): JourneyRow {
    const { calls, pattern } = run.trip
    const dayStartS = this.#dayStart(date)
    return {
      id,
      code,
      routeId: this.routeOf(run)?.id ?? '',
      patternVersion: this.timetable.routes.versionOf.get(pattern) ?? 1,
      serviceDate: date,
      departureTime: formatServiceTime(run.departure),
      trip: tripNumbers.get(run.trip) ?? 0,
      startS: dayStartS + run.shift,
      departsS: dayStartS + run.departure,
      arrivesS: dayStartS + run.arrival,
      originId: this.#station(calls[0]?.stop ?? 0),
      destinationId: this.#station(calls.at(-1)?.stop ?? 0),
      callCount: calls.length,
    }
  }

  /** Returns the calls of each trip once, and the number of each trip. */
  tripCalls(items: readonly Item[]): { calls: TripCall[]; tripNumbers: Map<PlannedTrip, number> } {
    const tripNumbers = new Map([...new Set(items.map((item) => item.run.trip))].map((trip, number) => [trip, number]))
    const calls = [...tripNumbers].flatMap(([planned, trip]) =>
      planned.calls.map((call, index): TripCall => ({
        trip,
        seq: index + 1,
        stationId: this.#station(call.stop),
        arrival: call.arrival,
        departure: call.departure,
        pickup: STOP_ACCESS[call.pickup] ?? 'regular',
        dropOff: STOP_ACCESS[call.dropOff] ?? 'regular',
        isApproximate: isApproximate(planned, index),
      })),
    )
    return { calls, tripNumbers }
  }

  /** Tries the code without a suffix for all, then `-2` for those with a code in use, and so on. */
  async #freeCodes(tx: Tx, items: readonly Item[]): Promise<string[]> {
    const codes: string[] = []
    const given = new Set<string>()
    let open = [...items.keys()]
    for (let ordinal = 1; open.length > 0; ordinal += 1) {
      const requested = new Map(open.map((index) => [index, this.#code(items[index], ordinal)]))
      const taken = await takenCodes(tx, [...requested.values()])
      open = open.filter((index) => {
        const code = requested.get(index) ?? ''
        if (taken.has(code) || given.has(code)) return true
        given.add(code)
        codes[index] = code
        return false
      })
    }
    return codes
  }

  #code(item: Item | undefined, ordinal: number): string {
    if (!item) return ''
    const route = this.routeOf(item.run)?.code ?? ''
    return journeyCode(route, item.date, formatServiceTime(item.run.departure), ordinal)
  }

  #dayStart(date: string): number {
    const start = this.#starts.get(date) ?? serviceDayStart(date, this.timetable.terms.timezone) / 1000
    this.#starts.set(date, start)
    return start
  }

  #station(stop: number): string {
    return this.timetable.stationIds.get(this.timetable.stopIds[stop] ?? '') ?? ''
  }
}
