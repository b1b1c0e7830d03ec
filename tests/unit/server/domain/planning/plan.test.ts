import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_SPACE } from '../../../../../server/domain/availability/space'
import { fewestChains } from '../../../../../server/domain/planning/chains'
import { planDrivers, type DriverJob, type PlanDriver } from '../../../../../server/domain/planning/drivers'
import { emptyRuns, fits, type PlanJob, type PlanVehicle } from '../../../../../server/domain/planning/jobs'
import { largestMatching } from '../../../../../server/domain/planning/matching'
import { planVehicles } from '../../../../../server/domain/planning/vehicles'
import { mostAtOnce } from '../../../../../server/domain/timetable/most-at-once'
import { finish } from '../../../../support/steps'

const MINUTE_MS = 60_000
const STATIONS = ['A', 'B', 'C']
const START = Date.parse('2030-05-20T00:00:00Z')
const PLACES = STATIONS.map((id, index) => ({ id, latitude: 35, longitude: 33 + index / 2 }))

const jobOf = (id: string, from: number, minutes: number, more: Partial<PlanJob> = {}): PlanJob => ({
  id,
  from: START + from * MINUTE_MS,
  to: START + (from + minutes) * MINUTE_MS,
  origin: 'A',
  destination: 'A',
  vehicleTypeId: 'coach',
  seatsTaken: 0,
  spaceTaken: NO_SPACE,
  capacity: 50,
  vehicleId: null,
  driverId: null,
  coDriverId: null,
  timezone: 'UTC',
  ...more,
})
const vehicleOf = (id: string, more: Partial<PlanVehicle> = {}): PlanVehicle => ({
  id,
  vehicleTypeId: 'coach',
  seats: 50,
  space: NO_SPACE,
  papersEndOn: null,
  turnaroundMin: 15,
  home: null,
  taken: [],
  ...more,
})

const someJobs = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 1_380 }),
      minutes: fc.integer({ min: 5, max: 180 }),
      origin: fc.constantFrom(...STATIONS),
      destination: fc.constantFrom(...STATIONS),
      vehicleTypeId: fc.constantFrom('coach', 'van'),
      seatsTaken: fc.integer({ min: 0, max: 20 }),
    }),
    { maxLength: 40 },
  )
  .map((jobs) =>
    jobs.map(({ from, minutes, ...more }, index) =>
      jobOf(`J${index}`, from, minutes, { ...more, capacity: more.vehicleTypeId === 'van' ? 20 : 50 }),
    ),
  )
const someVehicles = fc
  .array(fc.record({ isVan: fc.boolean(), away: fc.option(fc.integer({ min: 0, max: 1_000 })) }), { maxLength: 12 })
  .map((vehicles) =>
    vehicles.map(({ isVan, away }, index) =>
      vehicleOf(`V${String(index).padStart(2, '0')}`, {
        ...(isVan && { vehicleTypeId: 'van', seats: 20, turnaroundMin: 5 }),
        taken:
          away === null
            ? []
            : [
                {
                  from: START + away * MINUTE_MS,
                  to: START + (away + 90) * MINUTE_MS,
                  origin: null,
                  destination: null,
                },
              ],
      }),
    ),
  )

describe('largestMatching', () => {
  it('finds as many pairs as any other matching', () => {
    const graph = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(graph, (edges) => {
        const most = (left: number, used: ReadonlySet<number>): number =>
          left === edges.length
            ? 0
            : Math.max(
                most(left + 1, used),
                ...(edges[left] ?? [])
                  .filter((right) => !used.has(right))
                  .map((right) => 1 + most(left + 1, new Set([...used, right]))),
              )
        const pairs = finish(largestMatching(edges, 6))
        const taken = pairs.filter((right) => right >= 0)
        expect(new Set(taken).size).toBe(taken.length)
        for (const [left, right] of pairs.entries()) if (right >= 0) expect(edges[left]).toContain(right)
        expect(taken.length).toBe(most(0, new Set()))
      }),
    )
  })
})

