import { IMPORTED_KINDS, NO_GONE_JOURNEYS, type ImportStage } from '../../../../contract/operations/timetable-report'
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
  /** Called with the share of the writing that is done, 0 to 1. */
  onProgress: (stage: ImportStage, share: number) => void
}

type Written = Pick<Writing, 'counts' | 'gone' | 'issues'>

const ROUTES_SHARE = 0.05
const JOURNEYS_SHARE = 0.1
const FARES_SHARE = 0.95

/** Rolls back the transaction of a dry run without an error. */
class DryRunDone extends Error {}

/** Writes a plan in one transaction. @throws Refusal unavailable while another import writes. */
export async function writeImport(db: Db, context: Context, plan: ImportPlan, options: WriteOptions): Promise<Written> {
  let written: Written = { counts: noCounts(), gone: NO_GONE_JOURNEYS, issues: new Issues() }
  try {
    await inTransaction(db, async (tx) => {
      const writing = {
        tx,
        context,
        source: plan.source,
        counts: noCounts(),
        gone: NO_GONE_JOURNEYS,
        issues: new Issues(),
      }
      written = writing
      await writeAll(writing, plan, options)
      if (options.dryRun) throw new DryRunDone()
    })
  } catch (error) {
    if (!(error instanceof DryRunDone)) throw codeOf(error) === LOCK_NOT_AVAILABLE ? BUSY : error
  }
  return written
}

async function writeAll(writing: Writing, plan: ImportPlan, options: WriteOptions): Promise<void> {
  const { tx, context, counts } = writing
  const { feed, runs } = plan
  const { onProgress, runId, fileName } = options
  await lockImports(tx)
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
  invalidAt('vehicle_type', `There is no vehicle type ${code}. Choose one from the list.`, 'unknown_reference')

const BUSY = new Refusal(
  'unavailable',
  'Another import is writing, or a user is changing one of its journeys. Nothing was written; start it again in a moment.',
  { retryAfterS: 30 },
)
