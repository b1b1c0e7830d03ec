import { readFileSync, readdirSync } from 'node:fs'

const NS_PER_MS = 1_000_000

/** Processor time that each process has used so far, in milliseconds; without those that are gone, or not on Linux. */
export function cpuMs(pids: readonly number[]): Map<number, number> {
  return new Map(pids.flatMap((pid) => cpuOf(pid) ?? []))
}

/** What the processes have used since; one that is new has used all of its time since. NaN when nothing is known. */
export function cpuSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  if (after.size === 0) return Number.NaN
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

function cpuOf(pid: number): [[number, number]] | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const used = threads.reduce((sum, thread) => {
      // Nanoseconds on a processor come first.
      const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      return sum + Number(ns) / NS_PER_MS
    }, 0)
    return [[pid, used]]
  } catch {
    return undefined
  }
}
