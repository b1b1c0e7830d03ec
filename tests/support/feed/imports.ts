import { expect } from 'vitest'
import type { ImportReport, ImportRun } from '../../../contract/operations/timetable-report'
import type { Answer, Client, Json, TestApi } from '../api'
import { workOff } from '../work'
import { zipFeed, type FeedFiles } from './zip'

/** Dates that tests import from the feed of Island Lines. */
export const DATES = { from: '2025-03-28', to: '2025-04-01' }
export const NOTHING = { created: 0, updated: 0, unchanged: 0, skipped: 0 }

type Fields = Record<string, string>

/** Runs imports over HTTP as a manager of an empty database. */
export class Imports {
  #manager: Client | undefined

  constructor(private readonly api: TestApi) {}

  get manager(): Client {
    if (!this.#manager) throw new Error('Call startAnew first.')
    return this.#manager
  }

  async startAnew(): Promise<void> {
    await this.api.reset()
    this.#manager = await this.api.as('manager')
  }

  /** Sends the form as the console does. */
  async post(client: Client, fields: Fields, file?: Buffer): Promise<Answer> {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    if (file) data.set('file', new Blob([new Uint8Array(file)]), 'island-lines.zip')
    const packed = new Response(data)
    const headers = { 'content-type': packed.headers.get('content-type') ?? '' }
    return client.post('/gtfs/imports/', Buffer.from(await packed.arrayBuffer()), { headers })
  }

  /** Imports and waits until the import has ended. */
  async run(files: FeedFiles | Buffer, fields: Fields = {}): Promise<ImportRun> {
    const zip = Buffer.isBuffer(files) ? files : await zipFeed(files)
    const started = await this.post(this.manager, { ...DATES, ...fields }, zip)
    expect(started.status).toBe(202)
    expect(await workOff(this.api)).toEqual([])
    return (await this.manager.get(`/gtfs/imports/${String(started.body['id'])}/`)).body as unknown as ImportRun
  }

  /** Imports and expects success. */
  async report(files: FeedFiles | Buffer, fields: Fields = {}): Promise<ImportReport> {
    const ended = await this.run(files, fields)
    expect(ended.failure).toBeNull()
    return ended.report as ImportReport
  }

  async journeys(filter: Json): Promise<Json[]> {
    return (await this.manager.list('journeys', { filter, sort: ['departs_at', 'ASC'] })).rows
  }

  /** Counts the rows of every table that an import writes. */
  async totals(): Promise<Record<string, number>> {
    const counted = await Promise.all(
      TABLES.map((table) =>
        this.api.db
          .selectFrom(table)
          .select((query) => query.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    )
    return Object.fromEntries(TABLES.map((table, index) => [table, counted[index]?.count ?? 0]))
  }
}

const TABLES = [
  'stations',
  'routes',
  'route_stops',
  'journeys',
  'journey_calls',
  'journey_legs',
  'fares',
  'import_links',
  'vehicle_types',
] as const
