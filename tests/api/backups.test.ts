import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { prove } from '../../server/features/backups/repository/archive'
import { useApi, type Json, type NearClient } from '../support/api'
import { modeOf, modesIn } from '../support/file-modes'
import { sweepOf, workOf, workOff } from '../support/work'

const home = mkdtempSync(join(tmpdir(), 'wayline-backups-'))
const api = useApi({ backupDir: join(home, 'kept') })
/** Device that refuses every write, like a full disk. */
const FULL_DISK = '/dev/full'
let admin: NearClient

beforeEach(async () => {
  await api.reset()
  rmSync(api.config.backupDir, { recursive: true, force: true })
  api.now = new Date('2030-05-20T09:00:00Z')
  admin = await api.as('admin')
  await sql`update company set backup_hour = null, backups_since = '2030-05-01T00:00:00Z'`.execute(api.db)
})
afterAll(() => rmSync(home, { recursive: true }))

const at = async (now: string) => {
  api.now = new Date(now)
  admin = await api.as('admin')
}
const sweep = () => sweepOf(api, undefined, undefined, true)()
const keep = async (settings: Json) => {
  expect((await admin.patch('/company', settings, { ifMatch: '*' })).status).toBe(200)
}
const backups = async () => (await admin.get('/backups')).body['backups'] as Json[]
const files = () => readdirSync(api.config.backupDir).filter((name) => name.endsWith('.backup'))
const notificationsOf = async (kind: string) =>
  (await sql<{ user_id: string }>`select user_id from notifications where kind = ${kind}`.execute(api.db)).rows

/** Inserts a finished backup, with a placeholder as its file. */
async function made(id: number, finishedAt: string): Promise<string> {
  const file = `wayline-${id}.backup`
  writeFileSync(join(api.config.backupDir, file), 'x')
  await sql`
    insert into backups (id, state, due_at, started_by, created_at, finished_at, file, bytes, row_count, verdict)
    values (${`00000000-0000-7000-8000-${String(id).padStart(12, '0')}`}, 'succeeded', ${finishedAt}, 'backup', ${finishedAt},
      ${finishedAt}, ${file}, 1, 1, 'restored')`.execute(api.db)
  return file
}

describe('a backup that an administrator requests', () => {
  it('is not found when its id is unknown', async () => {
    expect((await admin.get('/backups/00000000-0000-7000-8000-000000000999/file')).body).toMatchObject({
      code: 'not_found',
      detail: 'There is no backup with this id.',
    })
  })

  it('is made, verified, listed and downloaded, replaces older ones, and is invisible to other roles', async () => {
    mkdirSync(api.config.backupDir)
    const days = ['2030-05-19', '2030-05-18', '2030-05-17', '2030-05-12', '2030-04-30']
    const older: string[] = []
    for (const [id, day] of days.entries()) older.push(await made(id, `${day}T03:00:00Z`))
    await keep({ backups_kept: 2 })
    // The draft of a process that was killed while writing, and the draft of a process that is writing.
    for (const [name, day] of [
      ['killed', '2030-05-19T08:00:00Z'],
      ['at-work', '2030-05-20T08:00:00Z'],
    ] as const) {
      const draft = join(api.config.backupDir, `${name}.backup.part`)
      writeFileSync(draft, 'x')
      utimesSync(draft, new Date(day), new Date(day))
    }
    const asked = await admin.post('/backups', {})
    expect(asked).toMatchObject({ status: 202, body: { kind: 'backup', resource: null, state: 'queued' } })
    expect((await admin.post('/backups', {})).body).toMatchObject({ code: 'invalid_state' })
    expect((await backups())[0]).toMatchObject({ state: 'queued', is_scheduled: false, is_there: false })
    expect(await workOff(api)).toEqual([])
    const [task, [backup]] = [await admin.get(`/tasks/${String(asked.body['id'])}`), await backups()]
    expect(task.body).toMatchObject({ state: 'succeeded', done: 100, undo_until: null })
    expect(backup).toMatchObject({
      id: asked.body['id'],
      state: 'succeeded',
      file: 'wayline-2030-05-20T090000Z.backup',
      verdict: 'restored',
      failure: null,
      is_there: true,
    })
    const path = join(api.config.backupDir, String(backup?.['file']))
    const bytes = readFileSync(path)
    expect(backup?.['bytes']).toBe(bytes.length)
    expect(await prove(path, api.secrets.backup_key)).toBe(backup?.['row_count'])
    expect((await admin.readBytes(`/backups/${String(backup?.['id'])}/file`)).equals(bytes)).toBe(true)
    expect(await notificationsOf('backup_made')).toHaveLength(1)
    expect(readdirSync(api.config.backupDir).filter((name) => name.endsWith('.part'))).toEqual(['at-work.backup.part'])
    // The two newest, and the last ones of the week before last and of April.
    expect(files().sort()).toEqual([older[0], older[3], older[4], backup?.['file']].sort())
    expect((await backups()).map(({ file }) => file)).toEqual([backup?.['file'], older[0], older[3], older[4]])
    const history = (
      await admin.list('audit-events', { filter: { action_in: ['backups.completed', 'backups.exported'] } })
    ).rows
    expect(history.map(({ action }) => action).sort()).toEqual(['backups.completed', 'backups.exported'])

    for (const role of ['manager', 'dispatcher', 'viewer'] as const) {
      const other = await api.as(role)
      for (const answer of [
        await other.get('/backups'),
        await other.post('/backups', {}),
        await other.get(`/backups/${String(backup?.['id'])}/file`),
      ])
        expect(answer.status).toBe(403)
    }
  })
})

