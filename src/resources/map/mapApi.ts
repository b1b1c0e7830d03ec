import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { MovingJourney, NetworkMap } from '../../../contract/operations/network-map'
import { useMay } from '../../providers/auth/useSession'
import { call } from '../../providers/http/call'
import { useRecordNews } from '../../providers/live/LiveProvider'

/** Journeys set out and arrive though nobody does anything. */
const LOOK_AGAIN_MS = 60_000
const KEY = 'network-map'

export const useNetwork = () =>
  useQuery({ queryKey: [KEY], queryFn: async () => NetworkMap.parse(await call('GET /network-map')), staleTime: 0 })

/** The journeys under way, as others report them. */
export function useMoving(): MovingJourney[] {
  const { data, refetch } = useQuery({
    queryKey: [KEY, 'journeys'],
    queryFn: async () => z.array(MovingJourney).parse(await call('GET /network-map/journeys')),
    enabled: useMay('list', 'journeys'),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
  useRecordNews(() => void refetch())
  return data ?? []
}
