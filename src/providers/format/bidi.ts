/** Isolates a code, an address or a name from surrounding text of the other direction (first strong isolate). */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** Isolates text that is left-to-right in every language (left-to-right isolate). */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`
