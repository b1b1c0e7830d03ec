import {
  LOGIN_FAILURES_FROM_STRANGE_NETWORKS,
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_NETWORK,
} from '../../../contract/core/limits/sign-in'

/** Failed attempts within `LOGIN_WINDOW_S`, the present one included. */
export interface AttemptCounts {
  /** For the name or the account, from this network. */
  here: number
  /** For the same, from all networks together that the account has not recently signed in from. */
  from_strange: number
  /** For any account, from this network. */
  from_network: number
  /** The account has recently signed in from this network. */
  is_known: boolean
}

/**
 * Returns whether the rate limit refuses an attempt. Failures count by account over all networks and by network over all
 * accounts. Neither blocks a network that the account is known to sign in from, nor a whole office because of one account.
 */
export function isThrottled({ here, from_strange, from_network, is_known }: AttemptCounts): boolean {
  if (here > LOGIN_FAILURES_PER_ACCOUNT) return true
  return !is_known && (from_strange > LOGIN_FAILURES_FROM_STRANGE_NETWORKS || from_network > LOGIN_FAILURES_PER_NETWORK)
}
