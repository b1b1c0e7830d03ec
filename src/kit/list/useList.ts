import { useListContext } from 'react-admin'
import type { ListMeta } from '../../providers/data/dataProvider'
import type { AnyRecord } from '../resource'
import type { FilterValues } from './filterKeys'

/** The list in which a component stands, with types for what react-admin leaves open. */
export function useList() {
  const context = useListContext<AnyRecord>()
  const { setFilters } = context
  return {
    ...context,
    filterValues: context.filterValues as FilterValues,
    meta: context.meta as ListMeta | undefined,
    /** Sets the whole filter at once; typing is slowed where it happens. */
    setFilters: (values: FilterValues) => setFilters(values, undefined, false),
  }
}
