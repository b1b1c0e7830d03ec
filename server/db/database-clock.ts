import { CLOCK_CHECK_EVERY_S, CLOCK_OFF_MAX_S } from '../../contract/core/limits/clock'

/** Clock by which all processes of a database evaluate deadlines. */
export interface Clock {
  now: () => Date
  /** Returns a sentence if this machine's own clock is far off; null otherwise. */
  trouble: () => string | null
}

/** Clocks of a machine, both in milliseconds. */
interface Machine {
  /** Since 1970; it may be wrong, and may be set at any moment. */
  wall: () => number
  /** Since an arbitrary start; it advances steadily and never jumps. */
  monotonic: () => number
}

const MACHINE: Machine = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Clock of an embedded database, which runs in this process. */
export const OWN_CLOCK: Clock = { now: () => new Date(), trouble: () => null }

/**
 * Follows the clock of a database on another machine. The monotonic clock continues it between comparisons, so that neither
 * a wrong clock nor a jump moves a deadline.
 * @param ask returns the database's milliseconds since 1970
 * @param warn called once when the clocks differ by too much, and again only after they have agreed
 * @throws what `ask` throws at the start; when it fails later, the last comparison stays in use
 */
export async function followClock(
  ask: () => Promise<number>,
  warn: (sentence: string) => void,
  machine = MACHINE,
): Promise<Clock & { compare: () => Promise<void>; stop: () => void }> {
  /** Milliseconds by which the database's clock is ahead of the monotonic one. */
  let ahead = Number.NaN
  let wasReported = false

  const now = () => machine.monotonic() + ahead
  const trouble = () => {
    const offS = Math.round((machine.wall() - now()) / 1_000)
    if (Math.abs(offS) <= CLOCK_OFF_MAX_S) return null
    return `The clock of this machine is ${Math.abs(offS)} s ${offS > 0 ? 'ahead of' : 'behind'} the database's. Have it set by a time server.`
  }
  const compare = async () => {
    const before = machine.monotonic()
    const reported = await ask()
    const after = machine.monotonic()
    const measured = reported - (before + after) / 2
    // The answer may be from any moment in between: a slow answer does not override a quick one.
    if (!(Math.abs(measured - ahead) <= (after - before) / 2)) ahead = measured
    const sentence = trouble()
    if (sentence !== null && !wasReported) warn(sentence)
    wasReported = sentence !== null
  }

  // Compared twice, because the first query also opens a connection.
  await compare()
  await compare()
  const comparing = setInterval(() => void compare().catch(() => undefined), CLOCK_CHECK_EVERY_S * 1_000)
  comparing.unref()
  return { now: () => new Date(now()), trouble, compare, stop: () => clearInterval(comparing) }
}
