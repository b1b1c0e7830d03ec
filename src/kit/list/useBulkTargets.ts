import { useQuery } from '@tanstack/react-query'
import { useDataProvider, type GetListParams } from 'react-admin'
import { PAGE_MAX_ROWS } from '../../../contract/core/limits/requests'
import { BULK_MAX_RECORDS, DELETION_PREVIEW_MAX_RECORDS } from '../../../contract/core/limits/tasks'
import type { Resource } from '../../../contract/core/vocabulary'
import { chunks, IDS_PER_CALL } from '../../providers/data/dataProvider'
import { NAMED_RECORDS } from '../RecordNames'
import type { AnyRecord } from '../resource'
import { previewBulk } from '../tasks/tasksApi'
import { useSelection } from './selection'
import { useList } from './useList'

/** Records that the request refers to. */
type BulkChoice =
  | { ids: string[] }
  | { filter: Record<string, unknown>; except_ids?: string[]; expected: number; digest: string }

/** Records of a bulk operation, as they were when the dialog read them. */
export interface BulkTargets {
  /** Null when there are more records than one operation may change. */
  choice: BulkChoice | null
  /** Number of records. */
  total: number
  /** First records, which are named. */
  named: readonly AnyRecord[]
  /** Ids of all of them if they are few enough for a preview of their deletion, else empty. */
  previewed: readonly string[]
  /** Selected records that were deleted, or changed so that the filter no longer matches. */
  leftOut: readonly AnyRecord[]
}

const ifFew = (ids: readonly string[], total: number): readonly string[] =>
  ids.length === total && total <= DELETION_PREVIEW_MAX_RECORDS ? ids : []

/** Reads the records that the selection of the list refers to; reads nothing unless `enabled`. */
export function useBulkTargets(enabled: boolean) {
  const dataProvider = useDataProvider()
  const { resource, filterValues, sort } = useList()
  const { records, isAll, excepted } = useSelection()

  const readPage = async (params: Omit<GetListParams, 'sort'>) =>
    (await dataProvider.getList<AnyRecord>(resource, { sort, ...params })).data

  const readAll = async (signal: AbortSignal): Promise<BulkTargets> => {
    const filter = { ...filterValues }
    const matching = { filter, ...(excepted.size > 0 && { except_ids: [...excepted] }) }
    // Read before the names, so that the digest refuses a record that appears in between.
    const { count, digest } = await previewBulk(resource as Resource, matching, signal)
    const perPage = Math.min(DELETION_PREVIEW_MAX_RECORDS + excepted.size, PAGE_MAX_ROWS)
    const page = await readPage({ filter, pagination: { page: 1, perPage }, signal })
    const shown = page.filter(({ id }) => !excepted.has(id))
    return {
      choice: digest === null ? null : { ...matching, expected: count, digest },
      total: Math.min(count, BULK_MAX_RECORDS),
      named: shown.slice(0, NAMED_RECORDS),
      previewed: ifFew(
        shown.map(({ id }) => id),
        count,
      ),
      leftOut: [],
    }
  }

  const readSelected = async (signal: AbortSignal): Promise<BulkTargets> => {
    const pages = await Promise.all(
      chunks([...records.keys()], IDS_PER_CALL).map((id) =>
        readPage({ filter: { ...filterValues, id }, pagination: { page: 1, perPage: id.length }, signal }),
      ),
    )
    const current = new Map(pages.flat().map((record) => [record.id, record]))
    const ids = [...records.keys()].filter((id) => current.has(id))
    return {
      choice: { ids },
      total: ids.length,
      named: ids.slice(0, NAMED_RECORDS).flatMap((id) => current.get(id) ?? []),
      previewed: ifFew(ids, ids.length),
      leftOut: [...records.values()].filter(({ id }) => !current.has(id)),
    }
  }

  return useQuery({
    // Not a query key of the resource, because live changes must not replace the records that the user has seen.
    queryKey: [
      'bulkTargets',
      resource,
      { filterValues, sort, ids: isAll ? [...excepted] : [...records.keys()], isAll },
    ],
    queryFn: ({ signal }) => (isAll ? readAll(signal) : readSelected(signal)),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
  })
}
