import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestTrips, type Call, type Question, type Run } from '../../../../../server/domain/connections/plan'
import { allTrips, faultOf, soonest } from '../../../../support/connections'

const MINUTE_MS = 60_000
const CHANGE_MS = 10 * MINUTE_MS

type Stop = readonly [station: string, arrives: number, departs?: number, more?: Partial<Call>]

/** Creates a run from stations and minutes. A platform is its station and a number: `B1` and `B2` belong to `B`. */
const run = (id: string, ...stops: Stop[]): Run => ({
  id,
  calls: stops.map(([station, arrives, departs = arrives, more]) => ({
    station,
    place: station.slice(0, 1),
    arrives: arrives * MINUTE_MS,
    departs: departs * MINUTE_MS,
    boards: true,
    alights: true,
    seats: 10,
    ...more,
  })),
})

const question = (from: string, to: string, more: Partial<Question> = {}): Question => ({
  origins: new Set([from]),
  destinations: new Set([to]),
  from: 0,
  before: 24 * 60 * MINUTE_MS,
  seats: 1,
  changesMax: 2,
  changeMs: () => CHANGE_MS,
  ...more,
})

function tripsOf(runs: readonly Run[], asked: Question) {
  const work = bestTrips(runs, asked)
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

const found = (runs: readonly Run[], asked: Question) =>
  tripsOf(runs, asked).map(({ departs, arrives, rides }) => [
    departs / MINUTE_MS,
    arrives / MINUTE_MS,
    rides.map((ride) => `${ride.run.id} ${ride.board}-${ride.alight}`).join(', '),
  ])

const FIRST = run('first', ['A', 0, 60], ['B', 100])

describe('trips with changes', () => {
  it('change no sooner than the minimum transfer time of the station', () => {
    const late = run('late', ['B', 110], ['C', 200])
    const soon = run('soon', ['B', 109], ['C', 150])
    expect(found([FIRST, soon, late], question('A', 'C'))).toEqual([[60, 200, 'first 0-1, late 0-1']])
    expect(found([FIRST, soon, late], question('A', 'C', { changeMs: () => 9 * MINUTE_MS }))).toEqual([
      [60, 150, 'first 0-1, soon 0-1'],
    ])
  })

  it('change at any platform of a station, and at no other station', () => {
    const first = run('first', ['A', 60], ['B1', 100])
    expect(found([first, run('on', ['B2', 110], ['C', 200])], question('A', 'C'))).toHaveLength(1)
    expect(found([first, run('on', ['D', 110], ['C', 200])], question('A', 'C'))).toEqual([])
    expect(found([first, run('on', ['B2', 110], ['C1', 200])], question('A', 'C'))).toEqual([])
  })

  it('are found beside the direct trip when they arrive sooner, and not otherwise', () => {
    const on = run('on', ['B', 120], ['C', 200])
    const slow = run('slow', ['A', 60], ['C', 220])
    expect(found([FIRST, on, slow], question('A', 'C'))).toEqual([
      [60, 200, 'first 0-1, on 0-1'],
      [60, 220, 'slow 0-1'],
    ])
    expect(found([FIRST, on, run('fast', ['A', 70], ['C', 200])], question('A', 'C'))).toEqual([[70, 200, 'fast 0-1']])
  })

  it('change twice at most', () => {
    const chain = [FIRST, run('b', ['B', 120], ['C', 130]), run('c', ['C', 140], ['D', 150])]
    expect(found(chain, question('A', 'D'))).toEqual([[60, 150, 'first 0-1, b 0-1, c 0-1']])
    expect(found([...chain, run('d', ['D', 160], ['E', 170])], question('A', 'E'))).toEqual([])
    expect(found(chain, question('A', 'D', { changesMax: 1 }))).toEqual([])
  })

  it('use departures with seats for the whole party, and any departure when no seats are required', () => {
    const full = run('full', ['B', 110, 110, { seats: 1 }], ['C', 150])
    const late = run('late', ['B', 130], ['C', 200])
    expect(found([FIRST, full, late], question('A', 'C', { seats: 2 }))).toEqual([[60, 200, 'first 0-1, late 0-1']])
    expect(found([FIRST, full, late], question('A', 'C', { seats: null }))).toEqual([[60, 150, 'first 0-1, full 0-1']])
  })

  it('board and alight only where that is allowed', () => {
    expect(found([FIRST, run('on', ['B', 110, 110, { boards: false }], ['C', 150])], question('A', 'C'))).toEqual([])
    const closed = run('first', ['A', 60], ['B', 100, 100, { alights: false }])
    expect(found([closed, run('on', ['B', 110], ['C', 150])], question('A', 'C'))).toEqual([])
  })

  it('start within the requested period, and end at any time', () => {
    const on = run('on', ['B', 2_000], ['C', 2_100])
    expect(found([FIRST, on], question('A', 'C', { from: 60 * MINUTE_MS, before: 61 * MINUTE_MS }))).toHaveLength(1)
    expect(found([FIRST, on], question('A', 'C', { from: 61 * MINUTE_MS }))).toEqual([])
    expect(found([FIRST, on], question('A', 'C', { before: 60 * MINUTE_MS }))).toEqual([])
  })
})

/** Small timetables, dense enough that runs overtake each other, fill up and pass a station twice. */
const timetable = fc
  .array(
    fc.array(
      fc.record({
        station: fc.constantFrom('A', 'B1', 'B2', 'C', 'D'),
        ride: fc.integer({ min: 0, max: 4 }),
        stay: fc.integer({ min: 0, max: 2 }),
        boards: fc.boolean(),
        alights: fc.boolean(),
        seats: fc.integer({ min: 1, max: 6 }),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    { minLength: 3, maxLength: 8, size: 'max' },
  )
  .chain((runs) =>
    fc.array(fc.integer({ min: 0, max: 12 }), { minLength: runs.length, maxLength: runs.length }).map((starts) =>
      runs.map((stops, index): Run => {
        let at = starts[index] ?? 0
        const calls = stops.map(({ station, ride, stay, boards, alights, seats }): Call => {
          const arrives = (at += ride)
          const departs = (at += stay)
          // Most stops allow boarding and alighting, because otherwise few trips would have a change.
          return {
            station,
            place: station.slice(0, 1),
            arrives,
            departs,
            boards: boards || stay > 0,
            alights: alights || ride > 1,
            seats,
          }
        })
        return { id: String(index), calls }
      }),
    ),
  )

describe('the best trips of any small timetable', () => {
  const asked = fc.record({
    from: fc.integer({ min: 0, max: 8 }),
    span: fc.integer({ min: 1, max: 16 }),
    seats: fc.option(fc.integer({ min: 0, max: 3 })),
    changesMax: fc.constantFrom(0, 1, 2, 2, 2),
    change: fc.integer({ min: 0, max: 3 }),
    changeAtB: fc.integer({ min: 0, max: 5 }),
    destination: fc.constantFrom('B1', 'C', 'D'),
  })
  type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never
  const toQuestion = ({ from, span, seats, changesMax, change, changeAtB, destination }: Asked) =>
    question('A', destination, {
      from,
      before: from + span,
      seats,
      changesMax,
      changeMs: (place) => (place === 'B' ? changeAtB : change),
    })

  it('arrive as soon as any that an exhaustive search finds, for each departure and number of changes', () => {
    let withChanges = 0
    fc.assert(
      fc.property(timetable, asked, (runs, wanted) => {
        const asks = toQuestion(wanted)
        const [best, all] = [tripsOf(runs, asks), allTrips(runs, asks)]
        if (best.some(({ rides }) => rides.length > 1)) withChanges += 1
        for (let from = asks.from; from < asks.before; from += 1)
          for (let changes = 0; changes <= asks.changesMax; changes += 1)
            expect(soonest(best, from, changes)).toBe(soonest(all, from, changes))
      }),
      { numRuns: 3_000 },
    )
    expect(withChanges).toBeGreaterThan(100)
  })

  it('are feasible as described, and none is dominated by another', () => {
    fc.assert(
      fc.property(timetable, asked, (runs, wanted) => {
        const asks = toQuestion(wanted)
        const best = tripsOf(runs, asks)
        expect(best.map((trip) => faultOf(trip, asks)).filter(Boolean)).toEqual([])
        for (const one of best)
          expect(
            best.filter(
              (other) =>
                other !== one &&
                other.departs >= one.departs &&
                other.arrives <= one.arrives &&
                other.rides.length <= one.rides.length,
            ),
          ).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })
})
