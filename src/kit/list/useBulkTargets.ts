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

/** The records that the server is asked to act on. */
type BulkChoice =
  | { ids: string[] }
  | { filter: Record<string, unknown>; except_ids?: string[]; expected: number; digest: string }

/** What a bulk operation acts on, as it was when the dialog read it. */
export interface BulkTargets {
  /** Null when there are more records than one operation may change. */
  choice: BulkChoice | null
  /** Number of records. */
  total: number
  /** The first of them. */
  named: readonly AnyRecord[]
  /** Ids of all of them when they are few enough for a preview of their deletion, else empty. */
  previewed: readonly string[]
  /** Selected records that were deleted, or changed so that the filter no longer matches. */
  leftOut: readonly AnyRecord[]
}

const ifFew = (ids: readonly string[], total: number): readonly string[] =>
  ids.length === total && total <= DELETION_PREVIEW_MAX_RECORDS ? ids : []

/** Reads what the selection of the list stands for; nothing is read unless `enabled`. */
export function useBulkTargets(enabled: boolean) {
  const dataProvider = useDataProvider()
  const { resource, filterValues, sort } = useList()
  const { records, isAll, excepted } = useSelection()

  const readPage = async (params: Omit<GetListParams, 'sort'>) =>
    (await dataProvider.getList<AnyRecord>(resource, { sort, ...params })).data

  const readAll = async (signal: AbortSignal): Promise<BulkTargets> => {
    const filter = { ...filterValues }
    const matching = { filter, ...(excepted.size > 0 && { except_ids: [...excepted] }) }
    // Read before the names: a record that comes in between is named, and refused by its digest.
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
    // No key of the resource's: live changes must not replace what the user has seen by what they have not.
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
