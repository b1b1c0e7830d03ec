import { describe, expect, it } from 'vitest'
import { NO_SPACE } from '../../../../../server/domain/availability/space'
import { fewestChains } from '../../../../../server/domain/planning/chains'
import { fleetFor, kindsFor } from '../../../../../server/domain/planning/fleet'
import { emptyRuns, type PlanJob } from '../../../../../server/domain/planning/jobs'
import { finish } from '../../../../support/steps'

const HOUR_MS = 3_600_000
const run = emptyRuns([], false)
const COACH = { vehicleTypeId: 'coach', seats: 50, space: NO_SPACE, turnaroundMin: 15 }
const VAN = { vehicleTypeId: 'van', seats: 8, space: NO_SPACE, turnaroundMin: 5 }
const TYPES = new Map([COACH, VAN].map((kind) => [kind.vehicleTypeId, kind]))

/** Creates a job of one hour that starts and ends at A. */
const jobOf = (id: string, hour: number, kind = COACH, more: Partial<PlanJob> = {}): PlanJob => ({
  id,
  from: hour * HOUR_MS,
  to: (hour + 0.75) * HOUR_MS,
  origin: 'A',
  destination: 'A',
  vehicleTypeId: kind.vehicleTypeId,
  seatsTaken: 0,
  spaceTaken: NO_SPACE,
  capacity: kind.seats,
  vehicleId: null,
  driverId: null,
  coDriverId: null,
  timezone: 'UTC',
  ...more,
})

function needs(jobs: PlanJob[], fleet: (typeof COACH)[] = []) {
  const kinds = finish(kindsFor(jobs, fleet, TYPES))
  const chains = finish(fewestChains(jobs, kinds, run))
  return { chains: chains.length, fleet: Object.fromEntries(finish(fleetFor(chains, kinds))) }
}

describe('the vehicles that a timetable needs', () => {
  it('are the minimum when the company has none', () => {
    const day = Array.from({ length: 53 }, (_, index) => jobOf(`j${index}`, index % 18))
    expect(needs(day)).toEqual({ chains: 3, fleet: { coach: 3 } })
  })

  it('are counted by type, and a larger one may replace a smaller one', () => {
    expect(needs([jobOf('a', 8), jobOf('b', 8, VAN)])).toEqual({ chains: 2, fleet: { coach: 1, van: 1 } })
    expect(needs([jobOf('a', 8, VAN), jobOf('b', 9, COACH)])).toEqual({ chains: 1, fleet: { coach: 1 } })
  })

  it('are of the types of the fleet when they fit, and otherwise of the planned type', () => {
    const midi = { vehicleTypeId: 'midi', seats: 30, space: NO_SPACE, turnaroundMin: 15 }
    expect(needs([jobOf('a', 8, VAN), jobOf('b', 9, VAN)], [midi])).toEqual({ chains: 1, fleet: { midi: 1 } })
    expect(needs([jobOf('a', 8), jobOf('b', 9)], [midi])).toEqual({ chains: 1, fleet: { coach: 1 } })
  })

  it('are counted for parts of a chain when no type may run all of it', () => {
    const jobs = [jobOf('a', 8, VAN, { seatsTaken: 40, capacity: 60 }), jobOf('b', 9, COACH, { seatsTaken: 45 })]
    expect([...finish(fleetFor([jobs], [{ ...VAN, seats: 44 }, COACH]))]).toEqual([
      ['van', 1],
      ['coach', 1],
    ])
  })

  it('omit jobs that no type may run', () => {
    expect(needs([jobOf('a', 8, { vehicleTypeId: 'gone', seats: 90, space: NO_SPACE, turnaroundMin: 0 })])).toEqual({
      chains: 1,
      fleet: {},
    })
  })
})
