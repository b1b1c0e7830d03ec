import type { AffectedJob, JobPlan } from '../../contract/resolver-operations'

export interface Suggestion {
  id: string
  label: string
}

export interface Choice {
  action: JobPlan['action']
  resource_id?: string | undefined
  to_journey_ids?: string[] | undefined
}

const overlap = (a: AffectedJob, b: AffectedJob) =>
  Date.parse(a.starts_at) < Date.parse(b.ends_at) && Date.parse(b.starts_at) < Date.parse(a.ends_at)

/**
 * What to do with each job where nobody has chosen otherwise: the first who is free and has none of the other jobs at
 * that time takes it; where nobody is, it is left for later.
 */
export function planOf(
  jobs: readonly AffectedJob[],
  suggestions: ReadonlyMap<string, readonly Suggestion[]>,
  chosen: ReadonlyMap<string, Choice>,
): Map<string, Choice> {
  const plan = new Map<string, Choice>(chosen)
  for (const job of jobs) {
    if (plan.has(job.id)) continue
    const busy = new Set(
      jobs
        .filter((other) => other.id !== job.id && overlap(job, other))
        .map((other) => plan.get(other.id)?.resource_id),
    )
    const free = suggestions.get(job.id)?.find(({ id }) => !busy.has(id))
    plan.set(job.id, free ? { action: 'swap', resource_id: free.id } : { action: 'unassign' })
  }
  return plan
}

/** Whether each job has all that its answer needs. */
export const isComplete = (plan: ReadonlyMap<string, Choice>): boolean =>
  [...plan.values()].every(
    ({ action, resource_id, to_journey_ids }) =>
      (action !== 'swap' || resource_id !== undefined) && (action !== 'move' || (to_journey_ids?.length ?? 0) > 0),
  )

export const toJobPlans = (jobs: readonly AffectedJob[], plan: ReadonlyMap<string, Choice>): JobPlan[] =>
  jobs.flatMap(({ id }) => {
    const choice = plan.get(id)
    if (!choice) return []
    const { action, resource_id, to_journey_ids = [] } = choice
    return [{ job_id: id, action, ...(action === 'swap' && { resource_id }), to_journey_ids }]
  })
