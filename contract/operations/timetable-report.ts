import { z } from 'zod'
import { daysInOrder } from '../entities/parts'
import { GTFS_IMPORT_MAX_DAYS, GTFS_SOURCE_NAME_MAX_CHARS } from '../core/limits/files'
import { Code, Id, I18nText, Instant, line, PlainDate, TimeZone } from '../core/scalars'
import { schemaMessage } from '../core/sentence'

/** Maximum number of warnings, and of errors, in a report; its totals count all. */
export const GTFS_REPORT_MAX_ISSUES = 200

/** Issue in a feed: its location, the fact, and the remedy. */
export const FeedIssue = z.object({
  /** File name inside the zip, for example `stop_times.txt`; `feed.zip` is the zip itself. */
  file: z.string(),
  /** Line of the file, from 1 (the header); null for the whole file. */
  line: z.int().min(1).nullable(),
  /** Column; null for the whole line. */
  field: z.string().nullable(),
  code: z.string(),
  /** Fact in English. */
  detail: z.string(),
  /** Remedy in English. */
  remedy: z.string(),
  /** Values in `detail` by name, for translations. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type FeedIssue = z.output<typeof FeedIssue>

/** Results of the records of one kind. `skipped` = left out, each with a warning or an error that explains it. */
export const ImportCount = z.object({
  created: z.int().min(0),
  updated: z.int().min(0),
  unchanged: z.int().min(0),
  skipped: z.int().min(0),
})
export type ImportCount = z.output<typeof ImportCount>

export const IMPORTED_KINDS = ['stations', 'routes', 'patterns', 'journeys', 'fares'] as const
export type ImportedKind = (typeof IMPORTED_KINDS)[number]

/** Maximum number of `GoneJourneys` that a report lists. */
export const GTFS_REPORT_MAX_GONE = 100

/**
 * Journeys that an earlier import of the same feed created on the requested dates, and that this feed no longer has. The
 * import deletes none of them: users decide. Cancelled and departed journeys do not count.
 */
export const GoneJourneys = z.object({
  count: z.int().min(0),
  /** Number of journeys with seats sold or held. */
  booked: z.int().min(0),
  /** Number of journeys that were on sale before this import. */
  on_sale: z.int().min(0),
  /** Number of journeys taken off sale by this import; 0 without `stop_sales_of_gone`. */
  stopped: z.int().min(0),
  /** The first journeys, those with passengers before the others. */
  journeys: z.array(z.object({ id: Id, code: z.string(), seats_taken: z.int().min(0) })),
})
export type GoneJourneys = z.output<typeof GoneJourneys>

export const NO_GONE_JOURNEYS: GoneJourneys = { count: 0, booked: 0, on_sale: 0, stopped: 0, journeys: [] }

/** Maximum number of changed stations that `ImportSource` lists. */
export const GTFS_REPORT_MAX_CHANGES = 10

/** Evidence for the source of a feed. */
export const SOURCE_REASONS = [
  /** It carries the mark of an export of this company. */
  'own_export',
  /** At least 60 % of its stops have the id, the name and the place of a stop of the source. */
  'stops_agree',
  /** At least 60 % of its routes have the id and the stops of a route of the source. */
  'routes_agree',
  /** It is an edition of the source, but some stops have other names or places. */
  'stops_changed',
  /** Some stops agree with the source, too few to be sure. */
  'few_stops_agree',
  /** Its stops or its routes agree with the source, but not both, and publisher or agencies differ. */
  'other_routes',
  /** It agrees with several sources. */
  'several_sources',
  /** Only publisher and agencies agree. */
  'same_publisher',
  /** Its stops have names and places of the source, but other ids. */
  'same_places',
  /** No known source agrees. */
  'nothing_agrees',
  /** The request names the source. */
  'chosen',
] as const
export type SourceReason = (typeof SOURCE_REASONS)[number]

/** Station that an import moves by more than a kilometre or renames. */
export const StationChange = z.object({
  id: Id,
  code: z.string(),
  before: I18nText,
  after: I18nText,
  /** Metres; null for an unknown position. */
  moved_m: z.int().min(0).nullable(),
})
export type StationChange = z.output<typeof StationChange>

/** Source that a feed belongs to, and what a user has to decide. */
export const ImportSource = z.object({
  /** Source that the counts refer to; null for a new one. */
  id: Id.nullable(),
  name: z.string(),
  /** True for the company's own records, which its exports contain. */
  is_own: z.boolean(),
  /** `same` = an edition of this source; `new` = a new source; `ask` = a user decides. */
  verdict: z.enum(['same', 'new', 'ask']),
  reason: z.enum(SOURCE_REASONS),
  /**
   * What an import still requires: `source` = `source_id` or `new_source_name`; `moves` = `accept_moves`, or
   * `new_source_name` for a feed of another source.
   */
  requires: z.enum(['source', 'moves']).nullable(),
  /** The first changed stations, the farthest first, up to GTFS_REPORT_MAX_CHANGES. */
  changes: z.array(StationChange),
  changes_total: z.int().min(0),
})
export type ImportSource = z.output<typeof ImportSource>

/** Origin of imported timetables. */
export const GtfsSource = z.object({
  id: Id,
  name: z.string(),
  is_own: z.boolean(),
  created_at: Instant,
})
export type GtfsSource = z.output<typeof GtfsSource>

/** Result of an import or a dry run, or why it was refused. */
export const ImportReport = z.object({
  /** `refused` = nothing was written; `errors` say why. */
  outcome: z.enum(['imported', 'dry_run', 'refused']),
  /**
   * False if the feed or one of its files cannot be read: `skip_rows_in_error` does not help. Absent in older reports.
   */
  is_readable: z.boolean().optional(),
  /** Null if the feed is not readable up to this information. */
  feed: z
    .object({
      /** Publisher and agencies. */
      source: z.string(),
      publisher: z.string(),
      /** Language of the names in the feed; null if unspecified. */
      language: z.string().nullable(),
      /** Time zone of the feed. */
      timezone: TimeZone,
      /** First service date of the feed; null without one. `end_date`: the last one. */
      start_date: PlainDate.nullable(),
      end_date: PlainDate.nullable(),
    })
    .nullable(),
  /** Null if the feed was refused before its source was determined. */
  source: ImportSource.nullable(),
  counts: z.record(z.enum(IMPORTED_KINDS), ImportCount),
  /** The first warnings, up to GTFS_REPORT_MAX_ISSUES. */
  warnings: z.array(FeedIssue),
  warnings_total: z.int().min(0),
  /** The first errors, up to GTFS_REPORT_MAX_ISSUES. */
  errors: z.array(FeedIssue),
  errors_total: z.int().min(0),
  gone: GoneJourneys,
  /** One row for each requested service date. */
  journeys_by_date: z.array(
    z.object({
      date: PlainDate,
      count: z.int().min(0),
      /** Highest number of journeys of this service date under way at the same time. */
      most_at_once: z.int().min(0),
    }),
  ),
})
export type ImportReport = z.output<typeof ImportReport>

export const IMPORT_STAGES = ['waiting', 'reading', 'stations', 'routes', 'journeys', 'fares', 'finished'] as const
export type ImportStage = (typeof IMPORT_STAGES)[number]

/** Fields of `POST /api/gtfs/imports/` in addition to `file`; all are texts of a multipart form. */
const importFields = {
  /** First service date of the journeys to create, `to`: the last one, both included. */
  from: PlainDate,
  to: PlainDate,
  /** Imports the valid rows and skips invalid ones with everything that depends on them. */
  skip_rows_in_error: z.stringbool().default(false),
  /** Stops the sale of the `GoneJourneys`; existing reservations remain. */
  stop_sales_of_gone: z.stringbool().default(false),
  /** Reports the result without writing it. */
  dry_run: z.stringbool().default(false),
  /** Code of the vehicle type that sets the seats of new journeys; defaults to the first active one. */
  vehicle_type: Code.optional(),
  /** Source that the feed is an edition of; determined from its stops and routes by default. */
  source_id: Id.optional(),
  /** Name of a new source for the feed. */
  new_source_name: line(GTFS_SOURCE_NAME_MAX_CHARS).optional(),
  /** Moves stations by more than a kilometre and renames them as the feed says. */
  accept_moves: z.stringbool().default(false),
}
export const ImportRequest = z.strictObject(importFields).superRefine(refuseDates).superRefine(refuseTwoSources)
export type ImportRequest = z.output<typeof ImportRequest>

/** Complete form, for the documentation. */
export const ImportForm = z.object({
  file: z.string().meta({ format: 'binary', description: 'The feed, a .zip.' }),
  ...importFields,
})

/** One import. `refused` = the feed is invalid, `failed` = internal error, `cancelled` = stopped by a user. */
export const ImportRun = z.object({
  id: Id,
  file_name: z.string(),
  from: PlainDate,
  to: PlainDate,
  skip_rows_in_error: z.boolean(),
  stop_sales_of_gone: z.boolean(),
  dry_run: z.boolean(),
  vehicle_type: z.string().nullable(),
  source_id: Id.nullable(),
  new_source_name: z.string().nullable(),
  accept_moves: z.boolean(),
  status: z.enum(['running', 'succeeded', 'refused', 'failed', 'cancelled']),
  stage: z.enum(IMPORT_STAGES),
  /** Finished share of the work in percent. */
  progress_pct: z.int().min(0).max(100),
  /** Null until the import has finished, and after a failure. */
  report: ImportReport.nullable(),
  /** Reason and remedy of a failure in English; null unless the import failed. */
  failure: z.string().nullable(),
  started_by: z.string(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type ImportRun = z.output<typeof ImportRun>

/** Query of `GET /api/gtfs/export/`: first and last service date of the exported journeys, both included. */
export const ExportQuery = z.strictObject({ from: PlainDate, to: PlainDate }).superRefine(refuseDates)
export type ExportQuery = z.output<typeof ExportQuery>

const DAY_MS = 86_400_000

function refuseDates({ from, to }: { from: string; to: string }, ctx: z.RefinementCtx): void {
  for (const { path, message } of daysInOrder(from, to, 'to'))
    ctx.addIssue({ code: 'custom', path: [path], message: String(message) })
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= GTFS_IMPORT_MAX_DAYS)
    ctx.addIssue({
      code: 'custom',
      path: ['to'],
      message: schemaMessage`Choose at most ${GTFS_IMPORT_MAX_DAYS} days at a time.`,
    })
}

function refuseTwoSources(request: { source_id?: string; new_source_name?: string }, ctx: z.RefinementCtx): void {
  if (request.source_id !== undefined && request.new_source_name !== undefined)
    ctx.addIssue({
      code: 'custom',
      path: ['new_source_name'],
      message: schemaMessage`Send either source_id or new_source_name.`,
    })
}
