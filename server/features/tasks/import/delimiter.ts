import { IMPORT_HEADINGS_MAX_ROWS } from '../../../../contract/core/limits'

const DELIMITERS: readonly string[] = [',', ';', '\t', '|']
const DELIMITERS_AND_ENDS = new Set([...DELIMITERS, '\n', '\r'])
/** Of a file, at most: its first lines may be one endless line. */
const SEARCHED_CHARS = 200_000

/** The sign between the values: the one that most of the first lines have equally often outside of quotation marks. */
export function delimiterOf(text: string): string {
  const lines = firstLines(text)
  const scores = DELIMITERS.map((sign) => ({ sign, ...regularity(lines.map((counts) => counts.get(sign) ?? 0)) }))
  return scores.reduce((best, next) =>
    next.lines > best.lines || (next.lines === best.lines && next.count > best.count) ? next : best,
  ).sign
}

/** How often each possible delimiter stands outside of quotation marks, in each of the first lines that has any. */
function firstLines(text: string): ReadonlyMap<string, number>[] {
  const lines = [new Map<string, number>()]
  let isQuoted = false
  let before = '\n'
  for (const sign of text.slice(0, SEARCHED_CHARS)) {
    const counts = lines.at(-1) ?? new Map<string, number>()
    if (sign === '"') isQuoted = !isQuoted && (before === '"' || DELIMITERS_AND_ENDS.has(before))
    else if (!isQuoted && DELIMITERS.includes(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    else if (!isQuoted && (sign === '\n' || sign === '\r') && counts.size > 0) {
      if (lines.length === IMPORT_HEADINGS_MAX_ROWS) break
      lines.push(new Map<string, number>())
    }
    before = sign
  }
  return lines
}

/** The count above zero that the most lines share, the higher one of two, and how many share it. */
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
