import { choice, sentence, type Sentence } from '../../../contract/core/sentence'
import type { FieldIssue } from '../../../contract/core/entity'
import type { Journey } from '../../../contract/entities/journey'
import type { Partner } from '../../../contract/entities/partner'

/** The field of a job that names the company that runs it instead of the operator. */
export const OPERATOR = 'operated_by_partner_id'

type Operated = Pick<Journey, typeof OPERATOR>
/** The operator's own resources on a job. A hire has no co-driver. */
type Ours = Partial<Pick<Journey, 'vehicle_id' | 'driver_id' | 'co_driver_id'>>

export type OperatingCompany = Pick<Partner, 'kind' | 'status'> & { name: string }

/** Returns whether a change hands a job to another company. */
export const leavesUs = (before: Operated, now: Operated): boolean =>
  now.operated_by_partner_id !== null && now.operated_by_partner_id !== before.operated_by_partner_id

/**
 * Returns why a company cannot run a job that has these own resources.
 * @param company undefined if the partner does not exist, which the database refuses
 * @param isNew whether the job is handed to the company now
 */
export function farmingOutIssues(company: OperatingCompany | undefined, isNew: boolean, ours: Ours): FieldIssue[] {
  if (!company) return []
  const { name, kind, status } = company
  const issues: FieldIssue[] = []
  const complain = (path: string, message: Sentence) => issues.push({ path, message })
  if (isNew && kind !== 'affiliate')
    complain(OPERATOR, sentence`${name} operates no journeys: choose a partner of the kind affiliate.`)
  if (isNew && status !== 'active')
    complain(
      OPERATOR,
      sentence`${name} is ${choice('partnerStatuses', status)}: make it active first, or choose another company.`,
    )
  for (const [path, id] of Object.entries(ours))
    if (id !== null)
      complain(
        path,
        sentence`${name} operates this with its own vehicle and driver: leave both out, or take the job back first.`,
      )
  return issues
}

/** Returns the word for an assignment in the history. */
export function assignmentWord(before: Operated, now: Operated): 'assigned' | 'farmed_out' | 'taken_back' {
  if (before.operated_by_partner_id === now.operated_by_partner_id) return 'assigned'
  return now.operated_by_partner_id === null ? 'taken_back' : 'farmed_out'
}
