import { sentence } from '../../../contract/core/sentence'
import type { Customer } from '../../../contract/entities/customer'
import type { Done, Step } from '../../crud/store-options'
import { diff } from '../../kernel/audit'
import { wrongStateAt } from '../../http/refusal'

type Account = Partial<Pick<Customer, 'credit_limit_minor' | 'is_blocked' | 'blocked_reason' | 'legal_hold_reason'>>

/** Returns a step that changes what a customer may do and owe, or changes nothing. @throws Refusal invalid_state */
export const setAccount =
  (action: Done['action'], values: Account, reason: string): Step<Customer> =>
  async (_, row) => {
    refuseGone(row)
    return diff(row, values, Object.keys(values)).length === 0 ? null : { action, values, reason }
  }

/** Refuses changes of merged and of erased customers. @throws Refusal invalid_state */
export function refuseGone({
  merged_into_id,
  anonymised_at,
}: Pick<Customer, 'merged_into_id' | 'anonymised_at'>): void {
  if (merged_into_id !== null) throw wrongStateAt('', sentence`It was merged into another customer. Change that one.`)
  if (anonymised_at !== null)
    throw wrongStateAt('', sentence`The personal data of this customer was removed. Enter the customer again.`)
}