describe('planVehicles', () => {
  const planned = (jobs: PlanJob[], vehicles: PlanVehicle[], areAllowed: boolean) => {
    const run = emptyRuns(PLACES, areAllowed)
    return { run, plan: finish(planVehicles(jobs, vehicles, run, START)) }
  }

  it('assigns no vehicle to two places, and leaves no job that a free vehicle fits', () => {
    fc.assert(
      fc.property(someJobs, someVehicles, fc.boolean(), (jobs, vehicles, areAllowed) => {
        const { run, plan } = planned(jobs, vehicles, areAllowed)
        expect(plan.assigned.size + plan.left.size).toBe(jobs.length)
        for (const vehicle of vehicles) {
          const spans = [
            ...vehicle.taken,
            ...jobs
              .filter((job) => plan.assigned.get(job.id) === vehicle.id)
              .map((job) => ({ ...job, to: job.to + vehicle.turnaroundMin * MINUTE_MS })),
          ].sort((a, b) => a.from - b.from)
          const follows = (a: (typeof spans)[number] | undefined, b: (typeof spans)[number] | undefined) => {
            if (!a || !b) return true
            const empty = run(a.destination, b.origin)
            return empty !== null && a.to + empty <= b.from
          }
          for (const [index, span] of spans.entries()) expect(follows(spans[index - 1], span)).toBe(true)
          for (const job of jobs) {
            if (plan.assigned.get(job.id) === vehicle.id) expect(fits(vehicle, job)).toBe(true)
            if (!plan.left.has(job.id) || !fits(vehicle, job)) continue
            const own = { ...job, to: job.to + vehicle.turnaroundMin * MINUTE_MS }
            const at = spans.filter(({ from }) => from < job.from).length
            expect(follows(spans[at - 1], own) && follows(own, spans[at])).toBe(false)
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('uses as few vehicles of one type as there are chains, which is never below the peak', () => {
    fc.assert(
      fc.property(someJobs, fc.boolean(), (varied, areAllowed) => {
        const jobs = varied.map((job) => ({ ...job, vehicleTypeId: 'coach', capacity: 50 }))
        const fleet = jobs.map((_, index) => vehicleOf(`V${String(index).padStart(2, '0')}`))
        const { run, plan } = planned(jobs, fleet, areAllowed)
        const needed = finish(fewestChains(jobs, fleet, run)).length
        expect(plan.left.size).toBe(0)
        expect(new Set(plan.assigned.values()).size).toBe(needed)
        const peak = mostAtOnce(jobs.map(({ from, to }) => ({ from, to: to + 15 * MINUTE_MS })))
        expect(needed).toBeGreaterThanOrEqual(peak)
      }),
    )
  })

  it('prefers vehicles that already run, and gives a reason for an unassigned job', () => {
    const vehicles = [
      vehicleOf('V1'),
      vehicleOf('V2', { taken: [] }),
      vehicleOf('V3', { seats: 20, vehicleTypeId: 'van' }),
    ]
    const span = { from: START + 60 * MINUTE_MS, to: START + 135 * MINUTE_MS, origin: 'A', destination: 'B' }
    const busy = [
      vehicles[0] as PlanVehicle,
      { ...(vehicles[1] as PlanVehicle), taken: [span] },
      vehicles[2] as PlanVehicle,
    ]
    const given = jobOf('given', 60, 60, { vehicleId: 'V2', destination: 'B' })
    const { plan } = planned(
      [given, jobOf('next', 150, 60, { origin: 'B' }), jobOf('huge', 150, 60, { seatsTaken: 60 })],
      busy,
      false,
    )
    expect([...plan.assigned]).toEqual([['next', 'V2']])
    expect([...plan.left]).toEqual([['huge', 'nothing_fits']])
  })
})

describe('planDrivers', () => {
  const driver = (id: string, more: Partial<PlanDriver> = {}): PlanDriver => ({
    id,
    licenceCategories: ['D'],
    licenceEndsOn: null,
    taken: [],
    max_daily_drive_min: 540,
    min_rest_min: 660,
    ...more,
  })
  const drive = (id: string, from: number, minutes: number, vehicle: string): DriverJob => ({
    ...jobOf(id, from, minutes),
    licenceCategories: ['D'],
    plannedVehicleId: vehicle,
  })

  it('keeps a driver with the vehicle until the limit of the day, and assigns no driver without licence or rest', () => {
    const jobs = [
      drive('1', 300, 240, 'V1'),
      drive('2', 320, 60, 'V2'),
      drive('3', 560, 240, 'V1'),
      drive('4', 820, 120, 'V1'),
      drive('5', 1_440 + 240, 60, 'V1'),
    ]
    const plan = finish(
      planDrivers(jobs, [
        driver('D1'),
        driver('D2'),
        driver('D3', { licenceCategories: ['B'] }),
        driver('D4', { licenceEndsOn: '2030-05-19' }),
      ]),
    )
    expect([...plan.assigned]).toEqual([
      ['1', 'D1'],
      ['2', 'D2'],
      ['3', 'D1'],
      ['4', 'D2'],
      ['5', 'D2'],
    ])
    expect(plan.left.size).toBe(0)
    const late = finish(planDrivers([drive('6', 1_300, 60, 'V1'), drive('7', 1_440 + 300, 60, 'V1')], [driver('D1')]))
    expect([...late.left]).toEqual([['7', 'nothing_free']])
  })

  it('assigns no driver two jobs at once', () => {
    fc.assert(
      fc.property(someJobs, fc.integer({ min: 0, max: 8 }), (jobs, count) => {
        const drivers = Array.from({ length: count }, (_, index) => driver(`D${index}`))
        const needs = jobs.map((job) => ({ ...job, licenceCategories: [], plannedVehicleId: null }))
        const { assigned, left } = finish(planDrivers(needs, drivers))
        expect(assigned.size + left.size).toBe(jobs.length)
        for (const { id } of drivers) {
          const own = jobs.filter((job) => assigned.get(job.id) === id).sort((a, b) => a.from - b.from)
          for (const [index, job] of own.entries()) expect(job.from).toBeGreaterThanOrEqual(own[index - 1]?.to ?? 0)
          const driven = own
            .filter(({ from }) => from < START + 1_440 * MINUTE_MS)
            .reduce((sum, job) => sum + job.to - job.from, 0)
          expect(driven).toBeLessThanOrEqual(540 * MINUTE_MS)
        }
      }),
    )
  })
})
