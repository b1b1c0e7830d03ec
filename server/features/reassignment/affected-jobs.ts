import { sentence } from '../../../contract/core/sentence'
import { RESOLUTION_JOBS_MAX, type AffectedJob } from '../../../contract/operations/reassignment'
import type { Reader } from '../../db/transaction'
import { invalidAt } from '../../http/refusal'
import { actionsForHire, actionsForJourney } from '../../domain/journeys/resolution-actions'
import { jobsWithin, type Away, type JobRow } from './repository/jobs'

/**
 * Returns all jobs of a vehicle or a staff member that overlap a period, by start.
 * @param to null means until further notice
 * @param field request field of the period's end
 * @throws Refusal validation, too_many_jobs: more jobs than one resolution can settle
 */
export async function readAffectedJobs(
  reader: Reader,
  away: Away,
  { from, to }: { from: string; to: string | null },
  field: string,
): Promise<AffectedJob[]> {
  const jobs = await jobsWithin(reader, away, from, to, RESOLUTION_JOBS_MAX + 1)
  if (jobs.length > RESOLUTION_JOBS_MAX)
    throw invalidAt(
      field,
      sentence`More than ${RESOLUTION_JOBS_MAX} jobs are in this period. Choose an earlier end, and resolve the later jobs afterwards.`,
      'too_many_jobs',
    )
  return jobs.map(withActions)
}

function withActions(row: JobRow): AffectedJob {
  const { id, label, starts_at, ends_at, role, seats, parties, source } = row
  const actions = row.source === 'journey' ? actionsForJourney(row.status, role) : actionsForHire(row.status)
  return { source, id, label, starts_at, ends_at, role, seats, parties, actions }
}
