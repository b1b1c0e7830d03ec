import { useListContext } from 'react-admin'
import type { ListMeta } from '../../providers/data/dataProvider'
import type { AnyRecord } from '../resource'
import type { AnyField } from '../fieldList'
import { type FilterValues, withFilter } from './filterKeys'

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

/** The list's filter as one field sees it. */
export function useFieldFilter(field: AnyField) {
  const { filterValues: values, setFilters } = useList()
  return {
    values,
    set: (next: FilterValues) => setFilters(withFilter(values, field, next)),
    clear: () => setFilters(withFilter(values, field, {})),
  }
}
