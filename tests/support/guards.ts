/**
 * Environment of a server that is tested for something else than its guards: on a busy machine it answers late, and a
 * refusal of a late call would be no fault of the product. Their own tests set them.
 */
export const GUARDS_OFF = {
  OVERLOAD_DELAY_MS: '0',
  CALL_LIMIT_MS: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  CONNECTIONS_PER_NETWORK: '0',
  DB_QUERY_LIMIT_MS: '120000',
} as const
