import { z } from 'zod'
import { daysInOrder } from '../entities/parts'
import { GTFS_IMPORT_MAX_DAYS } from '../core/limits'
import { Code, Id, Instant, PlainDate, TimeZone } from '../core/scalars'

/** How many warnings and how many errors a report carries; its totals count all. */
export const GTFS_REPORT_MAX_ISSUES = 200

/** Something in a feed that a person should know of: where, what, and what to do. */
export const FeedIssue = z.object({
  /** Name inside the zip, such as `stop_times.txt`; the zip itself is `feed.zip`. */
  file: z.string(),
  /** Line of the file, from 1 (the header); null when the whole file is meant. */
  line: z.int().min(1).nullable(),
  /** Column; null when the whole line is meant. */
  field: z.string().nullable(),
  code: z.string(),
  /** The fact, in English. */
  detail: z.string(),
  /** What to do about it, in English. */
  remedy: z.string(),
  /** What the detail names, for those who tell it in other words: by name. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type FeedIssue = z.output<typeof FeedIssue>

/** What became of the records of one kind. `skipped` = left out, each with a warning or an error that says why. */
export const ImportCount = z.object({
  created: z.int().min(0),
  updated: z.int().min(0),
  unchanged: z.int().min(0),
  skipped: z.int().min(0),
})
export type ImportCount = z.output<typeof ImportCount>

export const IMPORTED_KINDS = ['stations', 'routes', 'patterns', 'journeys', 'fares'] as const
export type ImportedKind = (typeof IMPORTED_KINDS)[number]

/** How many journeys that a feed no longer has a report names. */
export const GTFS_REPORT_MAX_GONE = 100

/**
 * Journeys that an earlier import of the same feed made on the dates asked for, and that this feed no longer has. None is
 * taken away: that is for people to decide. Those that are cancelled or have left already do not count.
 */
export const GoneJourneys = z.object({
  count: z.int().min(0),
  /** Those with seats sold or held. */
  booked: z.int().min(0),
  /** Those that were on sale before this import. */
  on_sale: z.int().min(0),
  /** Those whose sale this import has stopped, or would stop; 0 unless that was asked for. */
  stopped: z.int().min(0),
  /** The first of them, those with passengers before the others. */
  journeys: z.array(z.object({ id: Id, code: z.string(), seats_taken: z.int().min(0) })),
})
export type GoneJourneys = z.output<typeof GoneJourneys>

export const NO_GONE_JOURNEYS: GoneJourneys = { count: 0, booked: 0, on_sale: 0, stopped: 0, journeys: [] }

/** What an import did, or would do (dry run), or why it did nothing. */
export const ImportReport = z.object({
  /** `refused` = nothing was written; `errors` say why. */
  outcome: z.enum(['imported', 'dry_run', 'refused']),
  /** Null when the feed could not be read that far. */
  feed: z
    .object({
      /** Names the feed in the links between its records and ours; the same for every edition of a feed. */
      source: z.string(),
      publisher: z.string(),
      /** Language that the feed's names are in; null when it does not say. */
      language: z.string().nullable(),
      /** Zone that the feed's times are told in. */
      timezone: TimeZone,
      /** First and last service date of the feed; null when it has none. */
      start_date: PlainDate.nullable(),
      end_date: PlainDate.nullable(),
    })
    .nullable(),
  counts: z.record(z.enum(IMPORTED_KINDS), ImportCount),
  /** The first of them, up to GTFS_REPORT_MAX_ISSUES. */
  warnings: z.array(FeedIssue),
  warnings_total: z.int().min(0),
  /** The first of them, up to GTFS_REPORT_MAX_ISSUES. */
  errors: z.array(FeedIssue),
  errors_total: z.int().min(0),
  gone: GoneJourneys,
  /** One row for each service date that was asked for. */
  journeys_by_date: z.array(
    z.object({
      date: PlainDate,
      count: z.int().min(0),
      /** The most journeys of this service date under way at one instant. */
      most_at_once: z.int().min(0),
    }),
  ),
})
export type ImportReport = z.output<typeof ImportReport>

export const IMPORT_STAGES = ['waiting', 'reading', 'stations', 'routes', 'journeys', 'fares', 'finished'] as const
export type ImportStage = (typeof IMPORT_STAGES)[number]

/** Fields of `POST /api/gtfs/imports/` beside `file`; all arrive as text, for it is a multipart form. */
const importFields = {
  /** First and last service date to make journeys for, both included. */
  from: PlainDate,
  to: PlainDate,
  /** Import what is right and leave out the rows in error with what hangs on them. */
  skip_rows_in_error: z.stringbool().default(false),
  /** Stop the sale of journeys that an earlier import made and this feed no longer has; what is sold of them stays. */
  stop_sales_of_gone: z.stringbool().default(false),
  /** Report what would happen and write nothing. */
  dry_run: z.stringbool().default(false),
  /** Code of the vehicle type that gives new journeys their seats; the first active one unless given. */
  vehicle_type: Code.optional(),
}
export const ImportRequest = z.strictObject(importFields).superRefine(refuseDates)
export type ImportRequest = z.output<typeof ImportRequest>

/** The whole form, for the documentation. */
export const ImportForm = z.object({
  file: z.string().meta({ format: 'binary', description: 'The feed, a .zip.' }),
  ...importFields,
})

/** One import from its start to its end. `refused` = the feed's fault, `failed` = ours, `cancelled` = a person's wish. */
export const ImportRun = z.object({
  id: Id,
  file_name: z.string(),
  from: PlainDate,
  to: PlainDate,
  skip_rows_in_error: z.boolean(),
  stop_sales_of_gone: z.boolean(),
  dry_run: z.boolean(),
  vehicle_type: z.string().nullable(),
  status: z.enum(['running', 'succeeded', 'refused', 'failed', 'cancelled']),
  stage: z.enum(IMPORT_STAGES),
  /** Share of the work that is done, in percent. */
  progress_pct: z.int().min(0).max(100),
  /** Null until the run has ended, and after a failure. */
  report: ImportReport.nullable(),
  /** Why it failed and what to do, in English; null unless it did. */
  failure: z.string().nullable(),
  started_by: z.string(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type ImportRun = z.output<typeof ImportRun>

/** Query of `GET /api/gtfs/export/`: the service dates whose journeys go into the feed, both included. */
export const ExportQuery = z.strictObject({ from: PlainDate, to: PlainDate }).superRefine(refuseDates)
export type ExportQuery = z.output<typeof ExportQuery>

const DAY_MS = 86_400_000

function refuseDates({ from, to }: { from: string; to: string }, ctx: z.RefinementCtx): void {
  for (const { path, message } of daysInOrder(from, to, 'to')) ctx.addIssue({ code: 'custom', path: [path], message })
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= GTFS_IMPORT_MAX_DAYS)
    ctx.addIssue({ code: 'custom', path: ['to'], message: `Choose at most ${GTFS_IMPORT_MAX_DAYS} days at a time.` })
}
