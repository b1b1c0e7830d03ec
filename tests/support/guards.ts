/**
 * Environment that disables the overload guards of a server: on a busy machine they would refuse late calls and fail
 * unrelated tests. Tests of the guards set these variables themselves.
 */
export const GUARDS_OFF = {
  OVERLOAD_DELAY_MS: '0',
  CALL_LIMIT_MS: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  CONNECTIONS_PER_NETWORK: '0',
  UNFINISHED_REQUESTS_PER_NETWORK: '0',
  DB_QUERY_LIMIT_MS: '120000',
} as const
