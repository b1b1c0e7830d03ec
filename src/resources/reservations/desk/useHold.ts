import { useCallback, useRef, useState } from 'react'
import type { HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { problemOf } from '../../../providers/http/problem'
import { call } from '../../../providers/http/call'
import { makeReservation, reviseHold, sendOnce, stepReservation } from './deskApi'
import { NO_WAYS, legsThereAndBack, type HeldTrip, type Ways } from './trip'

export interface Hold {
  /** As the server last told it; null while nothing is held. */
  hold: Reservation | null
  /** What it is for. */
  ways: Ways
  /** Something is under way. */
  busy: boolean
  /** Why the last step was refused; null when it was not. */
  refusal: unknown
  /**
   * Holds the seats of a trip there, and of the way back that is wanted, all of its legs or none: those of the hold before
   * it go back in the same moment.
   */
  pick: (trip: HeldTrip, wish: ReservationCreate) => Promise<Reservation | null>
  /** Holds the seats of a way back beside those of the way there, or of no way back any more. */
  pickBack: (trip: HeldTrip | null) => Promise<Reservation | null>
  revise: (
    make: (hold: Reservation) => HoldRevision | null,
    sending?: { keepalive: boolean },
  ) => Promise<Reservation | null>
  extend: () => Promise<Reservation | null>
  /** Gives the seats back. */
  release: () => Promise<Reservation | null>
  /** Forgets the hold without touching it: it has become a reservation, or nothing. */
  drop: (keepsWays?: boolean) => void
  setRefusal: (refusal: unknown) => void
  /** Takes over what somebody else has been told of the hold. */
  put: (hold: Reservation) => void
}

/**
 * One hold and what is done to it, one step after another, each from the version that the step before left. It stays held
 * when the page is left.
 * @param start what is held already
 * @param onChange told of each other hold, also of one that comes after the page was left
 */
export function useHold(
  start: { hold: Reservation | null; ways: Ways } | null,
  onChange: (before: Reservation | null, hold: Reservation | null) => void,
): Hold {
  const [hold, setHold] = useState(start?.hold ?? null)
  const [ways, setWays] = useState(start?.ways ?? NO_WAYS)
  const [underWay, setUnderWay] = useState(0)
  const [refusal, setRefusal] = useState<unknown>(null)
  const latest = useRef(hold)
  const wanted = useRef(ways)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const pending = useRef(0)
  const keys = useRef(new Map<string, string>())

  const put = useCallback(
    (next: Reservation | null) => {
      const before = latest.current
      latest.current = next
      setHold(next)
      if (before?.id !== next?.id || before?.hold_expires_at !== next?.hold_expires_at) onChange(before, next)
    },
    [onChange],
  )

  const go = useCallback((next: Ways) => {
    wanted.current = next
    setWays(next)
  }, [])

  const run = useCallback(
    (task: (current: Reservation | null) => Promise<Reservation | null>): Promise<Reservation | null> => {
      pending.current += 1
      setUnderWay(pending.current)
      const next = queue.current.then(async () => {
        try {
          const before = latest.current
          const result = await task(before)
          put(result)
          // A change that found nothing to do must not take the answer to the last one away.
          if (result !== before) setRefusal(null)
          return result
        } catch (error) {
          setRefusal(error)
          await catchUp(error, latest.current, put)
          return null
        } finally {
          pending.current -= 1
          setUnderWay(pending.current)
        }
      })
      queue.current = next
      return next
    },
    [put],
  )

  const pick: Hold['pick'] = useCallback(
    (out, wish) =>
      run(async (current) => {
        const { back } = wanted.current
        const legs = legsThereAndBack(out, back)
        const held = current
          ? await reviseHold(current, { legs })
          : await sendOnce({ ...wish, legs, status: 'on_hold' }, keys.current, makeReservation)
        go({ out, back })
        return held
      }),
    [run, go],
  )
  const pickBack: Hold['pickBack'] = useCallback(
    (back) =>
      run(async (current) => {
        const { out } = wanted.current
        if (!current || !out) return current
        const held = await reviseHold(current, { legs: legsThereAndBack(out, back) })
        go({ out, back })
        return held
      }),
    [run, go],
  )
  const revise: Hold['revise'] = useCallback(
    (make, sending) => {
      // What is no longer held stays as it was.
      const revisionFor = (current: Reservation | null) => (current?.status === 'on_hold' ? make(current) : null)
      const isIdle = pending.current === 0
      if (isIdle && !revisionFor(latest.current)) return Promise.resolve(latest.current)
      return run(async (current) => {
        const revision = revisionFor(current)
        return current && revision ? reviseHold(current, revision, sending) : current
      })
    },
    [run],
  )
  const extend = useCallback(() => run(async (current) => current && stepReservation(current, 'extend', {})), [run])
  const release: Hold['release'] = useCallback(
    () =>
      run(async (current) => {
        if (current) await stepReservation(current, 'release', {})
        go(NO_WAYS)
        return null
      }),
    [run, go],
  )
  const drop = useCallback(
    (keepsWays = false) => {
      put(null)
      setRefusal(null)
      if (!keepsWays) go(NO_WAYS)
    },
    [put, go],
  )
  return { hold, ways, busy: underWay > 0, refusal, pick, pickBack, revise, extend, release, drop, setRefusal, put }
}

const OVERTAKEN = new Set(['version_mismatch', 'hold_expired', 'invalid_state'])

/** Where somebody or the clock was faster, the hold is shown as it is now. */
async function catchUp(error: unknown, current: Reservation | null, put: (next: Reservation) => void): Promise<void> {
  if (!current || !OVERTAKEN.has(problemOf(error).code ?? '')) return
  const now = await call('GET /reservations/:id', { params: { id: current.id } }).catch(() => null)
  if (now) put(now)
}
