import { useCallback, useRef, useState } from 'react'
import type { HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { problemOf } from '../../../providers/http/problem'
import { call } from '../../../providers/http/call'
import { makeReservation, reviseHold, sendOnce, stepReservation } from './deskApi'
import { NO_TRIPS, legsOfTrips, type HeldTrip, type HeldTrips } from './trip'

export interface Hold {
  /** The hold as last returned by the server; null without a hold. */
  hold: Reservation | null
  /** The held trips. */
  trips: HeldTrips
  busy: boolean
  /** Error of the last action; null after success. */
  refusal: unknown
  /**
   * Holds the seats of an outbound trip and of the current return trip, all legs or none. The seats of the previous hold are
   * released atomically.
   */
  pick: (trip: HeldTrip, request: ReservationCreate) => Promise<Reservation | null>
  /** Replaces the held return leg; null removes it. */
  pickBack: (trip: HeldTrip | null) => Promise<Reservation | null>
  revise: (
    make: (hold: Reservation) => HoldRevision | null,
    sending?: { keepalive: boolean },
  ) => Promise<Reservation | null>
  extend: () => Promise<Reservation | null>
  release: () => Promise<Reservation | null>
  /** Clears the hold locally without a request, after it was confirmed or lost. */
  drop: (keepsTrips?: boolean) => void
  setRefusal: (refusal: unknown) => void
  /** Stores a newer version that another request returned. */
  put: (hold: Reservation) => void
}

/**
 * Manages one hold and serializes its changes, each from the version of the previous one. The hold survives leaving the
 * page.
 * @param start the existing hold
 * @param onChange called for each new hold or expiry, also after the page was left
 */
export function useHold(
  start: { hold: Reservation | null; trips: HeldTrips } | null,
  onChange: (before: Reservation | null, hold: Reservation | null) => void,
): Hold {
  const [hold, setHold] = useState(start?.hold ?? null)
  const [trips, setTrips] = useState(start?.trips ?? NO_TRIPS)
  const [running, setRunning] = useState(0)
  const [refusal, setRefusal] = useState<unknown>(null)
  const latest = useRef(hold)
  const wanted = useRef(trips)
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

  const go = useCallback((next: HeldTrips) => {
    wanted.current = next
    setTrips(next)
  }, [])

  const run = useCallback(
    (task: (current: Reservation | null) => Promise<Reservation | null>): Promise<Reservation | null> => {
      pending.current += 1
      setRunning(pending.current)
      const next = queue.current.then(async () => {
        try {
          const before = latest.current
          const result = await task(before)
          put(result)
          // A revision without changes must not clear the error of the previous action.
          if (result !== before) setRefusal(null)
          return result
        } catch (error) {
          setRefusal(error)
          await putLatest(error, latest.current, put)
          return null
        } finally {
          pending.current -= 1
          setRunning(pending.current)
        }
      })
      queue.current = next
      return next
    },
    [put],
  )

  const pick: Hold['pick'] = useCallback(
    (out, request) =>
      run(async (current) => {
        const { back } = wanted.current
        const legs = legsOfTrips(out, back)
        const held = current
          ? await reviseHold(current, { legs })
          : await sendOnce({ ...request, legs, status: 'on_hold' }, keys.current, makeReservation)
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
        const held = await reviseHold(current, { legs: legsOfTrips(out, back) })
        go({ out, back })
        return held
      }),
    [run, go],
  )
  const revise: Hold['revise'] = useCallback(
    (make, sending) => {
      // A hold that is no longer active is not revised.
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
        go(NO_TRIPS)
        return null
      }),
    [run, go],
  )
  const drop = useCallback(
    (keepsTrips = false) => {
      put(null)
      setRefusal(null)
      if (!keepsTrips) go(NO_TRIPS)
    },
    [put, go],
  )
  return { hold, trips, busy: running > 0, refusal, pick, pickBack, revise, extend, release, drop, setRefusal, put }
}

const OVERTAKEN = new Set(['version_mismatch', 'hold_expired', 'invalid_state'])

/** Shows the current reservation after another user or the expiry changed the hold first. */
async function putLatest(error: unknown, current: Reservation | null, put: (next: Reservation) => void): Promise<void> {
  if (!current || !OVERTAKEN.has(problemOf(error).code ?? '')) return
  const now = await call('GET /reservations/:id', { params: { id: current.id } }).catch(() => null)
  if (now) put(now)
}
