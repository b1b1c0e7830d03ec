/* Length of passwords and the cost of their hashes. */

/** Validity of the generated password of the first administrator. */
export const FIRST_PASSWORD_LIFE_S = 24 * 3600
export const PASSWORD_MIN_CHARS = 12
export const PASSWORD_MAX_CHARS = 200
export const PASSWORD_HASHES_AT_ONCE = 2
export const PASSWORD_HASH_QUEUE = 20
