import { sentence } from '../../../../contract/core/sentence'
import type { CountedPieces } from '../../../../contract/operations/tills'
import { denominationsOf, sumOfPieces } from '../../../../contract/core/tills'
import { invalid } from '../../../http/refusal'

/** Returns the sum of coins and notes in minor units. @throws Refusal validation for an unknown denomination */
export function countedIn(currency: string, pieces: CountedPieces): number {
  const known = new Set(denominationsOf(currency))
  const issues = pieces.flatMap(({ denomination_minor: denomination }, index) =>
    known.has(denomination)
      ? []
      : [
          {
            path: `pieces.${index}.denomination_minor`,
            message: sentence`${currency} has no such coin or note. Remove it.`,
          },
        ],
  )
  if (issues.length > 0) throw invalid(issues)
  return sumOfPieces(pieces)
}
