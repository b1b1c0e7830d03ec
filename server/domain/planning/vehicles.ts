import type { LEFT_REASONS } from '../../../contract/operations/dispatch-plan'
import { fewestChains } from './chains'
import { endDayOf, fits, type EmptyRun, type PlanJob, type PlanVehicle } from './jobs'
import { Line } from './line'
import type { Steps } from './steps'

/** Why a job is left without a vehicle or driver. */
export type LeftReason = (typeof LEFT_REASONS)[number]

export interface VehiclePlan {
  /** Vehicle by job. */
  assigned: Map<string, string>
  left: Map<string, LeftReason>
}

interface Candidate {
  vehicle: PlanVehicle
  line: Line
  isUsed: boolean
}

/**
 * Assigns a vehicle to each job without one. Each of the fewest chains of jobs gets the most suitable vehicle, in parts if
 * none can run all of it. A job is left without a vehicle only if no vehicle that fits is free.
 * @param since start of the plan; from then on a job starts where the previous one ended, or an empty run away
 */
export function* planVehicles(
  jobs: readonly PlanJob[],
  vehicles: readonly PlanVehicle[],
  emptyRun: EmptyRun,
  since: number,
): Steps<VehiclePlan> {
  const used = new Set(jobs.map((job) => job.vehicleId))
  const candidates = vehicles.map((vehicle): Candidate => ({
    vehicle,
    line: new Line(vehicle.taken, vehicle.turnaroundMin, emptyRun, since),
    isUsed: used.has(vehicle.id),
  }))
  const open = jobs.filter((job) => job.vehicleId === null)
  const assigned = new Map<string, string>()
  const single: PlanJob[] = []
  const chains = (yield* fewestChains(open, vehicles, emptyRun)).toSorted(
    (a, b) => b.length - a.length || (a[0]?.from ?? 0) - (b[0]?.from ?? 0),
  )
  for (const chain of chains)
    for (let rest = chain; rest.length > 0;) {
      const given = giveLongestPart(rest, candidates, assigned)
      if (given === 0 && rest[0]) single.push(rest[0])
      rest = rest.slice(Math.max(1, given))
      yield
    }
  const left = new Map<string, LeftReason>()
  for (const job of single.toSorted((a, b) => a.from - b.from)) {
    if (giveLongestPart([job], candidates, assigned) === 0)
      left.set(job.id, candidates.some(({ vehicle }) => mayRun(vehicle, job)) ? 'nothing_free' : 'nothing_fits')
    yield
  }
  return { assigned, left }
}

/** Whether a vehicle fits a job and its papers are valid until the job ends. */
const mayRun = (vehicle: PlanVehicle, job: PlanJob): boolean =>
  fits(vehicle, job) && (vehicle.papersEndOn === null || vehicle.papersEndOn >= endDayOf(job))

/** Assigns the first jobs of a chain, as many as one vehicle can run, to the most suitable vehicle. */
function giveLongestPart(
  chain: readonly PlanJob[],
  candidates: readonly Candidate[],
  assigned: Map<string, string>,
): number {
  let best: { candidate: Candidate; count: number } | null = null
  for (const candidate of candidates) {
    const count = admitted(chain, candidate)
    if (count === 0) continue
    if (!best || count > best.count || (count === best.count && suitsBetter(candidate, best.candidate, chain)))
      best = { candidate, count }
  }
  if (!best) return 0
  const { candidate, count } = best
  for (const job of chain.slice(0, count)) {
    candidate.line.add(job)
    assigned.set(job.id, candidate.vehicle.id)
  }
  candidate.isUsed = true
  return count
}

/** Returns how many of the first jobs of a chain a vehicle can run. */
function admitted(chain: readonly PlanJob[], { vehicle, line }: Candidate): number {
  let count = 0
  for (const job of chain) {
    if (!mayRun(vehicle, job) || !line.admits(job)) break
    line.add(job)
    count += 1
  }
  for (const job of chain.slice(0, count)) line.remove(job)
  return count
}

/** Prefers a vehicle in use, then one at the start of the chain, then the planned type, then fewer seats. */
function suitsBetter(a: Candidate, b: Candidate, chain: readonly PlanJob[]): boolean {
  const [first] = chain
  if (!first) return false
  const rank = ({ vehicle, line, isUsed }: Candidate) => [
    isUsed ? 0 : 1,
    (line.stationBefore(first) ?? vehicle.home) === first.origin ? 0 : 1,
    vehicle.vehicleTypeId === first.vehicleTypeId ? 0 : 1,
    vehicle.seats,
  ]
  const [mine, other] = [rank(a), rank(b)]
  for (const [index, value] of mine.entries()) if (value !== other[index]) return value < (other[index] ?? 0)
  return a.vehicle.id < b.vehicle.id
}
