import { tableOf } from '../markdown-table'

const DOCUMENT = 'domain/reservations.md'
/** Columns that describe the response; each other column is an operation. */
const ANSWERS = ['Reason', 'Answer', 'At', 'OCTO error', 'Skipped as']

const ROWS = tableOf(DOCUMENT, 'Skipped as')

/** The response to a refused request. */
export interface RefusalRow {
  reason: string
  /** Status and code. */
  answer: string
  /** The response points to one of these fields. */
  at: readonly string[]
  octoError: string
  skippedAs: string
}

export const REASON_ROWS: readonly RefusalRow[] = ROWS.map((row) => ({
  reason: row['Reason'] ?? '',
  answer: (row['Answer'] ?? '').replaceAll('`', ''),
  at: (row['At'] ?? '').split(', '),
  octoError: row['OCTO error'] ?? '',
  skippedAs: row['Skipped as'] ?? '',
}))

/** Operations in column order, by their headings in lower case. */
export const OPERATION_NAMES: readonly string[] = Object.keys(ROWS[0] ?? {})
  .filter((heading) => !ANSWERS.includes(heading))
  .map((heading) => heading.toLowerCase())

export interface RefusalCell extends RefusalRow {
  operation: string
  /** `yes` when refused; otherwise the note that says why the case cannot occur. */
  mark: string
}

/** Every combination of operation and reason. */
export const REFUSAL_CELLS: readonly RefusalCell[] = ROWS.flatMap((row, index) =>
  Object.entries(row)
    .filter(([heading]) => !ANSWERS.includes(heading))
    .map(([heading, mark]) => ({ ...(REASON_ROWS[index] as RefusalRow), operation: heading.toLowerCase(), mark })),
)

/** The notes by letter. */
export const REFUSAL_NOTES: ReadonlyMap<string, string> = new Map(
  tableOf(DOCUMENT, 'Why it cannot happen').map((row) => [row['Note'] ?? '', row['Why it cannot happen'] ?? '']),
)
