import { useQuery } from '@tanstack/react-query'
import { readManifest } from '../journeyApi'

/** Who travels on a journey, read again with every change of a reservation. */
export function useManifest(journeyId: string) {
  return useQuery({
    queryKey: ['reservations', 'manifest', journeyId],
    queryFn: () => readManifest(journeyId),
    staleTime: 0,
  })
}
