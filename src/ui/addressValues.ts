const DAY = /^\d{4}-\d\d-\d\d$/
/** Id of a record, in the format of any server. */
const ID = /^[\w-]{1,64}$/

/* Parsers of address parameters; pages have defaults for invalid values. */

/** Returns the text if it is a calendar day; else null. */
export const dayOf = (text: string | null): string | null => {
  if (text === null || !DAY.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}

/** Returns the text if it can be the id of a record; else null. */
export const idOf = (text: string | null): string | null => (text !== null && ID.test(text) ? text : null)

/** Returns the page number, from 1. */
export const pageOf = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)
