import { QueryClient } from '@tanstack/react-query'
import { DATA_FRESHNESS_S } from '../../../contract/limits'

/** Reads are repeated by the HTTP client, which knows why they failed; the cache never repeats them a second time. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: DATA_FRESHNESS_S * 1000, refetchOnWindowFocus: false, retry: false },
    },
  })
  // Whether somebody is signed in is asked at every navigation.
  client.setQueryDefaults(['auth'], { staleTime: 0 })
  return client
}
