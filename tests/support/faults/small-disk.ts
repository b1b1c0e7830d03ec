import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Fills it but for so many bytes. */
  fill: (leaving: number) => void
  /** Takes away again what filled it. */
  free: () => void
  /** From now on nothing can be written to it. */
  makeReadOnly: () => void
  remove: () => void
}

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const MOUNTED = ['-t', 'tmpfs', '-o'] as const

/** Why what needs a disk of its own is skipped; nothing where it is not. */
export const NEEDS_MOUNT = mayMount() ? '' : ' (skipped: nobody may mount a disk here)'

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-mount-'))
  const may = run('mount', ...MOUNTED, 'size=1m', 'tmpfs', folder)
  if (may) run('umount', folder)
  rmSync(folder, { recursive: true })
  return may
}

/** A disk in memory with little room. */
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
