import { useQuery } from '@tanstack/react-query'
import { useDataProvider, type GetListParams } from 'react-admin'
import { chunks, IDS_PER_CALL, type ListMeta } from '../../providers/data/dataProvider'
import { NAMED_RECORDS } from '../RecordNames'
import type { AnyRecord } from '../resource'
import { useSelection } from './selection'
import { useList } from './useList'

/** What a bulk operation acts on, as the server has it now. */
export interface BulkTargets {
  /** Ids of the selected records that the filter still matches; null for everything that it matches. */
  ids: readonly string[] | null
  /** How many there are. */
  total: number
  /** Whether the server counted no further than the total. */
  isMinimum: boolean
  /** The first of them. */
  named: readonly AnyRecord[]
  /** Selected records that were deleted, or changed so that the filter no longer matches. */
  leftOut: readonly AnyRecord[]
}

/** Reads what the selection of the list stands for; nothing is read unless `enabled`. */
export function useBulkTargets(enabled: boolean) {
  const dataProvider = useDataProvider()
  const { resource, filterValues, sort } = useList()
  const { records, isAll } = useSelection()

  const readPage = (params: Omit<GetListParams, 'sort'>) =>
    dataProvider.getList<AnyRecord>(resource, { sort, ...params })

  const readAll = async (signal: AbortSignal): Promise<BulkTargets> => {
    const page = await readPage({
      filter: filterValues,
      pagination: { page: 1, perPage: NAMED_RECORDS },
      signal,
    })
    const { data, total = data.length } = page
    const meta = page.meta as ListMeta | undefined
    return { ids: null, total, isMinimum: meta?.totalIsMinimum === true, named: data, leftOut: [] }
  }

  const readSelected = async (signal: AbortSignal): Promise<BulkTargets> => {
    const pages = await Promise.all(
      chunks([...records.keys()], IDS_PER_CALL).map((id) =>
        readPage({ filter: { ...filterValues, id }, pagination: { page: 1, perPage: id.length }, signal }),
      ),
    )
    const current = new Map(pages.flatMap(({ data }) => data.map((record) => [record.id, record])))
    const ids = [...records.keys()].filter((id) => current.has(id))
    return {
      ids,
      total: ids.length,
      isMinimum: false,
      named: ids.slice(0, NAMED_RECORDS).flatMap((id) => current.get(id) ?? []),
      leftOut: [...records.values()].filter(({ id }) => !current.has(id)),
    }
  }

  return useQuery({
    queryKey: [resource, 'bulkTargets', { filterValues, sort, ids: isAll ? null : [...records.keys()] }],
    queryFn: ({ signal }) => (isAll ? readAll(signal) : readSelected(signal)),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
}
