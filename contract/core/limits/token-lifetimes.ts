/* Lifetimes of tokens, sessions and one-time links of staff and partners. */

/** Interval at which a signed-in console checks whether its access token needs a refresh. */
export const TOKEN_REFRESH_CHECK_MS = 60_000
/** A refresh is due when the access token has less than this left. */
export const TOKEN_REFRESH_BEFORE_EXPIRY_S = 300
export const PARTNER_TOKEN_LENGTH_CHARS = 40
export const PARTNER_REFRESH_CHECK_MS = 60_000
/** A token of the partner portal authenticates calls for this time; after that it can only be exchanged for the next one. */
export const PARTNER_TOKEN_LIFE_S = 3600
/** A replaced token stays valid for this time, for calls under way and for the refresh of a second tab. */
export const PARTNER_TOKEN_OVERLAP_S = 60
export const PARTNER_SESSION_LIFE_S = 14 * 24 * 3600
/** A portal session expires after this time without a refresh. */
export const PARTNER_SESSION_IDLE_S = 24 * 3600
export const PARTNER_INVITATION_LIFE_S = 7 * 24 * 3600
export const ACCESS_TOKEN_LIFE_S = 15 * 60
export const REFRESH_TOKEN_LIFE_S = 14 * 24 * 3600
export const REFRESH_TOKEN_IDLE_S = 24 * 3600
/** Two tabs may present the same refresh token within this time without counting as theft. */
export const REFRESH_REUSE_GRACE_S = 10
export const SESSIONS_PER_USER = 5
/** Time for which a process caches a session, unless a signal invalidates it earlier. */
export const SESSION_HELD_MS = 1_000
/** Validity of the links to choose a password: of an invitation and of a reset. */
export const INVITATION_LINK_LIFE_S = 7 * 24 * 3600
export const PASSWORD_LINK_LIFE_S = 24 * 3600
