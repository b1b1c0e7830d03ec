import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { BULK_MAX_RECORDS } from '../../../contract/core/limits/tasks'
import type { Role } from '../../../contract/core/vocabulary'
import type { BulkPreview, BulkPreviewRequest, BulkRequest } from '../../../contract/operations/tasks'
import { sentence } from '../../../contract/core/sentence'
import type { Store } from '../../crud/store'
import type { Reader } from '../../db/transaction'
import { Refusal, invalidAt } from '../../http/refusal'

type Matching = z.output<typeof BulkPreviewRequest>

/** Counts the records that a bulk operation would act on. @throws Refusal validation on the fields of the filter */
export async function previewSelection(
  reader: Reader,
  store: Store,
  matching: Matching,
  role: Role,
): Promise<BulkPreview> {
  const ids = await matchingIds(reader, store, matching, role)
  return { count: ids.length, digest: ids.length > BULK_MAX_RECORDS ? null : digestOf(ids) }
}

/**
 * Returns the ids of the records that a bulk operation acts on, each once.
 * @throws Refusal selection_changed where the matching records differ from those that the caller has seen; validation for none
 * or too many records
 */
export async function selectedIds(
  reader: Reader,
  store: Store,
  { ids: chosen, filter = {}, except_ids, expected, digest }: z.output<typeof BulkRequest>,
  role: Role,
): Promise<string[]> {
  const ids = chosen ? [...new Set(chosen)] : await matchingIds(reader, store, { filter, except_ids }, role)
  if (ids.length > BULK_MAX_RECORDS)
    throw invalidAt('filter', sentence`One operation may change ${BULK_MAX_RECORDS} records. Narrow the filter.`)
  const isOtherCount = expected !== undefined && ids.length !== expected
  if (isOtherCount || (digest !== undefined && digestOf(ids) !== digest)) throw selectionChanged(ids.length, expected)
  if (ids.length === 0) throw invalidAt('filter', sentence`No record matches. Change the filter.`)
  return ids
}

/** Returns at most one id more than one operation may change, the oldest first. */
async function matchingIds(
  reader: Reader,
  store: Store,
  { filter, except_ids = [] }: Matching,
  role: Role,
): Promise<string[]> {
  const excepted = new Set(except_ids)
  const ids = await store.idsOf(reader, filter, role, BULK_MAX_RECORDS + excepted.size)
  return ids.filter((id) => !excepted.has(id)).slice(0, BULK_MAX_RECORDS + 1)
}

/** @param ids in ascending order */
const digestOf = (ids: readonly string[]): string => createHash('sha256').update(ids.join()).digest('base64url')

function selectionChanged(count: number, expected: number | undefined): Refusal {
  const fact =
    expected === undefined
      ? sentence`Other records match now.`
      : count === expected
        ? sentence`Other records match now, ${count} as before.`
        : count === 1
          ? sentence`1 record matches now; the list showed ${expected}.`
          : sentence`${count} records match now; the list showed ${expected}.`
  return new Refusal('selection_changed', sentence`${fact} Check the new selection and try again.`)
}
