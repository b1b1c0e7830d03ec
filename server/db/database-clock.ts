import { CLOCK_CHECK_EVERY_S, CLOCK_OFF_MAX_S } from '../../contract/core/limits'

/** What a database's processes judge deadlines by: all of them by the same. */
export interface Clock {
  now: () => Date
  /** Says, in a sentence, that this machine's own clock is far off; null where it is not. */
  trouble: () => string | null
}

/** Both in milliseconds. */
interface Machine {
  /** Since 1970, as the machine is set; it may be wrong, and set anew at any moment. */
  wall: () => number
  /** Since whenever; it only ever goes forward, as fast as time. */
  monotonic: () => number
}

const MACHINE: Machine = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Where the database is in this process there is one clock only. */
export const OWN_CLOCK: Clock = { now: () => new Date(), trouble: () => null }

/**
 * The clock of a database on another machine, carried on in between by the time that goes by here, so that neither a
 * clock that is set wrong nor one that jumps moves a deadline.
 * @param ask milliseconds since 1970 as the database has them
 * @param tell hears once that the clocks differ by too much, until they do not
 * @throws what `ask` throws at the start; later on the last comparison goes on
 */
export async function followClock(
  ask: () => Promise<number>,
  tell: (sentence: string) => void,
  machine = MACHINE,
): Promise<Clock & { compare: () => Promise<void>; stop: () => void }> {
  /** What the database's clock is ahead of the monotonic one. */
  let ahead = Number.NaN
  let wasTold = false

  const now = () => machine.monotonic() + ahead
  const trouble = () => {
    const offS = Math.round((machine.wall() - now()) / 1_000)
    if (Math.abs(offS) <= CLOCK_OFF_MAX_S) return null
    return `The clock of this machine is ${Math.abs(offS)} s ${offS > 0 ? 'ahead of' : 'behind'} the database's. Have it set by a time server.`
  }
  const compare = async () => {
    const before = machine.monotonic()
    const told = await ask()
    const after = machine.monotonic()
    const measured = told - (before + after) / 2
    // The answer may have been given at any moment in between: a slow one proves nothing against a quick one.
    if (!(Math.abs(measured - ahead) <= (after - before) / 2)) ahead = measured
    const sentence = trouble()
    if (sentence !== null && !wasTold) tell(sentence)
    wasTold = sentence !== null
  }

  // The first time, a connection is made meanwhile.
  await compare()
  await compare()
  const comparing = setInterval(() => void compare().catch(() => undefined), CLOCK_CHECK_EVERY_S * 1_000)
  comparing.unref()
  return { now: () => new Date(now()), trouble, compare, stop: () => clearInterval(comparing) }
}
