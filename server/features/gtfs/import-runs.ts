import type { FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { ImportRequest, ImportRun, ImportStage } from '../../../contract/gtfs'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'
import { readRecentRuns, readRun, type RunRequest, type StoredRun } from './repository/runs'
import { findVehicleType } from './repository/vehicle-types'
import { recordRun, runImport, type RunSettings } from './run-import'
import { noVehicleType } from './write/import'

/** A feed on this machine's disk. */
export interface UploadedFeed {
  path: string
  fileName: string
  /** Removes it; called once, when the import has ended. */
  discard: () => Promise<void>
}

interface Settings {
  db: Db
  log: FastifyBaseLogger
  now: () => Date
  /** Only one process can have the database open, so a run that is not this one's has been cut off. */
  isOnlyProcess: boolean
  /** Told after each import that wrote something. */
  onWritten: () => void
}

interface Live {
  run: StoredRun
  stage: ImportStage
  percent: number
}

const RECENT_RUNS = 50
/** Imports that wait for their turn in this process, with the running one. */
const MAX_WAITING = 5
/** A run of another process that takes longer has been cut off. */
const LONGEST_RUN_MS = 3_600_000

/**
 * Imports that run in this process, one after the other. Their progress is kept here and not in the database: on the
 * embedded one nobody else can write while an import does.
 */
export class ImportRuns {
  readonly #live = new Map<string, Live>()
  #last: Promise<void> = Promise.resolve()

  constructor(private readonly settings: Settings) {}

  /**
   * Starts an import and answers at once.
   * @throws Refusal validation when there is no such vehicle type; too_many_requests when too many wait already.
   */
  async start(feed: UploadedFeed, request: ImportRequest, context: Context): Promise<ImportRun> {
    const { db } = this.settings
    const vehicleType = request.vehicle_type ?? null
    if (vehicleType !== null && !(await findVehicleType(db, vehicleType))) throw noVehicleType(vehicleType)
    if (this.#live.size >= MAX_WAITING)
      throw new Refusal('too_many_requests', 'Other imports are waiting already. Try again when they have ended.', {
        retryAfterS: 30,
      })
    const id = uuidv7()
    const asked: RunRequest = {
      from: request.from,
      to: request.to,
      skip_rows_in_error: request.skip_rows_in_error,
      dry_run: request.dry_run,
      vehicle_type: vehicleType,
      started_by: context.actor.name,
    }
    const settings = { id, fileName: feed.fileName, request: asked }
    const run: StoredRun = {
      id,
      file_name: feed.fileName,
      request: asked,
      state: 'running',
      report: null,
      failure: null,
      created_at: context.now().toISOString(),
      finished_at: null,
    }
    this.#live.set(id, { run, stage: 'waiting', percent: 0 })
    try {
      await recordRun(db, context, settings)
    } catch (error) {
      this.#live.delete(id)
      throw error
    }
    this.#last = this.#last.then(() => this.#run(feed, settings, context))
    return this.#show(run)
  }

  /** Does not touch the database while the import runs. @throws Refusal not_found. */
  async get(id: string): Promise<ImportRun> {
    const run = this.#live.get(id)?.run ?? (await readRun(this.settings.db, id))
    if (!run) throw new Refusal('not_found', 'There is no import with this id.')
    return this.#show(run)
  }

  /** Newest first. */
  async recent(): Promise<ImportRun[]> {
    return (await readRecentRuns(this.settings.db, RECENT_RUNS)).map((run) => this.#show(run))
  }

  /** Resolves when everything that was started has ended. */
  async settled(): Promise<void> {
    await this.#last
  }

  async #run(feed: UploadedFeed, settings: RunSettings, context: Context): Promise<void> {
    const { db, log, onWritten } = this.settings
    const onProgress = (stage: ImportStage, percent: number) => {
      const live = this.#live.get(settings.id)
      if (live) Object.assign(live, { stage, percent })
    }
    try {
      const report = await runImport(db, context, feed.path, { ...settings, onProgress })
      if (report.outcome === 'imported') onWritten()
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, importRun: settings.id }, 'import failed')
    } finally {
      this.#live.delete(settings.id)
      await feed.discard().catch((error: unknown) => log.warn({ err: error }, 'uploaded feed not removed'))
    }
  }

  #show(run: StoredRun): ImportRun {
    const live = this.#live.get(run.id)
    const isCutOff =
      run.state === 'running' && !live && (this.settings.isOnlyProcess || this.#age(run) > LONGEST_RUN_MS)
    const status = isCutOff ? 'failed' : run.state
    return {
      id: run.id,
      file_name: run.file_name,
      from: run.request.from,
      to: run.request.to,
      skip_rows_in_error: run.request.skip_rows_in_error,
      dry_run: run.request.dry_run,
      vehicle_type: run.request.vehicle_type,
      status,
      stage: live?.stage ?? (status === 'running' ? 'waiting' : 'finished'),
      progress_pct: live?.percent ?? (status === 'running' ? 0 : 100),
      report: run.report,
      failure: isCutOff ? CUT_OFF : run.failure,
      started_by: run.request.started_by,
      created_at: run.created_at,
      finished_at: run.finished_at,
    }
  }

  #age(run: StoredRun): number {
    return this.settings.now().getTime() - Date.parse(run.created_at)
  }
}

const CUT_OFF = 'The server stopped during the import, so nothing was written. Start it again.'
