import { useListContext } from 'react-admin'
import { countedTotal, type ListMeta } from '../../providers/data/dataProvider'
import type { AnyRecord } from '../resource'
import type { AnyField } from '../fieldList'
import { type FilterValues, withFilter } from './filterKeys'

/** Returns the list around a component, with stricter types than react-admin's. */
export function useList() {
  const context = useListContext<AnyRecord>()
  const { setFilters } = context
  const meta = context.meta as ListMeta | undefined
  return {
    ...context,
    filterValues: context.filterValues as FilterValues,
    meta,
    /** A lower bound if `meta` says so. */
    total: countedTotal(context.total, meta),
    /** Sets the whole filter at once; text boxes debounce the input themselves. */
    setFilters: (values: FilterValues) => setFilters(values, undefined, false),
  }
}

/** Returns the values and setters of the list's filter for one field. */
export function useFieldFilter(field: AnyField) {
  const { filterValues: values, setFilters } = useList()
  return {
    values,
    set: (next: FilterValues) => setFilters(withFilter(values, field, next)),
    clear: () => setFilters(withFilter(values, field, {})),
  }
}
