import {
  GTFS_REPORT_MAX_ISSUES,
  type FeedIssue,
  type ImportedKind,
} from '../../../../contract/operations/timetable-report'

/** Name of the zip itself in an issue. */
export const FEED_FILE = 'feed.zip'

/** What is wrong with one value, without its place. */
export class Fault {
  constructor(
    readonly code: string,
    /** The fact, in English. */
    readonly detail: string,
    /** What to do about it, in English. */
    readonly remedy: string,
    /** What the detail names, for its words in other languages. */
    readonly values: FeedIssue['values'] = {},
  ) {}
}

/** Where in a feed something is. Without a line the whole file is meant. */
export interface FeedPlace {
  file: string
  line?: number
  field?: string
}

/**
 * Keeps the first issues and counts them all, so that a feed full of errors costs no memory. However many there are of
 * one code, the first of every other is kept too.
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
  readonly #told = new Set<string>()

  error(place: FeedPlace, fault: Fault): void {
    this.errorsTotal += 1
    const isSameRow = this.#badRows.has(place.file) && this.#lastBadRow.get(place.file) === place.line
    if (!isSameRow) this.#badRows.set(place.file, this.badRows(place.file) + 1)
    this.#lastBadRow.set(place.file, place.line)
    keep(this.errors, issueOf(place, fault))
  }

  /**
   * Records an error that keeps the file as a whole from being understood: the feed cannot be imported, but what else
   * is wrong with it can be told. What refers to the file is not held against it.
   */
  breakFile(place: FeedPlace, fault: Fault): void {
    const key = JSON.stringify([place.file, place.line, place.field, fault.code])
    // A header is looked at before the rows are, and the same fault is met again.
    if (this.#told.has(key)) return
    this.#told.add(key)
    this.error(place, fault)
    this.#broken.add(place.file)
  }

  /** Whether all of these files can be understood. */
  areWhole(...files: string[]): boolean {
    return !files.some((file) => this.#broken.has(file))
  }

  /** Whether some file is broken, so that nothing can be imported. */
  get isHopeless(): boolean {
    return this.#broken.size > 0
  }

  /** Adds the warnings of a later step. */
  adopt(later: Issues): void {
    this.warningsTotal += later.warningsTotal
    for (const issue of later.warnings) keep(this.warnings, issue)
    for (const [kind, count] of later.#leftOut) this.leaveOut(kind, count)
  }

  /** Counts what is left out without a row of its own being in error. */
  leaveOut(kind: ImportedKind, count: number): void {
    this.#leftOut.set(kind, this.leftOut(kind) + count)
  }

  leftOut(kind: ImportedKind): number {
    return this.#leftOut.get(kind) ?? 0
  }

  /** How many rows of a file are in error: what an import that skips them leaves out. */
  badRows(file: string): number {
    return this.#badRows.get(file) ?? 0
  }

  warn(place: FeedPlace, fault: Fault): void {
    this.warningsTotal += 1
    keep(this.warnings, issueOf(place, fault))
  }
}

/** The feed as a whole cannot be read; the errors collected so far say why. */
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

/** Where the list is full, the first of a code that it lacks takes the place of the last of the commonest. */
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
