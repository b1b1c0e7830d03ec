import { describe, expect, test } from 'vitest'
import { NO_SPACE } from '../../../../../server/domain/availability/space'
import { fewestChains } from '../../../../../server/domain/planning/chains'
import { emptyRuns, type PlanJob, type PlanVehicle } from '../../../../../server/domain/planning/jobs'
import { planVehicles } from '../../../../../server/domain/planning/vehicles'
import { mostAtOnce } from '../../../../../server/domain/timetable/most-at-once'
import { planRoutes } from '../../../../../server/features/gtfs/plan/routes'
import { planRuns } from '../../../../../server/features/gtfs/plan/runs'
import { readFeed } from '../../../../../server/features/gtfs/read/feed'
import { Issues } from '../../../../../server/features/gtfs/read/issues'
import { publicFeed } from '../../../../support/feed/public-feeds'
import { finish } from '../../../../support/steps'

const DAY = '2015-06-22'
const hawaii = publicFeed('hawaii')

async function jobsOfDay(): Promise<PlanJob[]> {
  const feed = await readFeed(hawaii.path, new Issues(), { from: DAY, to: DAY })
  const runs = await planRuns(
    planRoutes(feed).trips,
    feed.stops.map((stop) => stop.id),
    feed.head.timezone,
  )
  return runs.map(({ externalId, trip: { calls }, departure, arrival }, index) => ({
    id: `${externalId} ${index}`,
    from: departure * 1_000,
    to: arrival * 1_000,
    origin: String(calls[0]?.stop),
    destination: String(calls.at(-1)?.stop),
    vehicleTypeId: 'bus',
    seatsTaken: 0,
    spaceTaken: NO_SPACE,
    capacity: 40,
    vehicleId: null,
    driverId: null,
    coDriverId: null,
    timezone: feed.head.timezone,
  }))
}

const fleet = (count: number, turnaroundMin: number): PlanVehicle[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `V${String(index).padStart(3, '0')}`,
    vehicleTypeId: 'bus',
    seats: 40,
    space: NO_SPACE,
    papersEndOn: null,
    turnaroundMin,
    home: null,
    taken: [],
  }))

describe.skipIf(!hawaii.isHere)('a Monday on the buses of Hawaii (hawaii.zip)', () => {
  test('has the minimum number of vehicles: the peak with empty runs, more without', async () => {
    const jobs = await jobsOfDay()
    expect(jobs).toHaveLength(200)
    expect(mostAtOnce(jobs)).toBe(31)
    // Without travel time and turnaround of empty runs, the peak alone determines the number of vehicles.
    const atOnce = fleet(60, 0)
    const nowhere = emptyRuns([], true)
    const teleport = (from: string | null, to: string | null) => nowhere(from, to) ?? 0
    expect(finish(fewestChains(jobs, atOnce, teleport))).toHaveLength(31)
    const free = finish(planVehicles(jobs, atOnce, teleport, 0))
    expect([new Set(free.assigned.values()).size, free.left.size]).toEqual([31, 0])

    const vehicles = fleet(200, 15)
    const stay = emptyRuns([], false)
    const needed = finish(fewestChains(jobs, vehicles, stay)).length
    const plan = finish(planVehicles(jobs, vehicles, stay, 0))
    expect([new Set(plan.assigned.values()).size, plan.left.size]).toEqual([needed, 0])
    expect(needed).toBeGreaterThan(31)
    // One vehicle fewer than needed leaves journeys unassigned.
    expect(finish(planVehicles(jobs, fleet(needed - 1, 15), stay, 0)).left.size).toBeGreaterThan(0)
  })
})