describe('the daily backup', () => {
  it('is made once a day by one process when it is due, or overdue', async () => {
    await sweep()
    expect(await backups()).toEqual([])
    await sql`update company set backups_since = '2030-05-20T04:00:00Z'`.execute(api.db)
    await keep({ timezone: 'Europe/Madrid', backup_hour: 3 })
    await sweep()
    expect(await backups()).toEqual([])

    await at('2030-05-21T00:59:00Z')
    await sweep()
    expect(await backups()).toEqual([])
    await at('2030-05-21T18:00:00Z')
    await Promise.all([sweep(), sweep()])
    expect(await backups()).toMatchObject([{ state: 'queued', is_scheduled: true, started_by: 'backup' }])
    expect(await workOff(api)).toEqual([])
    expect(await backups()).toMatchObject([{ state: 'succeeded', is_there: true }])
    expect(await notificationsOf('backup_made')).toEqual([])
    await keep({ backup_hour: 5 })
    await sweep()
    expect(await backups()).toHaveLength(1)
    await at('2030-05-22T03:00:00Z')
    await sweep()
    expect(await backups()).toHaveLength(2)
  })

  it.skipIf(process.platform === 'win32')('is in a folder and in files that only their owner can open', async () => {
    await sql`update company set backups_since = '2030-05-19T00:00:00Z'`.execute(api.db)
    await keep({ timezone: 'Europe/Madrid', backup_hour: 3 })
    await sweep()
    const umask = process.umask(0)
    try {
      expect(await workOff(api)).toEqual([])
    } finally {
      process.umask(umask)
    }
    const file = String((await backups())[0]?.['file'])
    expect(modeOf(api.config.backupDir)).toBe('700')
    expect(modesIn(api.config.backupDir)).toEqual({ [file]: '600', [`${file}.sha256`]: '600', 'erasures.json': '600' })
  })

  it('reports why it failed, does not affect the others and notifies administrators', async () => {
    await api.as('manager')
    writeFileSync(api.config.backupDir, 'not a folder')
    await keep({ backup_hour: 3 })
    await sweep()
    expect(await workOff(api)).toHaveLength(1)
    expect(await backups()).toMatchObject([{ state: 'failed', failure: 'not_writable', is_there: false }])
    expect(await notificationsOf('backup_failed')).toHaveLength(1)
    const asked = await admin.post('/backups', {})
    await workOff(api)
    const task = await admin.get(`/tasks/${String(asked.body['id'])}`)
    expect(task.body).toMatchObject({ state: 'failed', failure: { code: 'backup_failed' } })
  })

  it.skipIf(!existsSync(FULL_DISK))('that fills the disk leaves no file and names its file', async () => {
    mkdirSync(api.config.backupDir)
    symlinkSync(FULL_DISK, join(api.config.backupDir, 'wayline-2030-05-20T090000Z.backup.part'))
    await admin.post('/backups', {})
    expect(await workOff(api)).toMatchObject([
      {
        message: expect.stringMatching(/^The disk is full: .*\/wayline-2030-05-20T090000Z\.backup could not/) as string,
      },
    ])
    expect(await backups()).toMatchObject([{ state: 'failed', failure: 'no_space', is_there: false }])
    expect(readdirSync(api.config.backupDir)).toEqual([])
  })

  it('whose process is stopped leaves no file, and is made by the next process', async () => {
    mkdirSync(api.config.backupDir)
    await keep({ backup_hour: 3 })
    await sweep()
    const { work, stop } = workOf(api)
    const isOnTrial = new Promise<void>((resolve) => {
      const watcher = watch(api.config.backupDir, () => {
        if (files().length === 0) return
        watcher.close()
        resolve()
      })
    })
    const working = work()
    // The trial takes many turns of the event loop after the file appears, and polling could be too late on a busy machine.
    await isOnTrial
    await stop()
    await working
    expect(readdirSync(api.config.backupDir)).toEqual(['erasures.json'])
    expect(await backups()).toMatchObject([{ state: 'running', failure: null, is_there: false }])
    const { rows } = await sql`select attempts, locked_until from jobs where kind not like 'sweep.%'`.execute(api.db)
    expect(rows).toEqual([{ attempts: 0, locked_until: null }])
    expect(await workOff(api)).toEqual([])
    expect(await backups()).toMatchObject([{ state: 'succeeded', is_there: true }])
  })

  it('is marked as failed when its job has failed, and deleted when it was cancelled', async () => {
    const lost = await admin.post('/backups', {})
    await sql`update jobs set failed_at = now() where key = ${String(lost.body['id'])}`.execute(api.db)
    await sweep()
    expect(await backups()).toMatchObject([{ state: 'failed', failure: 'interrupted' }])
    const asked = await admin.post('/backups', {})
    await sweep()
    expect((await backups()).map(({ state }) => state)).toEqual(['queued', 'failed'])
    expect((await admin.post(`/tasks/${String(asked.body['id'])}/cancel`)).status).toBe(200)
    await workOff(api)
    await sweep()
    expect(await backups()).toMatchObject([{ failure: 'interrupted' }])
  })

  it('is overdue after two days, with one notification', async () => {
    mkdirSync(api.config.backupDir)
    await keep({ backup_hour: 3 })
    await made(1, '2030-05-18T09:30:00Z')
    await sweep()
    expect(await notificationsOf('backup_overdue')).toEqual([])
    await at('2030-05-20T10:00:00Z')
    await sweep()
    await sweep()
    expect(await notificationsOf('backup_overdue')).toHaveLength(2)
  })
})
