import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { SHORT_LIVED } from '../../scripts/lib/short-lived.mjs'
import { connect } from '../support/e2e/api'
import { useProduct } from '../support/faults/product'
import { mountSmallDisk, NEEDS_MOUNT } from '../support/faults/small-disk'
import { createDatabase } from '../support/postgres'

/** Makes the trial restore of a backup wait until the process receives a signal. */
const HELD_TRIAL = { NODE_OPTIONS: `--import ${new URL('../support/faults/held-trial.mjs', import.meta.url).href}` }
/** A line of a Node.js stack trace. */
const STACK_TRACE = /^\s+at /m

const product = useProduct()
const server = inject('postgresServer')
const home = mkdtempSync(join(tmpdir(), 'wayline-ending-'))
afterAll(() => rmSync(home, { recursive: true }))

describe('a process that is terminated during a backup', () => {
  const ENGINES = ['embedded', ...(server === null ? [] : ['postgres'])]
  it.each(ENGINES)('exits normally and leaves no files of the backup (%s)', async (engine) => {
    const folder = join(home, engine)
    const database = engine === 'postgres' ? await createDatabase(String(server)) : null
    const life = product.launch({
      WAYLINE_DATA_DIR: folder,
      BACKUP_DIR: join(folder, 'kept'),
      ...HELD_TRIAL,
      ...(database && { DATABASE_URL: database.url }),
    })
    await life.ready
    const files = () => (existsSync(join(folder, 'kept')) ? readdirSync(join(folder, 'kept')) : [])
    const api = await connect(life.address)
    expect((await api.post('/backups', {})).status).toBe(202)
    await expect.poll(() => files().some((name) => name.endsWith('.backup'))).toBe(true)
    expect(await life.terminate()).toBe(0)
    expect(files().filter((name) => name !== 'erasures.json')).toEqual([])
    await database?.drop()
  })
})

describe('a manual backup that is interrupted', () => {
  it('reports the interruption and leaves no draft', async () => {
    const folder = join(home, 'by-hand')
    const life = product.launch({ WAYLINE_DATA_DIR: folder })
    await life.ready
    await life.terminate()
    const env = { PATH: process.env['PATH'] ?? '', WAYLINE_DATA_DIR: folder, ...HELD_TRIAL }
    const command = spawn(process.execPath, [...SHORT_LIVED, 'dist/server/cli/backup.js'], { env })
    let output = ''
    command.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = once(command, 'close')
    const files = () => (existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : [])
    await expect.poll(() => files().length).toBeGreaterThan(0)
    command.kill('SIGINT')
    expect(await ended).toEqual([1, null])
    expect(output).toContain('Stopped.')
    expect(files().filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a start that fails', () => {
  it('prints the reason in a sentence, and exits', async () => {
    const [taken, file, damaged] = [createServer(), join(home, 'file'), join(home, 'damaged')]
    await once(taken.listen(0, '127.0.0.1'), 'listening')
    const { port } = taken.address() as AddressInfo
    writeFileSync(file, '')
    mkdirSync(join(damaged, 'db'), { recursive: true })
    writeFileSync(join(damaged, 'db', 'PG_VERSION'), '17\n')
    const starts = [
      [{ WAYLINE_DATA_DIR: join(home, 'taken'), PORT: String(port) }, `PORT: another process uses 127.0.0.1:${port}`],
      [{ WAYLINE_DATA_DIR: file }, `Something else is at ${file} already.`],
      [{ WAYLINE_DATA_DIR: join(file, 'below') }, `${join(file, 'below')} leads through a file`],
      [{ WAYLINE_DATA_DIR: damaged }, `${join(damaged, 'db')} could not be opened: `],
    ] as const
    for (const [settings, sentence] of starts) {
      const life = product.launch(settings)
      expect(await life.ended).toBe(1)
      expect(life.output()).toContain(sentence)
      expect(life.output()).not.toMatch(STACK_TRACE)
    }
    taken.close()
  })
})

describe.skipIf(process.platform !== 'linux')('a data folder that other users can open (in /proc: Linux)', () => {
  it('is closed by a start, also with its secrets elsewhere', async () => {
    const [folder, secrets] = [join(home, 'open'), join(home, 'keys.json')]
    const keys = ['access_token_key', 'csrf_key', 'ticket_key', 'webhook_key', 'account_key', 'backup_key']
    const key = Buffer.alloc(32, 7).toString('base64')
    writeFileSync(secrets, JSON.stringify(Object.fromEntries(keys.map((name) => [name, key]))), { mode: 0o600 })
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    const life = product.launch({ WAYLINE_DATA_DIR: folder, SECRETS_FILE: secrets })
    await life.ready
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
    await life.kill()
  })

  it('prevents the start with the command that closes it when the process may not close it', async () => {
    const life = product.launch({ WAYLINE_DATA_DIR: '/proc/self/task' })
    expect(await life.ended).toBe(1)
    expect(life.output()).toContain('sudo chmod 700 /proc/self/task')
    expect(life.output()).not.toMatch(STACK_TRACE)
  })
})

describe.skipIf(NEEDS_MOUNT)(`a start in a read-only folder${NEEDS_MOUNT}`, () => {
  it('prints the reason in a sentence, and succeeds when only the backups cannot be written', async () => {
    const disk = mountSmallDisk(1)
    try {
      mkdirSync(join(disk.folder, 'data'))
      disk.makeReadOnly()
      const life = product.launch({ WAYLINE_DATA_DIR: join(disk.folder, 'data') })
      expect(await life.ended).toBe(1)
      const sentence = 'is on a read-only file system. Make it writable, or choose another place.'
      expect(life.output()).toBe(`${join(disk.folder, 'data', 'server.lock')} ${sentence}\n`)
      const other = product.launch({ WAYLINE_DATA_DIR: join(home, 'other'), BACKUP_DIR: disk.folder })
      await other.ready
      expect(other.output()).toContain(`No backup can be made: ${disk.folder} ${sentence}`)
    } finally {
      disk.remove()
    }
  })
})
