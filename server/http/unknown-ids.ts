import type { Text } from '../../contract/core/sentence'
import { invalid } from './refusal'

/**
 * Refuses ids of a list that are not among the known ones, each on its field.
 * @param pathOf returns the field of the id at an index
 * @throws Refusal validation
 */
export function refuseUnknownIds(
  ids: readonly string[],
  known: readonly string[],
  pathOf: (index: number) => string,
  message: Text,
): void {
  const all = new Set(known)
  const issues = ids.flatMap((id, index) => (all.has(id) ? [] : [{ path: pathOf(index), message }]))
  if (issues.length > 0) throw invalid(issues, 'unknown_reference')
}
