import type { MergeChoices } from '../../../../contract/operations/customer-merge'
import type { Customer } from '../../../../contract/entities/customer'
import { call } from '../../../providers/http/call'

/** @param dryRun returns the result without merging */
export const mergeInto = (target: Customer, other: Customer, choices: MergeChoices, dryRun: boolean) =>
  call('POST /customers/:id/merge', {
    params: { id: target.id },
    body: { other_id: other.id, other_version: other.version, choices, is_trial: dryRun },
    ifMatch: target.version,
  })

/** Returns the path that compares two customers; the first one remains unless swapped. */
export const comparisonOf = (keepId: string, otherId: string): string =>
  `/customers/merge?${new URLSearchParams({ keep: keepId, other: otherId })}`
