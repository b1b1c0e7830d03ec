import { tableOf } from '../markdown-table'

const DOCUMENT = 'domain/reservations.md'
/** Columns that say what is answered; each other column is an operation. */
const ANSWERS = ['Reason', 'Answer', 'At', 'OCTO error', 'Skipped as']

const ROWS = tableOf(DOCUMENT, 'Skipped as')

/** What is answered where something is refused. */
export interface RefusalRow {
  reason: string
  /** Status and code. */
  answer: string
  /** Fields that the answer points to, one of them. */
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

/** Operations in the order of the columns, by their headings in lower case. */
export const OPERATION_NAMES: readonly string[] = Object.keys(ROWS[0] ?? {})
  .filter((heading) => !ANSWERS.includes(heading))
  .map((heading) => heading.toLowerCase())

export interface RefusalCell extends RefusalRow {
  operation: string
  /** `yes` where it is refused; else the note that says why it cannot happen. */
  mark: string
}

/** Every operation with every reason. */
export const REFUSAL_CELLS: readonly RefusalCell[] = ROWS.flatMap((row, index) =>
  Object.entries(row)
    .filter(([heading]) => !ANSWERS.includes(heading))
    .map(([heading, mark]) => ({ ...(REASON_ROWS[index] as RefusalRow), operation: heading.toLowerCase(), mark })),
)

/** The notes by their letters. */
export const REFUSAL_NOTES: ReadonlyMap<string, string> = new Map(
  tableOf(DOCUMENT, 'Why it cannot happen').map((row) => [row['Note'] ?? '', row['Why it cannot happen'] ?? '']),
)
