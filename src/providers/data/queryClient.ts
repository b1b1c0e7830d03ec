import { QueryClient } from '@tanstack/react-query'
import { DATA_FRESHNESS_S } from '../../../contract/core/limits'
import { AUTH_KEY } from './queryKeys'

/**
 * Reads are repeated by the HTTP client, which knows why they failed; the cache never repeats them a second time.
 * Without a connection a call fails and says so: it never waits unseen to be sent when nobody expects it any more.
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
  // Whether somebody is signed in is asked at every navigation.
  client.setQueryDefaults(AUTH_KEY, { staleTime: 0 })
  return client
}
