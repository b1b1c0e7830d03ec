import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderInUse, lockDataFolder } from '../../../../server/db/data-lock'

const HOLDER = fileURLToPath(new URL('../../../support/hold-lock.mjs', import.meta.url))
/** Own network, process numbers and host name, as in a container. */
const NAMESPACES = ['--net', '--pid', '--uts', '--fork', '--kill-child']
const mayIsolate = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0

let folder: string
let holders: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wayline-lock-'))
  holders = []
})
afterEach(async () => {
  await Promise.all(holders.map(kill))
  rmSync(folder, { recursive: true })
})

async function kill(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await ended
}

/** Starts a process that takes the lock. @returns its message: `held`, or the reason of the refusal */
function hold(command: string[] = []): Promise<string> {
  const [program = '', ...args] = [...command, process.execPath, HOLDER, folder]
  const holder = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  holders.push(holder)
  return new Promise((resolve, reject) => {
    holder.once('message', (said) => resolve(said as string))
    holder.once('error', reject)
    holder.once('exit', () => reject(new Error('the process ended without a word')))
  })
}

describe('the lock of a data folder', () => {
  it('names its holder and is free again after the holder was killed', async () => {
    expect(await hold()).toBe('held')
    const refused = lockDataFolder(folder)
    await expect(refused).rejects.toThrow(DataFolderInUse)
    await expect(refused).rejects.toThrow(`${folder} is in use by process ${holders[0]?.pid} on ${hostname()} since 2`)
    await kill(holders[0] as ChildProcess)
    const unlock = await lockDataFolder(folder)
    await unlock()
    expect(await hold()).toBe('held')
  })

  it('is acquired by exactly one of many processes that start at once, also after another was killed', async () => {
    expect(await hold()).toBe('held')
    await kill(holders[0] as ChildProcess)
    const answers = await Promise.all(Array.from({ length: 6 }, () => hold()))
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1)
    expect(answers.filter((answer) => answer.startsWith(`${folder} is in use by `))).toHaveLength(5)
  })

  it.skipIf(!mayIsolate)(
    'excludes a process of another container, with its own network and process numbers',
    async () => {
      expect(await hold(['unshare', ...NAMESPACES])).toBe('held')
      await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse)
      expect(await hold(['unshare', ...NAMESPACES])).toContain('is in use by process ')
      await Promise.all(holders.map(kill))
      // Killing `unshare` ends the process behind it a moment later.
      let unlock = null as Awaited<ReturnType<typeof lockDataFolder>> | null
      await expect.poll(async () => (unlock = await lockDataFolder(folder).catch(() => null))).not.toBeNull()
      await unlock?.()
    },
  )
})
