import type { Cause, JobPlan } from '../../../contract/operations/reassignment'
import { refusalOf } from '../../crud/sql-refusals'
import { Refusal, pointerOf } from '../../http/refusal'

/** Returns the field of the request that corresponds to a field of the record; undefined if there is none. */
type FieldOf = (field: string) => string | undefined

/**
 * Runs a use case, and reports its refusals on the fields of the request.
 * @param whole field of the request for everything without a field of its own
 */
export async function reportedAt<T>(fieldOf: FieldOf, whole: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOf(error, 'journeys')
    if (!refusal?.details.errors) throw error
    const errors = refusal.details.errors.map(({ pointer, ...issue }) => {
      const field = pointer.slice(1).replaceAll('/', '.')
      return { ...issue, pointer: pointerOf(fieldOf(field) ?? whole) }
    })
    throw new Refusal(refusal.code, refusal.detail, { ...refusal.details, errors })
  }
}

const CAUSE_FIELDS: readonly string[] = ['vehicle_id', 'staff_id', 'starts_at', 'ends_at', 'note']

/** Fields of the downtime or the absence. */
export const inCause =
  (cause: Cause): FieldOf =>
  (field) => {
    if (field === 'kind') return cause.kind === 'downtime' ? 'cause.downtime_kind' : 'cause.absence_kind'
    return CAUSE_FIELDS.includes(field) ? `cause.${field}` : undefined
  }

const PLAN_FIELDS = /^(action|resource_id|partner_id|to_journey_ids(\.\d+)?)$/
const ASSIGNED_FIELDS = /^(hire\.)?(vehicle_id|driver_id|co_driver_id|operated_by_partner_id)$/

/** Fields of the plan of one job. */
export const inPlan =
  (index: number, { action }: JobPlan): FieldOf =>
  (field) => {
    if (PLAN_FIELDS.test(field)) return `jobs.${index}.${field}`
    if (field === 'reason' || field === 'override_reason') return field
    if (!ASSIGNED_FIELDS.test(field)) return undefined
    return `jobs.${index}.${action === 'swap' ? 'resource_id' : action === 'farm_out' ? 'partner_id' : 'action'}`
  }
