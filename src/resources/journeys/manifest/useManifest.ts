import { useQuery } from '@tanstack/react-query'
import { call } from '../../../providers/http/call'

/** Who travels on a journey, read again with every change of a reservation. */
export function useManifest(journeyId: string) {
  return useQuery({
    queryKey: ['reservations', 'manifest', journeyId],
    queryFn: () => call('GET /journeys/:id/manifest', { params: { id: journeyId } }),
    staleTime: 0,
  })
}
