import {
  IMPORTED_KINDS,
  type GoneJourneys,
  type ImportCount,
  type ImportedKind,
} from '../../../../contract/operations/timetable-report'
import type { Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import type { Issues } from '../read/issues'

/** Shared state of the steps of an import. */
export interface Writing {
  tx: Tx
  context: Context
  /** Key of the source in the links between its records and ours. */
  source: string
  counts: Record<ImportedKind, ImportCount>
  gone: GoneJourneys
  /** Collects the warnings found while writing. */
  issues: Issues
}

export const noCounts = (): Record<ImportedKind, ImportCount> =>
  Object.fromEntries(
    IMPORTED_KINDS.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0, skipped: 0 }]),
  ) as Record<ImportedKind, ImportCount>
