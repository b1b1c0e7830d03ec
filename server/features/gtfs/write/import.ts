import {
  IMPORTED_KINDS,
  NO_GONE_JOURNEYS,
  type ImportSource,
  type ImportStage,
} from '../../../../contract/operations/timetable-report'
import { sentence } from '../../../../contract/core/sentence'
import { audit } from '../../../kernel/audit'
import type { Db } from '../../../db/database'
import { inTransaction } from '../../../db/transaction'
import { codeOf, LOCK_NOT_AVAILABLE } from '../../../db/unavailable'
import type { Context } from '../../../kernel/context'
import { Refusal, invalidAt } from '../../../http/refusal'
import type { ImportPlan } from '../plan/import'
import { Issues } from '../read/issues'
import { auditCreations } from '../repository/events'
import { lockImports } from '../repository/links'
import { findVehicleType, standInVehicleType } from '../repository/vehicle-types'
import { writeFares } from './fares'
import { reportGoneJourneys } from './gone'
import { writeJourneys } from './journeys'
import { warnOfMissingFares } from './missing-fares'
import { writeRoutes } from './routes'
import { writeStations } from './stations'
import { withoutOwnRecords } from './own-records'
import { chooseSource, type SourceRequest } from './source'
import { noCounts, type Writing } from './writing'

export interface WriteOptions {
  /** Id of the import run in the audit trail. */
  runId: string
  fileName: string
  /** First service date, inclusive; `to` is the last, inclusive. */
  from: string
  to: string
  /** True rolls back at the end, so that the counts are those of a real import. */
  dryRun: boolean
  /** True closes the sale of journeys that the feed no longer has. */
  stopSalesOfGone: boolean
  /** Code of the vehicle type that new journeys get; null for the first active one. */
  vehicleType: string | null
  source: SourceRequest
  /** Called with the share of the writing that is done, 0 to 1. */
  onProgress: (stage: ImportStage, share: number) => void
}

interface Written extends Pick<Writing, 'counts' | 'gone' | 'issues'> {
  origin: ImportSource
}

const ROUTES_SHARE = 0.05
const JOURNEYS_SHARE = 0.1
const FARES_SHARE = 0.95

/** Rolls back the transaction of a dry run, or of an import that needs a decision, without an error. */
class RolledBack extends Error {}

/**
 * Writes a plan in one transaction. Without a required decision about its source nothing is written.
 * @throws Refusal unavailable while another import writes.
 */
export async function writeImport(db: Db, context: Context, plan: ImportPlan, options: WriteOptions): Promise<Written> {
  let written: Written | undefined
  try {
    await inTransaction(db, async (tx) => {
      await lockImports(tx)
      const { source, report: origin } = await chooseSource(tx, plan, options.source)
      const writing: Writing = {
        tx,
        context,
        source: source.key,
        counts: noCounts(),
        gone: NO_GONE_JOURNEYS,
        issues: new Issues(),
      }
      // Counts and issues are collected while writing, so the result is the same object.
      written = Object.assign(writing, { origin })
      if (origin.requires !== null && !options.dryRun) throw new RolledBack()
      await writeAll(writing, source.isOwn ? await withoutOwnRecords(writing, plan, options) : plan, options)
      if (options.dryRun) throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw codeOf(error) === LOCK_NOT_AVAILABLE ? BUSY : error
  }
  if (!written) throw new Error('The transaction ended without a result.')
  return written
}

async function writeAll(writing: Writing, plan: ImportPlan, options: WriteOptions): Promise<void> {
  const { tx, context, counts } = writing
  const { feed, runs } = plan
  const { onProgress, runId, fileName } = options
  onProgress('stations', 0)
  const stationIds = await writeStations(writing, plan.stations)
  onProgress('routes', ROUTES_SHARE)
  const routes = await writeRoutes(writing, plan.routes, stationIds)
  const vehicleType = await vehicleTypeFor(writing, options.vehicleType)
  const terms = { timezone: feed.head.timezone, vehicleTypeId: vehicleType.id }
  const timetable = { runs, stopIds: feed.stops.map((stop) => stop.id), stationIds, routes, terms }
  await reportGoneJourneys(writing, runs, options)
  await writeJourneys(writing, timetable, (share) =>
    onProgress('journeys', JOURNEYS_SHARE + share * (FARES_SHARE - JOURNEYS_SHARE)),
  )
  onProgress('fares', FARES_SHARE)
  await writeFares(writing, plan.fares, routes, stationIds)
  await warnOfMissingFares(writing, plan, { routes, stationIds, vehicleTypeId: vehicleType.id }, options)
  await audit(tx, context, {
    action: 'gtfs.imported',
    entity: { type: 'import-runs', id: runId, label: fileName },
    changes: [
      ...IMPORTED_KINDS.map((kind) => ({ field: kind, old: null, new: counts[kind] })),
      ...(writing.gone.stopped > 0 ? [{ field: 'sales_stopped', old: null, new: writing.gone.stopped }] : []),
    ],
  })
}

async function vehicleTypeFor({ tx, context }: Writing, code: string | null): Promise<{ id: string; seats: number }> {
  const known = await findVehicleType(tx, code)
  if (known) return known
  if (code !== null) throw noVehicleType(code)
  const { isNew, ...made } = await standInVehicleType(tx)
  if (isNew)
    await auditCreations(tx, context, 'vehicle-types', [
      { id: made.id, label: made.code, values: { code: made.code, seats: made.seats } },
    ])
  return made
}

export const noVehicleType = (code: string) =>
  invalidAt('vehicle_type', sentence`There is no vehicle type ${code}. Choose one from the list.`, 'unknown_reference')

const BUSY = new Refusal(
  'unavailable',
  sentence`Another import is writing, or a user is changing one of its journeys. Nothing was written; start it again in a moment.`,
  { retryAfterS: 30 },
)
