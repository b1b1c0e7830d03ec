/** Length from which one typing error is tolerated. In a shorter word an error cannot be distinguished from another word. */
const FORGIVEN_FROM_LETTERS = 4
/** Length from which two typing errors are tolerated. */
const FORGIVEN_TWICE_FROM_LETTERS = 8

const forgiven = (letters: number): number =>
  letters >= FORGIVEN_TWICE_FROM_LETTERS ? 2 : letters >= FORGIVEN_FROM_LETTERS ? 1 : 0

/** Returns the typing errors between a typed word and another word or its beginning; null = more than its length allows. */
export function slipsTo(typed: string, meant: string): number | null {
  const most = forgiven(typed.length)
  if (most === 0) return null
  const least = beginningDistance(typed, meant.slice(0, typed.length + most))
  return least <= most ? least : null
}

/** Returns the smallest Damerau-Levenshtein distance (letters omitted, added, replaced, swapped) to a prefix of `meant`. */
function beginningDistance(typed: string, meant: string): number {
  let [before, last] = [[] as number[], Array.from({ length: meant.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let at = 1; at <= meant.length; at++) {
      const isSame = typed[row - 1] === meant[at - 1]
      let least = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && at > 1 && typed[row - 1] === meant[at - 2] && typed[row - 2] === meant[at - 1]
      if (isSwapped) least = Math.min(least, (before[at - 2] ?? 0) + 1)
      next.push(least)
    }
    ;[before, last] = [last, next]
  }
  return Math.min(...last)
}
