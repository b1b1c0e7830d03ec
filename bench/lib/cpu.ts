import { readFileSync, readdirSync } from 'node:fs'

const NS_PER_MS = 1_000_000

/** Returns the processor time of each process so far, in milliseconds; empty for ended processes and outside Linux. */
export function cpuMs(pids: readonly number[]): Map<number, number> {
  return new Map(pids.flatMap((pid) => cpuOf(pid) ?? []))
}

/** Returns the processor time used since; a new process counts in full. NaN when nothing is known. */
export function cpuSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  if (after.size === 0) return Number.NaN
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

function cpuOf(pid: number): [[number, number]] | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const used = threads.reduce((sum, thread) => {
      // The first value is the time on a processor in nanoseconds.
      const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      return sum + Number(ns) / NS_PER_MS
    }, 0)
    return [[pid, used]]
  } catch {
    return undefined
  }
}
