import type { AffectedJob, JobOutcome, JobPlan } from '../../../contract/operations/reassignment'
import { addDays, fromZonedInput, toZonedInput } from '../../providers/format/dates'

export interface Suggestion {
  id: string
  label: string
}

export interface Choice {
  action: JobPlan['action']
  resource_id?: string | undefined
  partner_id?: string | undefined
  to_journey_ids?: string[] | undefined
}

const overlap = (a: AffectedJob, b: AffectedJob) =>
  Date.parse(a.starts_at) < Date.parse(b.ends_at) && Date.parse(b.starts_at) < Date.parse(a.ends_at)

/** Choice for all jobs; null leaves each job its suggestion. */
export type ChoiceForAll = Choice | null

/**
 * Returns the choice of each job under one choice for all. A vehicle or person takes each job that begins after the
 * previous one of its jobs has ended; the others keep their suggestions, and so do jobs that do not allow the action, and
 * all of them while the choice is incomplete.
 */
export function planForAll(jobs: readonly AffectedJob[], choice: ChoiceForAll): Map<string, Choice> {
  const plan = new Map<string, Choice>()
  if (choice === null || !isCompleteChoice(choice)) return plan
  const taken: AffectedJob[] = []
  for (const job of jobs) {
    if (!job.actions.includes(choice.action)) continue
    if (choice.action === 'swap' && taken.some((other) => overlap(job, other))) continue
    taken.push(job)
    plan.set(job.id, choice)
  }
  return plan
}

/** Returns the candidates of all jobs, those who suit most of them first. */
export function candidatesForAll(suggestions: ReadonlyMap<string, readonly Suggestion[]>): Suggestion[] {
  const found = new Map<string, { one: Suggestion; jobs: number }>()
  for (const candidates of suggestions.values())
    for (const one of candidates) found.set(one.id, { one, jobs: (found.get(one.id)?.jobs ?? 0) + 1 })
  return [...found.values()].sort((a, b) => b.jobs - a.jobs).map(({ one }) => one)
}

/** Candidates that a dry run has refused, by job. */
export type Misfits = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Assigns each job without a choice of the user to the first candidate who is free and has no other of the jobs at that
 * time, preferring those whom no dry run has refused. A job without a candidate is unassigned, or waits for a choice of the
 * user where its state does not allow that.
 */
export function planOf(
  jobs: readonly AffectedJob[],
  suggestions: ReadonlyMap<string, readonly Suggestion[]>,
  chosen: ReadonlyMap<string, Choice>,
  misfits: Misfits = new Map(),
): Map<string, Choice> {
  const plan = new Map<string, Choice>(chosen)
  for (const job of jobs) {
    if (plan.has(job.id)) continue
    const busy = new Set(
      jobs
        .filter((other) => other.id !== job.id && overlap(job, other))
        .map((other) => plan.get(other.id)?.resource_id),
    )
    const all = suggestions.get(job.id)?.filter(({ id }) => !busy.has(id)) ?? []
    const free = all.find(({ id }) => !misfits.get(job.id)?.has(id)) ?? all[0]
    const isLeft = free === undefined && job.actions.includes('unassign')
    plan.set(job.id, isLeft ? { action: 'unassign' } : { action: 'swap', resource_id: free?.id })
  }
  return plan
}

/**
 * Adds the candidates whom a dry run of the plan refused and the user did not choose: each may take any job alone, but
 * not all of them together. Returns the same object when there are none.
 */
export function withMisfits(
  misfits: Misfits,
  outcomes: readonly Pick<JobOutcome, 'job_id' | 'outcome'>[],
  plan: ReadonlyMap<string, Choice>,
  chosen: ReadonlyMap<string, Choice>,
): Misfits {
  const more = new Map(misfits)
  for (const { job_id, outcome } of outcomes) {
    const refused = plan.get(job_id)?.resource_id
    const before = misfits.get(job_id) ?? new Set()
    if (outcome !== 'failed' || refused === undefined || chosen.has(job_id) || before.has(refused)) continue
    more.set(job_id, new Set([...before, refused]))
  }
  return [...more].some(([job, refused]) => misfits.get(job) !== refused) ? more : misfits
}

/** Whether a choice is complete. */
export const isCompleteChoice = ({ action, resource_id, partner_id, to_journey_ids }: Choice): boolean =>
  (action !== 'swap' || resource_id !== undefined) &&
  (action !== 'farm_out' || partner_id !== undefined) &&
  (action !== 'move' || (to_journey_ids?.length ?? 0) > 0)

/** Returns the journeys that a plan cancels, so that their passengers need another departure. */
export const cancelledBy = (plan: ReadonlyMap<string, Choice>): ReadonlySet<string> =>
  new Set([...plan].filter(([, { action }]) => action === 'move' || action === 'cancel').map(([id]) => id))

export const isComplete = (plan: ReadonlyMap<string, Choice>): boolean => [...plan.values()].every(isCompleteChoice)

export const toJobPlans = (jobs: readonly AffectedJob[], plan: ReadonlyMap<string, Choice>): JobPlan[] =>
  jobs.flatMap(({ id }) => {
    const choice = plan.get(id)
    if (!choice) return []
    const { action, resource_id, partner_id, to_journey_ids = [] } = choice
    return [
      {
        job_id: id,
        action,
        ...(action === 'swap' && { resource_id }),
        ...(action === 'farm_out' && { partner_id }),
        to_journey_ids,
      },
    ]
  })

const MINUTE_MS = 60_000

/** Most frequent durations of an absence. */
export const LENGTHS = ['today', 'tomorrow', 'week', 'open'] as const
export type Length = (typeof LENGTHS)[number]

const DAYS: Record<Exclude<Length, 'open'>, number> = { today: 1, tomorrow: 2, week: 7 }

/** Returns the start of the present minute. */
export const startOf = (nowMs: number): string => new Date(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS).toISOString()

/** Returns the midnight in a zone that ends the duration, which includes today; null = until further notice. */
export function endOf(length: Length, nowMs: number, zone: string): string | null {
  if (length === 'open') return null
  const day = toZonedInput(new Date(nowMs).toISOString(), zone).slice(0, 10)
  return fromZonedInput(`${addDays(day, DAYS[length])}T00:00`, zone)
}
