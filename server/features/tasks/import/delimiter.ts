import { IMPORT_HEADINGS_MAX_ROWS } from '../../../../contract/core/limits/files'

const DELIMITERS: readonly string[] = [',', ';', '\t', '|']
const LINE_ENDS: ReadonlySet<string> = new Set(['\n', '\r'])
/** Length of the searched beginning of a file, which may be a single line. */
const SEARCHED_CHARS = 200_000

/**
 * Returns the delimiter that the first line of a file names, where it splits the header or nothing else does. Returns the
 * detected one otherwise, because that line also stands above files that are delimited differently.
 * @param text the file below that line
 */
export function trustedDelimiter(text: string, named: string): string {
  const [header = ''] = text
    .slice(0, SEARCHED_CHARS)
    .replace(/^[\r\n ]+/, '')
    .split(/[\r\n]/, 1)
  const [counts] = firstLines(header, new Set([...DELIMITERS, named]))
  return !counts || counts.size === 0 || counts.has(named) ? named : delimiterOf(text)
}

/** Returns the delimiter: the one that most of the first lines contain equally often outside of quotation marks. */
export function delimiterOf(text: string): string {
  const lines = firstLines(text, new Set(DELIMITERS))
  const scores = DELIMITERS.map((sign) => ({ sign, ...regularity(lines.map((counts) => counts.get(sign) ?? 0)) }))
  return scores.reduce((best, next) =>
    next.lines > best.lines || (next.lines === best.lines && next.count > best.count) ? next : best,
  ).sign
}

/** Counts each possible delimiter outside of quotation marks, in each of the first lines that has any. */
function firstLines(text: string, delimiters: ReadonlySet<string>): ReadonlyMap<string, number>[] {
  const lines = [new Map<string, number>()]
  let isQuoted = false
  let before = '\n'
  for (const sign of text.slice(0, SEARCHED_CHARS)) {
    const counts = lines.at(-1) ?? new Map<string, number>()
    if (sign === '"') isQuoted = !isQuoted && (before === '"' || LINE_ENDS.has(before) || delimiters.has(before))
    else if (!isQuoted && delimiters.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    else if (!isQuoted && LINE_ENDS.has(sign) && counts.size > 0) {
      if (lines.length === IMPORT_HEADINGS_MAX_ROWS) break
      lines.push(new Map<string, number>())
    }
    before = sign
  }
  return lines
}

/** Returns the count above zero that most lines share, the higher one of two, and the number of those lines. */
function regularity(counts: readonly number[]): { count: number; lines: number } {
  return counts.reduce(
    (best, count) => {
      const lines = counts.filter((other) => other === count).length
      const isBetter = count > 0 && (lines > best.lines || (lines === best.lines && count > best.count))
      return isBetter ? { count, lines } : best
    },
    { count: 0, lines: 0 },
  )
}
