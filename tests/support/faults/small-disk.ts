import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Fills the disk except for `leaving` bytes. */
  fill: (leaving: number) => void
  /** Deletes the filler. */
  free: () => void
  /** Makes the disk read-only. */
  makeReadOnly: () => void
  remove: () => void
}

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const MOUNTED = ['-t', 'tmpfs', '-o'] as const

/** Suffix that says why a test that needs a mounted disk is skipped; empty when it runs. */
export const NEEDS_MOUNT = mayMount() ? '' : ' (skipped: mounting a disk is not permitted here)'

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-mount-'))
  const may = run('mount', ...MOUNTED, 'size=1m', 'tmpfs', folder)
  if (may) run('umount', folder)
  rmSync(folder, { recursive: true })
  return may
}

/** Mounts a small disk in memory. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-disk-'))
  if (!run('mount', ...MOUNTED, `size=${megabytes}m`, 'tmpfs', folder)) throw new Error(`${folder} cannot be mounted`)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: (leaving) => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaving)))
    },
    free: () => rmSync(ballast),
    makeReadOnly: () => void run('mount', '-o', 'remount,ro', folder),
    remove: () => {
      run('umount', '-l', folder)
      rmSync(folder, { recursive: true })
    },
  }
}
