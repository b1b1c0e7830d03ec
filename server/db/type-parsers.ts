/**
 * Both drivers return the same JavaScript values: counts and minor amounts as numbers, days as `YYYY-MM-DD`, instants as
 * RFC 3339 in UTC. By default one of them returns int8 as text and days as local midnights.
 */
const OID = { int8: 20, date: 1082, timestamptz: 1184, interval: 1186, numeric: 1700 } as const

export const PARSERS: Record<number, (text: string) => unknown> = {
  [OID.int8]: exactNumber,
  [OID.numeric]: Number,
  [OID.date]: (text) => text,
  [OID.interval]: (text) => text,
  [OID.timestamptz]: instant,
}

/** @throws RangeError if a number would lose digits */
function exactNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`)
  return value
}

/** `2026-03-29 01:30:00+00`, or its JSON form, → `2026-03-29T01:30:00Z`. Sessions are in UTC: the offset is always +00. */
export function instant(text: string): string {
  return text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z')
}
