import { dayOf, passedLimits, withDuty, workDays, type Duty, type Limits, type WorkDay } from '../journeys/driving'
import { utcText } from '../timetable/service-time'
import { endDayOf, type PlanJob, type Taken } from './jobs'
import { Line } from './line'
import type { Steps } from './steps'
import type { LeftReason } from './vehicles'

export interface PlanDriver extends Limits {
  id: string
  licenceCategories: readonly string[]
  /** Last day on which licence and medical certificate are valid; null = no expiry. */
  licenceEndsOn: string | null
  taken: readonly (Taken & { isDuty: boolean })[]
}

/** A job with the requirements for its driver. */
export interface DriverJob extends PlanJob {
  /** The driver needs one of these; empty = any licence. */
  licenceCategories: readonly string[]
  /** The vehicle that the plan assigns to it. */
  plannedVehicleId: string | null
}

export interface DriverPlan {
  /** Driver by job. */
  assigned: Map<string, string>
  left: Map<string, LeftReason>
}

class Candidate {
  readonly line: Line
  readonly #duties: Duty[]
  readonly #days = new Map<string, Map<string, WorkDay>>()

  constructor(readonly driver: PlanDriver) {
    this.line = new Line(driver.taken, 0, () => 0, Infinity)
    this.#duties = driver.taken.filter(({ isDuty }) => isDuty).map(asDuty)
  }

  daysIn(timezone: string): Map<string, WorkDay> {
    const days = this.#days.get(timezone) ?? workDays(this.#duties, timezone)
    this.#days.set(timezone, days)
    return days
  }

  take(job: PlanJob): void {
    const duty = asDuty(job)
    this.line.add(job)
    this.#duties.push(duty)
    // Recalculating the days of all duties for each job would take most of the time of a plan.
    for (const [timezone, days] of this.#days) {
      const day = dayOf(duty.from, timezone)
      days.set(day, withDuty(days.get(day), duty))
    }
  }
}

const asDuty = ({ from, to }: Pick<Taken, 'from' | 'to'>): Duty => ({ from: utcText(from), to: utcText(to) })

/**
 * Assigns a driver to each job without one, in order of time: first the last driver of its vehicle, then one who works that
 * day, then any other; equal ones first at the origin of the job. Limits of driving and rest are never exceeded.
 */
export function* planDrivers(jobs: readonly DriverJob[], drivers: readonly PlanDriver[]): Steps<DriverPlan> {
  const candidates: Candidate[] = []
  for (const driver of drivers) {
    candidates.push(new Candidate(driver))
    yield
  }
  const assigned = new Map<string, string>()
  const left = new Map<string, LeftReason>()
  /** Last driver by vehicle. */
  const lastOn = new Map<string, string>()
  for (const timezone of new Set(jobs.flatMap((job) => (job.driverId === null ? [job.timezone] : []))))
    for (const candidate of candidates) {
      candidate.daysIn(timezone)
      yield
    }
  for (const job of jobs.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))) {
    if (job.driverId === null) {
      const licensed = candidates.filter(({ driver }) => mayDrive(driver, job))
      const found = bestFor(job, licensed, job.plannedVehicleId === null ? null : lastOn.get(job.plannedVehicleId))
      if (found) {
        found.take(job)
        assigned.set(job.id, found.driver.id)
      } else left.set(job.id, licensed.length === 0 ? 'nothing_fits' : 'nothing_free')
    }
    const driverId = job.driverId ?? assigned.get(job.id)
    if (job.plannedVehicleId !== null && driverId !== undefined) lastOn.set(job.plannedVehicleId, driverId)
    yield
  }
  return { assigned, left }
}

function mayDrive({ id, licenceCategories, licenceEndsOn }: PlanDriver, job: DriverJob): boolean {
  if (id === job.coDriverId) return false
  if (licenceEndsOn !== null && licenceEndsOn < endDayOf(job)) return false
  const { licenceCategories: needed } = job
  return needed.length === 0 || licenceCategories.some((category) => needed.includes(category))
}

function bestFor(job: DriverJob, candidates: readonly Candidate[], before: string | null | undefined) {
  const day = dayOf(utcText(job.from), job.timezone)
  const rank = (candidate: Candidate): number => {
    if (candidate.driver.id === before) return 0
    const worksThen = candidate.daysIn(job.timezone).has(day)
    const isThere = candidate.line.stationBefore(job) === job.origin
    return (worksThen ? 0 : 2) + (isThere ? 1 : 2)
  }
  return candidates
    .filter(({ line }) => line.admits(job))
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .sort((a, b) => a.rank - b.rank || (a.candidate.driver.id < b.candidate.driver.id ? -1 : 1))
    .find(({ candidate }) => staysWithin(candidate, job, day))?.candidate
}

function staysWithin(candidate: Candidate, job: DriverJob, day: string): boolean {
  const days = candidate.daysIn(job.timezone)
  const after = new Map(days).set(day, withDuty(days.get(day), asDuty(job)))
  return passedLimits(candidate.driver, after, day).length === 0
}
