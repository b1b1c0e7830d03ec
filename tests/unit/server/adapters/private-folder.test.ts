import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderOpenToOthers, makePrivate } from '../../../../server/adapters/private-folder'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wayline-private-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')(
  'a private folder (not on Windows, which has no such permissions)',
  () => {
    it('is created for its owner only, with its parent folders', () => {
      makePrivate(join(home, 'a', 'b'))
      expect(modeOf(join(home, 'a', 'b'))).toBe('700')
    })

    it.each([0o755, 0o750, 0o701, 0o777])('is closed to other users when it is open to them: %o', (mode) => {
      chmodSync(home, mode)
      makePrivate(home)
      expect(modeOf(home)).toBe('700')
    })

    it.each([0o700, 0o500])('is unchanged when only its owner can open it: %o', (mode) => {
      chmodSync(home, mode)
      makePrivate(home)
      expect(modeOf(home)).toBe(mode.toString(8))
    })

    it.skipIf(process.platform !== 'linux')(
      'is refused with the command that closes it when that is not permitted (in /proc: Linux)',
      () => {
        expect(() => makePrivate('/proc/self/task')).toThrow(FolderOpenToOthers)
        expect(() => makePrivate('/proc/self/task')).toThrow('sudo chmod 700 /proc/self/task')
      },
    )
  },
)
