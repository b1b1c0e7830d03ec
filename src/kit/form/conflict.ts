import { changedFields, isSame } from '../../providers/data/changes'
import type { AnyRecord } from '../resource'

export interface Conflict {
  /** Record as it was read before the input. */
  base: AnyRecord
  /** Record with the input of the form. */
  mine: AnyRecord
  /** Record as another user has saved it. */
  theirs: AnyRecord
}

export type Side = 'mine' | 'theirs'

/** Returns the fields that were changed in the form and differ from the server. */
function unsaved({ base, mine, theirs }: Conflict): string[] {
  return Object.keys(changedFields(mine, base)).filter((source) => !isSame(mine[source], theirs[source]))
}

/** Returns the fields that both users changed to different values, so that the user has to choose. */
export function clashes(conflict: Conflict): string[] {
  const { base, theirs } = conflict
  return unsaved(conflict).filter((source) => !isSame(base[source], theirs[source]))
}

/** Returns the fields that only the form changed, which need no choice. */
export function additions(conflict: Conflict): string[] {
  const clashing = new Set(clashes(conflict))
  return unsaved(conflict).filter((source) => !clashing.has(source))
}

/**
 * Returns the other user's record with the fields that only the form changed, and those for which `mine` was chosen.
 */
export function merged(conflict: Conflict, choice: Readonly<Record<string, Side>>): AnyRecord {
  const { mine, theirs } = conflict
  const own = [...additions(conflict), ...clashes(conflict).filter((source) => choice[source] === 'mine')]
  return { ...theirs, ...Object.fromEntries(own.map((source) => [source, mine[source]])) }
}
