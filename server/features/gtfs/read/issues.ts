import {
  GTFS_REPORT_MAX_ISSUES,
  type FeedIssue,
  type ImportedKind,
} from '../../../../contract/operations/timetable-report'

/** File name of the zip itself in an issue. */
export const FEED_FILE = 'feed.zip'

/** A problem with a value, without its location. */
export class Fault {
  constructor(
    readonly code: string,
    /** Description, in English. */
    readonly detail: string,
    /** Instruction for the user, in English. */
    readonly remedy: string,
    /** Values in the description, for translations. */
    readonly values: FeedIssue['values'] = {},
  ) {}
}

/** Location in a feed. Without a line it is the whole file. */
export interface FeedPlace {
  file: string
  line?: number
  field?: string
}

/**
 * Stores the first issues and counts all of them, so that memory stays bounded for a feed full of errors.
 * The first issue of each code is always stored.
 */
export class Issues {
  readonly errors: FeedIssue[] = []
  readonly warnings: FeedIssue[] = []
  errorsTotal = 0
  warningsTotal = 0
  readonly #lastBadRow = new Map<string, number | undefined>()
  readonly #badRows = new Map<string, number>()
  readonly #leftOut = new Map<ImportedKind, number>()
  readonly #broken = new Set<string>()
  readonly #reported = new Set<string>()

  error(place: FeedPlace, fault: Fault): void {
    this.errorsTotal += 1
    const isSameRow = this.#badRows.has(place.file) && this.#lastBadRow.get(place.file) === place.line
    if (!isSameRow) this.#badRows.set(place.file, this.badRows(place.file) + 1)
    this.#lastBadRow.set(place.file, place.line)
    keep(this.errors, issueOf(place, fault))
  }

  /**
   * Records an error that makes a whole file unreadable. The feed cannot be imported, but its other errors are still
   * reported.
   * References to a broken file are not errors.
   */
  breakFile(place: FeedPlace, fault: Fault): void {
    const key = JSON.stringify([place.file, place.line, place.field, fault.code])
    // The header is read before the rows, so the same fault occurs twice.
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    this.error(place, fault)
    this.#broken.add(place.file)
  }

  /** Marks a file as unreadable because of the errors in its rows. */
  breakByRows(file: string): void {
    this.#broken.add(file)
  }

  /** Returns whether none of these files is broken. */
  areWhole(...files: string[]): boolean {
    return !files.some((file) => this.#broken.has(file))
  }

  /** True when a file is broken, so that nothing can be imported. */
  get isHopeless(): boolean {
    return this.#broken.size > 0
  }

  adopt(later: Issues): void {
    this.warningsTotal += later.warningsTotal
    for (const issue of later.warnings) keep(this.warnings, issue)
    for (const [kind, count] of later.#leftOut) this.leaveOut(kind, count)
  }

  /** Counts records that are left out without an error in their own row. */
  leaveOut(kind: ImportedKind, count: number): void {
    this.#leftOut.set(kind, this.leftOut(kind) + count)
  }

  leftOut(kind: ImportedKind): number {
    return this.#leftOut.get(kind) ?? 0
  }

  /** Returns the number of erroneous rows of a file, which an import can skip. */
  badRows(file: string): number {
    return this.#badRows.get(file) ?? 0
  }

  warn(place: FeedPlace, fault: Fault): void {
    this.warningsTotal += 1
    keep(this.warnings, issueOf(place, fault))
  }
}

/** The feed as a whole cannot be read; `issues` contain the reasons. */
export class FeedRefused extends Error {
  constructor(readonly issues: Issues) {
    super(issues.errors[0]?.detail ?? 'The feed cannot be read.')
  }
}

/** Records the error and refuses the feed. @throws FeedRefused always. */
export function refuse(issues: Issues, place: FeedPlace, fault: Fault): never {
  throw refusalOf(issues, place, fault)
}

/** Records the error and returns the refusal of the feed, for a stream to fail with. */
export function refusalOf(issues: Issues, place: FeedPlace, fault: Fault): FeedRefused {
  issues.error(place, fault)
  return new FeedRefused(issues)
}

const issueOf = ({ file, line, field }: FeedPlace, { code, detail, remedy, values }: Fault): FeedIssue => ({
  file,
  line: line ?? null,
  field: field ?? null,
  code,
  detail,
  remedy,
  values,
})

/** In a full list the first issue of a new code replaces the last issue of the most frequent code. */
function keep(list: FeedIssue[], issue: FeedIssue): void {
  if (list.length < GTFS_REPORT_MAX_ISSUES) {
    list.push(issue)
    return
  }
  if (list.some(({ code }) => code === issue.code)) return
  const counts = new Map<string, number>()
  for (const { code } of list) counts.set(code, (counts.get(code) ?? 0) + 1)
  const most = Math.max(...counts.values())
  list.splice(
    list.findLastIndex(({ code }) => counts.get(code) === most),
    1,
  )
  list.push(issue)
}
