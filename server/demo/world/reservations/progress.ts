import { HOLD_DEFAULT_MIN } from '../../../../contract/core/limits/holds'
import type { Chance } from '../chance'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../clock'
import type { BookedLeg, Party, Status } from './booking'

interface Progress {
  status: Status
  createdAt: number
  updatedAt: number
  holdExpiresAt: number | null
  cancelReason: string | null
}

const CANCELLED_SHARE = 0.065
const NO_SHOW_SHARE = 0.035
const HELD_SHARE = 0.03
const LAPSED_SHARE = 0.015

const REASONS = [
  'Plans changed',
  'Flight cancelled by the airline',
  'Booked twice by mistake',
  'Illness in the family',
  'Found another way to travel',
] as const

/** Returns the actual departure from a stop, with its delay. */
export const departureOf = ({ run, board }: BookedLeg): number =>
  run.departs + ((run.line.stops[board - 1]?.depart ?? 0) + run.lateMin) * MINUTE_MS
const arrivalOf = ({ run, alight }: BookedLeg): number =>
  run.departs + ((run.line.stops[alight - 1]?.arrive ?? 0) + run.lateMin) * MINUTE_MS

/** Returns the current state of a reservation for seats. @param legs at least one, in the order of travel */
export function progressOf(
  chance: Chance,
  legs: readonly BookedLeg[],
  party: Party,
  createdAt: number,
  clock: Clock,
): Progress {
  const [first] = legs
  const last = legs.at(-1)
  if (!first || !last) throw new RangeError('Seats are booked on a journey.')
  const departs = departureOf(first)
  const step = (status: Status, at: number, rest: Partial<Progress> = {}): Progress => ({
    status,
    createdAt,
    updatedAt: Math.min(Math.max(at, createdAt), clock.now),
    holdExpiresAt: null,
    cancelReason: null,
    ...rest,
  })
  const lapses = chance.is(LAPSED_SHARE)
  const cancels = chance.is(CANCELLED_SHARE)
  const stays = chance.is(NO_SHOW_SHARE)
  const holds = chance.is(HELD_SHARE)
  const later = Math.floor(chance.next() * (Math.min(departs, clock.now) - createdAt))

  if (legs.some(({ run }) => run.status === 'cancelled'))
    return step('cancelled', clock.now - 2 * HOUR_MS, {
      cancelReason: `The journey is cancelled: ${first.run.cancelReason ?? last.run.cancelReason ?? 'see its notes'}`,
    })
  if (lapses) return step('expired', createdAt + HOLD_DEFAULT_MIN * MINUTE_MS)
  if (cancels) return step('cancelled', createdAt + later, { cancelReason: chance.pick(REASONS) })
  if (departs <= clock.now) {
    if (stays) return step('no_show', departs + 5 * MINUTE_MS)
    const isOver = last.run.status === 'completed'
    return isOver ? step('completed', arrivalOf(last)) : step('boarded', departs)
  }
  if (first.run.sales === 'on_request') {
    if (chance.is(0.4)) return step('pending', createdAt)
    return chance.is(0.15)
      ? step('rejected', createdAt + later, { cancelReason: 'The coach is taken by another group on this day' })
      : step('confirmed', createdAt + later)
  }
  if (holds && departs > clock.now + DAY_MS) return hold(chance, party, clock)
  if (first.run.status === 'boarding' && chance.is(0.6))
    return step('checked_in', clock.now - chance.int(1, 9) * MINUTE_MS)
  return step('confirmed', chance.is(0.2) ? createdAt + later : createdAt)
}

/** Returns a hold with the duration of the partner's contract, or the usual quarter of an hour; most of it is left. */
function hold(chance: Chance, { partner }: Party, clock: Clock): Progress {
  const length = (partner?.holdMinutes ?? HOLD_DEFAULT_MIN) * MINUTE_MS
  const holdExpiresAt = clock.now + Math.floor(length * (0.4 + 0.55 * chance.next()))
  const createdAt = holdExpiresAt - length
  return { status: 'on_hold', createdAt, updatedAt: createdAt, holdExpiresAt, cancelReason: null }
}
