import { GTFS_REPORT_MAX_ISSUES, type FeedIssue } from '../../../../contract/gtfs'

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
  ) {}
}

/** Where in a feed something is. Without a line the whole file is meant. */
export interface Place {
  file: string
  line?: number
  field?: string
}

/** Keeps the first issues of each kind and counts them all, so that a feed full of errors costs no memory. */
export class Issues {
  readonly errors: FeedIssue[] = []
  readonly warnings: FeedIssue[] = []
  errorsTotal = 0
  warningsTotal = 0
  readonly #lastBadRow = new Map<string, number | undefined>()
  readonly #badRows = new Map<string, number>()

  error(place: Place, fault: Fault): void {
    this.errorsTotal += 1
    const isSameRow = this.#badRows.has(place.file) && this.#lastBadRow.get(place.file) === place.line
    if (!isSameRow) this.#badRows.set(place.file, this.badRows(place.file) + 1)
    this.#lastBadRow.set(place.file, place.line)
    keep(this.errors, place, fault)
  }

  /** Adds the warnings of a later step. */
  adopt({ warnings, warningsTotal }: Issues): void {
    this.warningsTotal += warningsTotal
    this.warnings.push(...warnings.slice(0, GTFS_REPORT_MAX_ISSUES - this.warnings.length))
  }

  /** How many rows of a file are in error: what an import that skips them leaves out. */
  badRows(file: string): number {
    return this.#badRows.get(file) ?? 0
  }

  warn(place: Place, fault: Fault): void {
    this.warningsTotal += 1
    keep(this.warnings, place, fault)
  }
}

/** The feed as a whole cannot be read; the errors collected so far say why. */
export class FeedRefused extends Error {
  constructor(readonly issues: Issues) {
    super(issues.errors[0]?.detail ?? 'The feed cannot be read.')
  }
}

/** Records the error and refuses the feed. @throws FeedRefused always. */
export function refuse(issues: Issues, place: Place, fault: Fault): never {
  issues.error(place, fault)
  throw new FeedRefused(issues)
}

function keep(list: FeedIssue[], { file, line, field }: Place, { code, detail, remedy }: Fault): void {
  if (list.length < GTFS_REPORT_MAX_ISSUES)
    list.push({ file, line: line ?? null, field: field ?? null, code, detail, remedy })
}
