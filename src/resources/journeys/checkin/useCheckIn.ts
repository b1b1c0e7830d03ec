import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Journey } from '../../../../contract/entities/journey'
import type { Manifest, ManifestParty, ManifestPassenger } from '../../../../contract/operations/manifest'
import type { ScanAnswer } from '../../../../contract/operations/tickets'
import { useReread } from '../../../providers/data/useReread'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { call, newKey } from '../../../providers/http/call'
import { useManifest } from '../journeyApi'

export type Mode = 'check_in' | 'board'
type Verb = 'check-in' | 'board' | 'undo-check-in'

/** Passenger status after each step. */
const AFTER: Record<Verb, ManifestPassenger['status']> = {
  'check-in': 'checked_in',
  board: 'boarded',
  'undo-check-in': 'booked',
}

/** Manages the check-in list: shows each step optimistically and then sends it. */
export function useCheckIn(journey: Journey) {
  const format = useFormat()
  const notify = useNotify()
  const client = useQueryClient()
  const reread = useReread()
  const { data, error } = useManifest(journey.id)
  const [mode, setMode] = useState<Mode>('board')
  const [answer, setAnswer] = useState<ScanAnswer | null>(null)
  const key = ['reservations', 'manifest', journey.id]

  const step = (party: ManifestParty, passenger: ManifestPassenger, verb: Verb) => {
    client.setQueryData<Manifest>(key, (known) => known && withStatus(known, party, passenger, AFTER[verb]))
    // Any version, because unrelated changes of the reservation do not matter.
    call(`POST /reservations/:id/${verb}`, {
      params: { id: party.reservation_id },
      body: { positions: [passenger.position], journey_id: journey.id },
      ifMatch: '*',
    }).then(
      () => client.invalidateQueries({ queryKey: key }),
      (refusal: unknown) => {
        notify(problemText(refusal, format), { type: 'error' })
        return client.invalidateQueries({ queryKey: key })
      },
    )
  }

  const read = async (payload: string) => {
    try {
      setAnswer(
        await call('POST /reservations/scan', {
          body: { payload, action: mode, journey_id: journey.id, nonce: newKey() },
        }),
      )
      await reread()
    } catch (refusal) {
      setAnswer(null)
      notify(problemText(refusal, format), { type: 'error' })
    }
  }

  return {
    manifest: data,
    error,
    mode,
    setMode,
    answer,
    step,
    read,
    /** Returns the step that a tap performs; null when there is none. */
    next: ({ status }: ManifestPassenger): Verb | null => {
      if (status === 'boarded' || status === 'cancelled') return null
      if (mode === 'board') return 'board'
      return status === 'booked' ? 'check-in' : null
    },
  }
}

function withStatus(
  manifest: Manifest,
  party: ManifestParty,
  passenger: ManifestPassenger,
  status: ManifestPassenger['status'],
): Manifest {
  const parties = manifest.parties.map((other) =>
    other.reservation_id === party.reservation_id
      ? {
          ...other,
          passengers: other.passengers.map((one) => (one.position === passenger.position ? { ...one, status } : one)),
        }
      : other,
  )
  return { ...manifest, parties }
}
