import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import { SEARCH_MIN_CHARS } from '../../../contract/core/limits/search'
import type { SearchGroup } from '../../../contract/operations/search'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { call } from '../../providers/http/call'
import { useDebounced } from '../../ui/useDebounced'

export interface Found {
  groups: readonly SearchGroup[]
  /** Whether the result belongs to the present text. */
  settled: boolean
  /** Error of the search; null without one. */
  error: unknown
  retry: () => void
}

const NOTHING: readonly SearchGroup[] = []
/** Milliseconds for which answers are cached. */
const FRESH_MS = 10_000

/** Returns the records that match the text, requested once typing pauses. */
export function useFound(typed: string): Found {
  const { code } = useLanguage()
  const text = typed.trim()
  const asked = useDebounced(text, FILTER_DEBOUNCE_MS)
  const enabled = asked.length >= SEARCH_MIN_CHARS
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', code, asked],
    queryFn: ({ signal }) => call('GET /search', { query: { q: asked }, signal }),
    enabled,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  const shown = enabled && text.length >= SEARCH_MIN_CHARS
  return {
    groups: shown && !error ? (data?.groups ?? NOTHING) : NOTHING,
    settled: asked === text && !(enabled && (isFetching || isPlaceholderData)),
    error: shown ? error : null,
    retry: () => void refetch(),
  }
}
