import type {
  DuplicatePair,
  LikelySame,
  MergeChoices,
  MergeOutcome,
} from '../../../../contract/operations/customer-merge'
import type { Customer } from '../../../../contract/entities/customer'
import { api, postJson } from '../../../providers/http/api'
import { readPage } from '../../../kit/tasks/tasksApi'

const pathOf = (id: string) => `/customers/${encodeURIComponent(id)}/`

export const readCustomer = (id: string) => api<Customer>(pathOf(id))

export const readDuplicates = (page: number, perPage: number) =>
  readPage<DuplicatePair>('/customers/duplicates/', {}, page, perPage)

export const readLikelySame = (id: string) => api<LikelySame[]>(`${pathOf(id)}duplicates/`)

export const markDistinct = (id: string, otherId: string) =>
  postJson(`${pathOf(id)}distinguish/`, { other_id: otherId })

/** @param dryRun only says what would come of it */
export const mergeInto = (kept: Customer, other: Customer, choices: MergeChoices, dryRun: boolean) =>
  postJson<MergeOutcome>(
    `${pathOf(kept.id)}merge/`,
    { other_id: other.id, other_version: other.version, choices, is_trial: dryRun },
    { 'If-Match': `"${kept.version}"` },
  )

/** Where two customers are compared; the first one stays unless they are swapped. */
export const comparisonOf = (keepId: string, otherId: string): string =>
  `/customers/merge?${new URLSearchParams({ keep: keepId, other: otherId })}`
