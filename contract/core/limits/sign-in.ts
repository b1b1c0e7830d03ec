/* Rate limit of sign-in. */

/** Failed logins within the window before the rate limit applies: for one account from one network. */
export const LOGIN_FAILURES_PER_ACCOUNT = 5
/** For one account, from all networks together without a recent login of that account. */
export const LOGIN_FAILURES_FROM_STRANGE_NETWORKS = 10
/** From one network, for all accounts without a recent login from that network. */
export const LOGIN_FAILURES_PER_NETWORK = 20
export const LOGIN_WINDOW_S = 15 * 60
/** Retention of the networks that an account has logged in from, and their number. */
export const SIGN_IN_PLACE_RETENTION_DAYS = 90
export const SIGN_IN_PLACES_PER_ACCOUNT = 20
