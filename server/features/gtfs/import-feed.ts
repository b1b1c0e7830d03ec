import {
  NO_GONE_JOURNEYS,
  type GoneJourneys,
  type ImportReport,
  type ImportStage,
} from '../../../contract/operations/timetable-report'
import type { Db } from '../../db/database'
import type { Context } from '../../kernel/context'
import { planImport, type ImportPlan } from './plan/import'
import type { ArchiveLimits, ArchiveSource } from './read/archive'
import { readFeed } from './read/feed'
import { FEED_FILE, FeedRefused, Issues } from './read/issues'
import { writeImport } from './write/import'
import { undecided, type SourceRequest } from './write/source'
import { noCounts } from './write/writing'

export interface ImportOptions {
  /** Id of the import run in the audit trail. */
  runId: string
  fileName: string
  /** First service date, inclusive; `to` is the last, inclusive. */
  from: string
  to: string
  dryRun: boolean
  skipRowsInError: boolean
  stopSalesOfGone: boolean
  /** Code of the vehicle type that new journeys get; null for the first active one. */
  vehicleType: string | null
  /** Decisions about the source of the feed. */
  source: SourceRequest
  limits?: ArchiveLimits
  onProgress?: (stage: ImportStage, percent: number) => void
}

const READING_PERCENT = 45

/**
 * Imports a GTFS feed for the requested service dates in one transaction.
 * A feed with erroneous rows is refused unless they are skipped. Importing the same feed for the same dates is idempotent.
 * A feed whose source is not clear, or that moves or renames stations, is refused without a decision.
 * @throws Refusal unavailable while another import writes; validation for an unknown vehicle type or source
 */
export async function importFeed(
  db: Db,
  context: Context,
  source: ArchiveSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const issues = new Issues()
  const { onProgress = () => undefined } = options
  const plan = await readPlan(source, issues, options)
  if (!plan || (issues.errorsTotal > 0 && !options.skipRowsInError))
    return reportOf('refused', plan, issues, NOTHING_WRITTEN)

  const {
    counts,
    gone,
    origin,
    issues: found,
  } = await writeImport(db, context, plan, {
    ...options,
    onProgress: (stage, share) =>
      onProgress(stage, READING_PERCENT + Math.floor(share * (PERCENT_BEFORE_COMMIT - READING_PERCENT))),
  })
  const fault = options.dryRun ? null : undecided(origin)
  if (fault) {
    issues.error({ file: FEED_FILE }, fault)
    return reportOf('refused', plan, issues, { ...NOTHING_WRITTEN, origin })
  }
  issues.adopt(found)
  counts.stations.skipped += issues.badRows('stops.txt')
  counts.routes.skipped += issues.badRows('routes.txt')
  counts.journeys.skipped += plan.feed.leftOut
  counts.fares.skipped +=
    issues.badRows('fare_attributes.txt') + issues.badRows('fare_rules.txt') + issues.leftOut('fares')
  return reportOf(options.dryRun ? 'dry_run' : 'imported', plan, issues, { counts, gone, origin })
}

const NOTHING_WRITTEN: Result = { counts: noCounts(), gone: NO_GONE_JOURNEYS, origin: null }

const PERCENT_BEFORE_COMMIT = 99

/** Returns undefined when the feed cannot be read; `issues` contain the reasons. */
async function readPlan(
  source: ArchiveSource,
  issues: Issues,
  { from, to, limits, onProgress = () => undefined }: ImportOptions,
): Promise<ImportPlan | undefined> {
  onProgress('reading', 0)
  try {
    const onRead = (share: number) => onProgress('reading', Math.floor(share * READING_PERCENT))
    const feed = await readFeed(source, issues, { from, to, onRead, ...(limits && { limits }) })
    return await planImport(feed, issues, { from, to })
  } catch (error) {
    if (error instanceof FeedRefused) return undefined
    throw error
  }
}

interface Result {
  counts: ImportReport['counts']
  gone: GoneJourneys
  origin: ImportReport['source']
}

function reportOf(
  outcome: ImportReport['outcome'],
  plan: ImportPlan | undefined,
  issues: Issues,
  { counts, gone, origin }: Result,
): ImportReport {
  return {
    outcome,
    is_readable: plan !== undefined,
    feed: plan ? headOf(plan) : null,
    source: origin,
    counts,
    warnings: issues.warnings,
    warnings_total: issues.warningsTotal,
    errors: issues.errors,
    errors_total: issues.errorsTotal,
    gone,
    journeys_by_date: plan?.byDate ?? [],
  }
}

const headOf = ({ key, feed: { head } }: ImportPlan): ImportReport['feed'] => ({
  source: key,
  publisher: head.publisher,
  language: head.language || null,
  timezone: head.timezone,
  start_date: head.startDate,
  end_date: head.endDate,
})
