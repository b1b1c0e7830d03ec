import type { AnyField } from '../fields'
import { withFilter, type FilterValues } from './filterKeys'
import { useList } from './useList'

/** The list's filter as one field sees it. */
export function useFieldFilter(field: AnyField) {
  const { filterValues: values, setFilters } = useList()
  return {
    values,
    set: (next: FilterValues) => setFilters(withFilter(values, field, next)),
    clear: () => setFilters(withFilter(values, field, {})),
  }
}
