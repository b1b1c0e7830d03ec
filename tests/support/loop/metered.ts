import { once } from 'node:events'
import type { Launched } from '../crash/killable'

/** Module to preload into a measured server. */
export const LOOP_METER = new URL('./loop-meter.mjs', import.meta.url).href

export interface LoopMeter {
  /** Processor time in nanoseconds of `JSON.parse` of a document of 1 MiB in the main thread of the server. */
  measureUnit: () => Promise<number>
  /**
   * Does some work and returns the longest processor time in nanoseconds that the main thread spent between two turns of its
   * event loop during the work.
   */
  measure: <T>(work: () => Promise<T>) => Promise<{ ns: number; result: T }>
}

/** Returns the meter of a server that was launched with `LOOP_METER`. */
export function loopMeterOf({ process: child }: Launched): LoopMeter {
  const ask = async (order: 'unit' | 'begin' | 'end'): Promise<number> => {
    const answered = once(child, 'message') as Promise<[{ ns: number }]>
    child.send(order)
    const [{ ns }] = await answered
    return ns
  }
  return {
    measureUnit: () => ask('unit'),
    measure: async (work) => {
      await ask('begin')
      const result = await work()
      return { ns: await ask('end'), result }
    },
  }
}
