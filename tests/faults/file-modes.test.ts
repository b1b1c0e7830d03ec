import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { capture } from '../../scripts/lib/child.mjs'
import { SHORT_LIVED } from '../../scripts/lib/short-lived.mjs'
import { useProduct } from '../support/faults/product'
import { modeOf, modesIn } from '../support/file-modes'

const product = useProduct()
const home = mkdtempSync(join(tmpdir(), 'wayline-modes-'))
const data = join(home, 'data')
let umask = 0

/** Runs a built command of the installation to its end. */
const command = (name: string, args: string[]) =>
  capture(process.execPath, [...SHORT_LIVED, `dist/server/cli/${name}.js`, ...args], {
    env: { PATH: process.env['PATH'] ?? '', WAYLINE_DATA_DIR: data },
  })

/** Returns the permissions of the files in a folder, each once. */
const modesOfFilesIn = (folder: string) => [...new Set(Object.values(modesIn(folder)))]

describe.skipIf(process.platform === 'win32')(
  'files of a process without a umask (not on Windows, which has no such permissions)',
  () => {
    beforeAll(async () => {
      umask = process.umask(0)
      // Without a password file, the server writes the password of its first administrator into a file.
      const first = product.launch({ WAYLINE_DATA_DIR: data, ADMIN_PASSWORD_FILE: '' })
      await first.ready
      await first.terminate()
    })
    afterAll(() => {
      process.umask(umask)
      rmSync(home, { recursive: true })
    })

    it('can be opened by their owner only when they are in the data folder', () => {
      expect(modeOf(data)).toBe('700')
      expect(modesIn(data)).toMatchObject({ 'secrets.json': '600', 'server.lock': '600', 'first-admin.txt': '600' })
    })

    it('can be opened by their owner only when a command writes a backup to its folder', async () => {
      const { code, output } = await command('backup', [])
      expect(code, output).toBe(0)
      expect(modeOf(join(data, 'backups'))).toBe('700')
      expect(modesOfFilesIn(join(data, 'backups'))).toEqual(['600'])
    })

    it('can be opened by their owner only when a command writes a backup to another new folder', async () => {
      const folder = join(home, 'elsewhere', 'backups')
      const { code, output } = await command('backup', [join(folder, 'office.backup')])
      expect(code, output).toBe(0)
      expect([modeOf(join(home, 'elsewhere')), modeOf(folder)]).toEqual(['700', '700'])
      expect(modesIn(folder)).toMatchObject({ 'office.backup': '600', 'office.backup.sha256': '600' })
      expect(modesOfFilesIn(folder)).toEqual(['600'])
    })

    it('can be opened by their owner only when a command exports the journal', async () => {
      const file = join(home, 'journal.txt')
      const { code, output } = await command('export-journal', ['--from', '2030-01-01', '--to', '2030-01-31', file])
      expect(code, output).toBe(0)
      expect(modeOf(file)).toBe('600')
    })
  },
)
