import {
  LOGIN_FAILURES_FROM_STRANGE_NETWORKS,
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_NETWORK,
} from '../../../contract/core/limits'

/** Tries that went wrong within `LOGIN_WINDOW_S`, the one under way with them. */
export interface Tries {
  /** For the name or the account, from this network. */
  here: number
  /** For the same, from all networks together that the account has not signed in from lately. */
  from_strange: number
  /** For any account, from this network. */
  from_network: number
  /** The account has signed in from this network lately. */
  is_known: boolean
}

/**
 * Whether a try has to wait. Who guesses is slowed by the account, however many networks they have, and by the network,
 * whatever the account; neither keeps anybody out where they always sign in from, nor a whole office because of one.
 */
export function isThrottled({ here, from_strange, from_network, is_known }: Tries): boolean {
  if (here > LOGIN_FAILURES_PER_ACCOUNT) return true
  return !is_known && (from_strange > LOGIN_FAILURES_FROM_STRANGE_NETWORKS || from_network > LOGIN_FAILURES_PER_NETWORK)
}
