import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Journey } from '../../../../contract/entities/journey'
import type { PartyOutcome, PartyPlan } from '../../../../contract/operations/journeys'
import { newKey } from '../../../providers/http/call'
import { useSubmission } from '../../../ui/useSubmission'
import { cancel, type CancelWish } from '../journeyApi'
import { useAlternatives } from '../../../kit/reassignment/useAlternatives'

const TRIED = 3
const NOBODY: PartyOutcome[] = []

/** A cancellation under preparation: why, who goes where, what a trial says, and what came of it. */
export function useCancellation(journey: Journey) {
  const [key] = useState(newKey)
  const [reason, setReason] = useState('')
  const [picked, setPicked] = useState<string[] | null>(null)
  const [others, setOthers] = useState<'move_or_cancel' | 'move'>('move_or_cancel')
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map())
  const [result, setResult] = useState<PartyOutcome[] | null>(null)
  const task = useSubmission()
  const departures = useAlternatives(journey)
  const targets =
    picked ??
    (departures ?? [])
      .filter((departure) => departure.seats_left > 0)
      .slice(0, TRIED)
      .map(({ id }) => id)
  const parties: PartyPlan[] = [...choices].map(([reservation_id, choice]) =>
    choice === 'cancel' || choice === 'cancel_all'
      ? { reservation_id, action: choice }
      : { reservation_id, action: 'move', to_journey_id: choice },
  )
  const wish: CancelWish = { reason: reason.trim(), parties, others, to_journey_ids: targets }
  const { reason: _, ...plan } = wish
  const trial = useQuery({
    queryKey: ['trials', 'cancel', journey.id, journey.version, plan],
    queryFn: () => cancel(journey, { ...wish, reason: wish.reason || journey.code, simulate: true }),
    enabled: departures !== undefined && result === null,
    placeholderData: (before) => before,
    staleTime: 0,
    retry: false,
  })
  const outcomes = result ?? trial.data?.parties ?? NOBODY
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
    choose: (reservationId: string, choice: string) => {
      const next = new Map(choices)
      if (choice === '') next.delete(reservationId)
      else next.set(reservationId, choice)
      setChoices(next)
    },
    outcomes,
    isTried: trial.data !== undefined && !trial.isFetching,
    misfits: outcomes.filter(({ outcome }) => outcome === 'failed').length,
    isDone: result !== null,
    refusal: task.refusal ?? trial.error,
    busy: task.busy,
    apply: () => task.run(async () => setResult((await cancel(journey, wish, key)).parties)),
  }
}
