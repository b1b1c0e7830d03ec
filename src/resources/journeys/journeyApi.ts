import type { Journey } from '../../../contract/entities/journey'
import { call, newKey, type BodyOf } from '../../providers/http/call'
import { useQuery } from '@tanstack/react-query'

type Versioned = Pick<Journey, 'id' | 'version'>

const of = ({ id, version }: Versioned) => ({ params: { id }, ifMatch: version })

export type Assignment = BodyOf<'POST /journeys/:id/assign'>
export type CancelRequest = BodyOf<'POST /journeys/:id/cancel'>

export const readSuggestions = (id: string) => call('GET /journeys/:id/suggestions', { params: { id } })

export const assign = (journey: Versioned, body: Assignment) =>
  call('POST /journeys/:id/assign', { ...of(journey), body })

/** Sets the total delay of a journey. */
export const delay = (journey: Versioned, body: BodyOf<'POST /journeys/:id/delay'>) =>
  call('POST /journeys/:id/delay', { ...of(journey), body })

export const cancel = (journey: Versioned, body: CancelRequest, once = newKey()) =>
  call('POST /journeys/:id/cancel', { ...of(journey), body, once })

export type JourneyStep = 'schedule' | 'board' | 'depart' | 'complete' | 'resume'

/** Performs a usual transition of a journey. */
export const takeStep = (journey: Versioned, verb: JourneyStep) =>
  call(`POST /journeys/:id/${verb}`, { ...of(journey), body: {} })

export type ReasonedStep = 'interrupt' | 'reinstate' | 'revert'

/** Performs a transition that requires a reason. */
export const stepOf = (journey: Versioned, verb: ReasonedStep, reason: string) =>
  call(`POST /journeys/:id/${verb}`, { ...of(journey), body: { reason } })

/** Reads the manifest of a journey, again after each change of a reservation. */
export function useManifest(journeyId: string) {
  return useQuery({
    queryKey: ['reservations', 'manifest', journeyId],
    queryFn: () => call('GET /journeys/:id/manifest', { params: { id: journeyId } }),
    staleTime: 0,
  })
}
