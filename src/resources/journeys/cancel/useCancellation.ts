import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Journey } from '../../../../contract/entities/journey'
import type { PartyOutcome, PartyPlan } from '../../../../contract/operations/journeys'
import { useReread } from '../../../providers/data/useReread'
import { newKey } from '../../../providers/http/call'
import { problemOf } from '../../../providers/http/problem'
import { useSubmission } from '../../../ui/useSubmission'
import { cancel, type CancelRequest } from '../journeyApi'
import { useAlternatives } from '../../../features/reassignment/useAlternatives'

const ALTERNATIVES = 3
const NOBODY: PartyOutcome[] = []

/** Manages a journey cancellation: reason, alternatives, dry run and result. */
export function useCancellation(journey: Journey) {
  const [key] = useState(newKey)
  const [reason, setReason] = useState('')
  const [picked, setPicked] = useState<string[] | null>(null)
  const [others, setOthers] = useState<'move_or_cancel' | 'move'>('move_or_cancel')
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map())
  const [result, setResult] = useState<PartyOutcome[] | null>(null)
  const choose = (reservationIds: readonly string[], choice: string) =>
    setChoices((before) => {
      const next = new Map(before)
      for (const id of reservationIds)
        if (choice === '') next.delete(id)
        else next.set(id, choice)
      return next
    })
  const task = useSubmission()
  const reread = useReread()
  const departures = useAlternatives(journey)
  const targets =
    picked ??
    (departures ?? [])
      .filter((departure) => departure.seats_left > 0)
      .slice(0, ALTERNATIVES)
      .map(({ id }) => id)
  const parties: PartyPlan[] = [...choices].map(([reservation_id, choice]) =>
    choice === 'cancel' || choice === 'cancel_all'
      ? { reservation_id, action: choice }
      : { reservation_id, action: 'move', to_journey_id: choice },
  )
  /** Adopts what another user changed: the departure, and reservations that are no longer on it. @throws the error */
  const rereadAfter = async (error: unknown): Promise<never> => {
    if (conflictOf(error)) await reread()
    choose(
      leftPartiesIn(error).flatMap((index) => parties[index]?.reservation_id ?? []),
      '',
    )
    throw error
  }
  const request: CancelRequest = { reason: reason.trim(), parties, others, to_journey_ids: targets }
  const { reason: _, ...plan } = request
  const dryRun = useQuery({
    queryKey: ['dryRuns', 'cancel', journey.id, journey.version, plan],
    queryFn: () =>
      cancel(journey, { ...request, reason: request.reason || journey.code, simulate: true }).catch(rereadAfter),
    enabled: departures !== undefined && result === null,
    placeholderData: (before) => before,
    staleTime: 0,
    retry: false,
  })
  // An error of the dry run is newer than an error of the last attempt.
  const refusal: unknown = dryRun.error ?? task.refusal
  const outcomes = result ?? dryRun.data?.parties ?? NOBODY
  return {
    reason,
    setReason,
    departures: departures ?? [],
    known: departures,
    targets,
    setTargets: setPicked,
    others,
    setOthers,
    choices,
    choose: (reservationId: string, choice: string) => choose([reservationId], choice),
    outcomes,
    hasDryRun: dryRun.data !== undefined && !dryRun.isFetching,
    misfits: outcomes.filter(({ outcome }) => outcome === 'failed').length,
    isDone: result !== null,
    refusal,
    conflict: conflictOf(refusal),
    busy: task.busy,
    /** Cancels the departure. @returns the conflict with another user's change, if any */
    apply: async () => {
      let conflict: CancelConflict | undefined
      await task.run(async () => {
        try {
          setResult((await cancel(journey, request, key).catch(rereadAfter)).parties)
        } catch (error) {
          conflict = conflictOf(error)
          if (conflict === 'partiesChanged') await dryRun.refetch()
          throw error
        }
      })
      return conflict
    },
    forgetRefusal: task.forget,
  }
}

/** Conflict of a cancellation with another user's change. */
type CancelConflict = 'overtaken' | 'noLonger' | 'partiesChanged'

const CONFLICTS: Readonly<Record<string, CancelConflict>> = {
  version_mismatch: 'overtaken',
  invalid_state: 'noLonger',
  still_referenced: 'partiesChanged',
}

function conflictOf(refusal: unknown): CancelConflict | undefined {
  return leftPartiesIn(refusal).length > 0 ? 'partiesChanged' : CONFLICTS[problemOf(refusal).code ?? '']
}

/** Returns the indices of the reservations that a refusal says are no longer on the departure. */
function leftPartiesIn(refusal: unknown): number[] {
  const { parties } = problemOf(refusal).errors ?? {}
  if (typeof parties !== 'object') return []
  const left = Object.entries(parties).filter(([, error]) => typeof error === 'object' && 'reservation_id' in error)
  return left.map(([index]) => Number(index))
}
