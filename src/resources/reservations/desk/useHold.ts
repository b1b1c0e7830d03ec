import { useCallback, useEffect, useRef, useState } from 'react'
import type { Departure, HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { problemOf } from '../../../providers/http/problem'
import { LEFT_DESK } from '../../../ui/reasonText'
import { call } from '../../../providers/http/call'
import { makeReservation, reviseHold, sendOnce, stepReservation } from './deskApi'

export interface Hold {
  /** As the server last told it; null while nothing is held. */
  hold: Reservation | null
  departure: Departure | null
  /** Something is under way. */
  busy: boolean
  /** Why the last step was refused; null when it was not. */
  refusal: unknown
  /** Holds the seats of a departure: those of the hold before it go back in the same moment. */
  pick: (departure: Departure, wish: ReservationCreate) => Promise<Reservation | null>
  revise: (make: (hold: Reservation) => HoldRevision | null) => Promise<Reservation | null>
  extend: () => Promise<Reservation | null>
  /** Gives the seats back. */
  release: (reason: string) => Promise<Reservation | null>
  /** Forgets the hold without touching it: it has become a reservation, or nothing. */
  drop: (keepsDeparture?: boolean) => void
  setRefusal: (refusal: unknown) => void
  /** Takes over what somebody else has been told of the hold. */
  put: (hold: Reservation) => void
}

const legOf = ({ journey_id, board_seq, alight_seq }: Departure) => ({ journey_id, board_seq, alight_seq })

/** One hold and what is done to it, one step after another, each from the version that the step before left. */
export function useHold(): Hold {
  const [hold, setHold] = useState<Reservation | null>(null)
  const [departure, setDeparture] = useState<Departure | null>(null)
  const [underWay, setUnderWay] = useState(0)
  const [refusal, setRefusal] = useState<unknown>(null)
  const latest = useRef<Reservation | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const pending = useRef(0)
  const keys = useRef(new Map<string, string>())

  const put = useCallback((next: Reservation | null) => {
    latest.current = next
    setHold(next)
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
    (wanted, wish) =>
      run(async (current) => {
        const held = current
          ? await reviseHold(current, { legs: [legOf(wanted)] })
          : await sendOnce({ ...wish, legs: [legOf(wanted)], status: 'on_hold' }, keys.current, makeReservation)
        setDeparture(wanted)
        return held
      }),
    [run],
  )
  const revise: Hold['revise'] = useCallback(
    (make) => {
      const isIdle = pending.current === 0
      if (isIdle && (!latest.current || !make(latest.current))) return Promise.resolve(latest.current)
      return run(async (current) => {
        const revision = current && make(current)
        return current && revision ? reviseHold(current, revision) : current
      })
    },
    [run],
  )
  const extend = useCallback(() => run(async (current) => current && stepReservation(current, 'extend', {})), [run])
  const release: Hold['release'] = useCallback(
    (reason) =>
      run(async (current) => {
        if (current) await stepReservation(current, 'cancel', { reason })
        setDeparture(null)
        return null
      }),
    [run],
  )
  const drop = useCallback(
    (keepsDeparture = false) => {
      put(null)
      setRefusal(null)
      if (!keepsDeparture) setDeparture(null)
    },
    [put],
  )
  useReleasedOnLeaving(latest)
  return { hold, departure, busy: underWay > 0, refusal, pick, revise, extend, release, drop, setRefusal, put }
}

/** A hold that somebody walks away from, or whose tab is closed, is given back; its time would end it too, only later. */
function useReleasedOnLeaving(latest: { readonly current: Reservation | null }): void {
  useEffect(() => {
    const release = () => {
      const left = latest.current
      if (left?.status === 'on_hold')
        stepReservation(left, 'cancel', { reason: LEFT_DESK }, { keepalive: true }).catch(() => undefined)
    }
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [latest])
}

const OVERTAKEN = new Set(['version_mismatch', 'hold_expired', 'invalid_state'])

/** Where somebody or the clock was faster, the hold is shown as it is now. */
async function catchUp(error: unknown, current: Reservation | null, put: (next: Reservation) => void): Promise<void> {
  if (!current || !OVERTAKEN.has(problemOf(error).code ?? '')) return
  const now = await call('GET /reservations/:id', { params: { id: current.id } }).catch(() => null)
  if (now) put(now)
}
