/** A typed phone number has at least this many digits; fewer may be the start of a code. */
export const PHONE_MIN_DIGITS = 6
/** Length of a phone number as it is typed or pasted, with blanks, signs and labels. */
export const PHONE_TYPED_MAX_CHARS = 120
export const PHONE_EXTENSION_MAX_DIGITS = 10
/** Length of the reason of a change, and of the note to a predefined cause. */
export const REASON_MAX_CHARS = 200
export const NOTE_MAX_CHARS = 150
/** Length of the code of a record; the minimum is 2. */
export const CODE_MAX_CHARS = 32
