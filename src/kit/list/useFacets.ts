import { useQuery } from '@tanstack/react-query'
import { useResourceContext } from 'react-admin'
import type { Resource } from '../../../contract/core/vocabulary'
import { countText } from '../../providers/format/intl'
import { call } from '../../providers/http/call'
import { useFormat } from '../../ui/useFormat'
import type { AnyField } from '../fieldList'
import { withFilter } from './filterKeys'
import { useList } from './useList'

/** Kinds of fields whose values are a closed list that the server counts. */
const COUNTED: readonly AnyField['kind'][] = ['choice', 'choices', 'language', 'boolean']

/**
 * Returns the formatted number of records with each value of a field under the other filters; undefined while loading.
 */
export function useFacets(field: AnyField): (value: unknown) => string | undefined {
  const { locale } = useFormat()
  const resource = useResourceContext() as Resource
  const { filterValues } = useList()
  const query = { field: field.source, filter: JSON.stringify(withFilter(filterValues, field, {})) }
  const { data = [] } = useQuery({
    queryKey: [resource, 'facets', query],
    queryFn: () => call(`GET /${resource}/facets`, { query }),
    enabled: COUNTED.includes(field.kind),
    staleTime: 0,
    retry: false,
  })
  return (value) => {
    const found = data.find((count) => count.value === value)
    return found && countText(found.count, locale, found.more)
  }
}
