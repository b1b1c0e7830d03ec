import { useListContext } from 'react-admin'
import { countedTotal, type ListMeta } from '../../providers/data/dataProvider'
import type { AnyRecord } from '../resource'
import type { AnyField } from '../fieldList'
import { type FilterValues, withFilter } from './filterKeys'

/** The list in which a component stands, with types for what react-admin leaves open. */
export function useList() {
  const context = useListContext<AnyRecord>()
  const { setFilters } = context
  const meta = context.meta as ListMeta | undefined
  return {
    ...context,
    filterValues: context.filterValues as FilterValues,
    meta,
    /** A lower bound where `meta` says so. */
    total: countedTotal(context.total, meta),
    /** Sets the whole filter at once; typing is slowed where it happens. */
    setFilters: (values: FilterValues) => setFilters(values, undefined, false),
  }
}

/** The list's filter as one field sees it. */
export function useFieldFilter(field: AnyField) {
  const { filterValues: values, setFilters } = useList()
  return {
    values,
    set: (next: FilterValues) => setFilters(withFilter(values, field, next)),
    clear: () => setFilters(withFilter(values, field, {})),
  }
}
