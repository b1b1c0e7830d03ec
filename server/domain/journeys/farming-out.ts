import type { FieldIssue } from '../../../contract/core/entity'
import type { Journey } from '../../../contract/entities/journey'
import type { Partner } from '../../../contract/entities/partner'

/** The field of a job that names who runs it instead of ourselves. */
export const OPERATOR = 'operated_by_partner_id'

type Operated = Pick<Journey, typeof OPERATOR>
/** What we give a job: a hire has no co-driver. */
type Ours = Partial<Pick<Journey, 'vehicle_id' | 'driver_id' | 'co_driver_id'>>

export type OperatingCompany = Pick<Partner, 'kind' | 'status'> & { name: string }

/** Whether a job goes to another company than the one that has it, if any. */
export const leavesUs = (before: Operated, now: Operated): boolean =>
  now.operated_by_partner_id !== null && now.operated_by_partner_id !== before.operated_by_partner_id

/**
 * Why a company cannot run a job with what the job has of ours.
 * @param company undefined where there is no such partner, which the database refuses
 * @param isNew the job goes to the company now
 */
export function farmingOutIssues(company: OperatingCompany | undefined, isNew: boolean, ours: Ours): FieldIssue[] {
  if (!company) return []
  const { name, kind, status } = company
  const issues: FieldIssue[] = []
  const complain = (path: string, message: string) => issues.push({ path, message })
  if (isNew && kind !== 'affiliate') complain(OPERATOR, `${name} only sells: choose a partner of the kind affiliate.`)
  if (isNew && status !== 'active')
    complain(OPERATOR, `${name} is ${status}: make it active first, or choose another company.`)
  for (const [path, id] of Object.entries(ours))
    if (id !== null)
      complain(
        path,
        `${name} runs it with a vehicle and driver of its own: leave ours off, or take the job back first.`,
      )
  return issues
}

/** The word of the history for an assignment. */
export function assignmentWord(before: Operated, now: Operated): 'assigned' | 'farmed_out' | 'taken_back' {
  if (before.operated_by_partner_id === now.operated_by_partner_id) return 'assigned'
  return now.operated_by_partner_id === null ? 'taken_back' : 'farmed_out'
}
