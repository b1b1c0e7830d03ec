import { QueryClient } from '@tanstack/react-query'
import { DATA_FRESHNESS_S } from '../../../contract/core/limits/console'
import { AUTH_KEY } from './queryKeys'

/**
 * Creates the query cache. It never retries: `httpClient` does, and knows why a call failed. Without a connection a call
 * fails at once instead of being sent later, when the user no longer expects it.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: DATA_FRESHNESS_S * 1000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // Every navigation checks the session again.
  client.setQueryDefaults(AUTH_KEY, { staleTime: 0 })
  return client
}
