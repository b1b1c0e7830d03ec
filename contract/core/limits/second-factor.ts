/** Parameters of RFC 6238 that authenticator apps support. */
export const TOTP_STEP_S = 30
export const TOTP_DIGITS = 6
/** Codes of this many steps before and after the current one are accepted, to allow for clock differences. */
export const TOTP_STEPS_AROUND = 1
export const TOTP_SECRET_BYTES = 20
/** Time for which an unconfirmed secret is offered again. */
export const TOTP_SETUP_LIFE_S = 3600
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_CHARS = 10
