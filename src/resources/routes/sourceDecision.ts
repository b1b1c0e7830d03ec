import { GTFS_SOURCE_NAME_MAX_CHARS } from '../../../contract/core/limits/files'
import type { ImportRun, ImportSource } from '../../../contract/operations/timetable-report'

/** What the user decided about the source of a feed; an empty decision leaves it to the server. */
export interface SourceDecision {
  sourceId: string | null
  newName: string | null
  acceptMoves: boolean
}

export const UNDECIDED: SourceDecision = { sourceId: null, newName: null, acceptMoves: false }

/** Value of the choice for a new source; all others are ids. */
export const NEW_SOURCE = 'new'

/** Returns the chosen option: an id, `NEW_SOURCE`, or empty when the user has to choose. */
export function chosenSource({ sourceId, newName }: SourceDecision, proposed: ImportSource): string {
  if (newName !== null) return NEW_SOURCE
  if (sourceId !== null) return sourceId
  if (proposed.requires === 'source') return ''
  return proposed.id ?? NEW_SOURCE
}

/** Returns the name of the new source: as typed, or as the server proposes it. */
export const newSourceName = ({ newName }: SourceDecision, proposed: ImportSource): string =>
  newName ?? (proposed.id === null ? proposed.name : '')

/** Returns whether the name is missing or too long. */
export const isBadName = ({ newName }: SourceDecision): boolean =>
  newName !== null && (newName.trim() === '' || newName.trim().length > GTFS_SOURCE_NAME_MAX_CHARS)

/** Returns whether a run used the source of the decision. */
export function hasSource(run: ImportRun, decision: SourceDecision): boolean {
  const source = run.report?.source
  if (!source) return true
  if (decision.newName !== null) return source.id === null
  return decision.sourceId === run.source_id && run.new_source_name === null
}

/** Returns whether the user has decided all that an import requires. */
export function isDecided(proposed: ImportSource | null | undefined, decision: SourceDecision): boolean {
  if (isBadName(decision)) return false
  const requires = proposed?.requires ?? null
  return requires === null || (requires === 'moves' && decision.acceptMoves)
}
