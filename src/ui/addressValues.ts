const DAY = /^\d{4}-\d\d-\d\d$/
/** As any server may have them. */
const ID = /^[\w-]{1,64}$/

/* What addresses say, as far as it can be meant: for what cannot, a page has its default. */

/** A day of the calendar; null for anything else. */
export const dayOf = (text: string | null): string | null => {
  if (text === null || !DAY.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}

/** What may be the id of a record; null for anything else. */
export const idOf = (text: string | null): string | null => (text !== null && ID.test(text) ? text : null)

/** The number of a page, from 1. */
export const pageOf = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)
