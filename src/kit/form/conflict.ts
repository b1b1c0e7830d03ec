import { changedFields, isSame } from '../../providers/data/changes'
import type { AnyRecord } from '../resource'

export interface Conflict {
  /** The record as it was read before typing. */
  base: AnyRecord
  /** The record as the form has it. */
  mine: AnyRecord
  /** The record as another user has saved it. */
  theirs: AnyRecord
}

export type Side = 'mine' | 'theirs'

/** Fields that were changed here and are not on the server as they stand here. */
function unsaved({ base, mine, theirs }: Conflict): string[] {
  return Object.keys(changedFields(mine, base)).filter((source) => !isSame(mine[source], theirs[source]))
}

/** Fields that both sides changed to different values, so that the user has to choose. */
export function clashes(conflict: Conflict): string[] {
  const { base, theirs } = conflict
  return unsaved(conflict).filter((source) => !isSame(base[source], theirs[source]))
}

/** Fields that only this side changed: they go on top of the other's. */
export function additions(conflict: Conflict): string[] {
  const clashing = new Set(clashes(conflict))
  return unsaved(conflict).filter((source) => !clashing.has(source))
}

/** Their record with one's own fields put in: those that only this side changed, and those where one's own was chosen. */
export function merged(conflict: Conflict, choice: Readonly<Record<string, Side>>): AnyRecord {
  const { mine, theirs } = conflict
  const own = [...additions(conflict), ...clashes(conflict).filter((source) => choice[source] === 'mine')]
  return { ...theirs, ...Object.fromEntries(own.map((source) => [source, mine[source]])) }
}
