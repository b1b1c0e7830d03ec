import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app'
import type { OpenDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { restore } from '../../server/features/backups/repository/archive'
import { checkMoney } from '../../server/features/payments/repository/check'
import { eraseAgain } from '../../server/features/customers/erasure'
import { useApi, type Client, type Json } from '../support/api'
import { openEmpty } from '../support/empty-database'
import { tableOf } from '../support/markdown-table'

/** Maps values that an older version stored to their current values. */
const asNow = (before: Json): Json =>
  before['payment_method'] === 'card_external' ? { ...before, payment_method: 'terminal' } : before

const folder = 'tests/support/versions'
const listsOf = (version: string) =>
  JSON.parse(readFileSync(join(folder, version, 'lists.json'), 'utf8')) as Record<string, Json[]>

/** Formats an amount as in the tables of the documents. */
const cell = (minor: unknown): string => (typeof minor === 'number' ? String(minor) : '–')

const api = useApi()

/** Methods to upgrade the data of an older version to the current one. */
const UPGRADES = {
  upgraded: async (database: OpenDatabase, version: string) => {
    await database.exec(gunzipSync(readFileSync(join(folder, version, 'database.sql.gz'))).toString())
    await migrate(database)
  },
  'restored from its backup': async (database: OpenDatabase, version: string) => {
    await migrate(database)
    const file = join(folder, version, 'database.backup')
    await restore({ db: database.db, file, key: api.secrets.backup_key, now: () => api.now }, false, eraseAgain)
  },
}

describe.each(['5043b98d', '40095dbf'])('data of version %s', (version) => {
  describe.each(Object.entries(UPGRADES))('%s', (_, upgrade) => {
    const lists = listsOf(version)
    const reservations = lists['reservations'] ?? []
    let database: OpenDatabase
    let app: FastifyInstance
    let admin: Client
    beforeAll(async () => {
      // Minutes after the recording, before the hold expires.
      api.now = new Date('2030-05-20T09:05:00Z')
      database = await openEmpty()
      await upgrade(database, version)
      app = await buildApp({
        config: api.config,
        secrets: api.secrets,
        database,
        consoleDir: '/nonexistent',
        logger: pino({ level: 'silent' }),
        now: () => api.now,
      })
      await app.ready()
      admin = await api.on(app, database.db, 'admin')
    })
    afterAll(async () => {
      await app.close()
      await database.close()
    })

    it.each(Object.keys(lists))('has the same %s', async (resource) => {
      const { rows } = await admin.get(`/${resource}?range=${encodeURIComponent('[0,99]')}`)
      const now = new Map(rows.map((row) => [row['id'], row]))
      for (const before of lists[resource] ?? []) {
        // The current version may have additional fields.
        expect(now.get(before['id'])).toMatchObject(asNow(before))
      }
    })

    it('changes and cancels each reservation for the amounts of that version', async () => {
      for (const row of tableOf(`../${folder}/${version}/amounts.md`, 'Kept when cancelled')) {
        const { id, kind, status, passengers } =
          reservations.find(({ reference }) => reference === row['Reference']) ?? {}
        const step = (verb: string, body: Json) =>
          admin.post(`/reservations/${String(id)}/${verb}`, { reason: 'Compared', ...body }, { ifMatch: '*' })
        const more = {
          simulate: true,
          passengers: [...(passengers as Json[]), { category: 'adult', name: 'One More' }],
        }
        const amended = kind === 'seat' ? (await step('amend', more)).body : {}
        const { body: cancelled } = await step('cancel', { simulate: status === 'cancelled' })
        const actual = {
          ...row,
          'Kept when cancelled': cell(cancelled['cancellation_fee_minor']),
          'Total with one more adult': cell(amended['total_minor']),
        }
        expect(actual).toEqual(row)
        expect(cancelled['status']).toBe('cancelled')
      }
      const journeys = (await admin.list('journeys')).rows
      expect(journeys).toHaveLength(lists['journeys']?.length ?? 0)
      for (const journey of journeys) expect([journey['code'], journey['peak_load']]).toEqual([journey['code'], 0])
      expect((await checkMoney(database.db)).difference).toBeNull()
    })
  })
})
