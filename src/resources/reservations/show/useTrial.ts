import { useQuery } from '@tanstack/react-query'
import type { Reservation } from '../../../../contract/entities/reservation'
import { tryStep } from '../desk/deskApi'

/** What a step would make of a reservation, while somebody still decides. @param body null = nothing to ask about yet */
export function useTrial({ id, version }: Reservation, verb: string, body: Record<string, unknown> | null) {
  return useQuery({
    queryKey: ['reservations', 'trial', id, version, verb, body],
    queryFn: () => tryStep(id, verb, { ...body, reason: '-' }),
    enabled: body !== null,
    staleTime: 0,
    gcTime: 0,
  })
}
