import { useGetList } from 'react-admin'
import type { Journey } from '../../../contract/entities/journey'
import { useNow } from '../../ui/useNow'

const HOUR_MS = 3_600_000
const BEFORE_H = 12
const AFTER_H = 48
const READ = 60
const OFFERED = 8

type Departure = Pick<Journey, 'id' | 'route_id' | 'departs_at'>

/**
 * Returns departures of the same route that passengers can be moved to, the closest in time first; undefined while
 * loading.
 */
export function useAlternatives(journey: Departure | undefined): Journey[] | undefined {
  const now = useNow()
  const at = Date.parse(journey?.departs_at ?? '')
  const { data } = useGetList<Journey>(
    'journeys',
    {
      filter: {
        route_id: journey?.route_id,
        service_status: 'scheduled',
        kind: 'passenger',
        departs_at_gte: new Date(Math.max(now, (at || now) - BEFORE_H * HOUR_MS)).toISOString(),
        departs_at_lte: new Date((at || now) + AFTER_H * HOUR_MS).toISOString(),
      },
      sort: { field: 'departs_at', order: 'ASC' },
      pagination: { page: 1, perPage: READ },
    },
    { enabled: journey !== undefined, staleTime: 0 },
  )
  const distance = (other: Journey) => Math.abs(Date.parse(other.departs_at) - at)
  return data
    ?.filter((other) => other.id !== journey?.id)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, OFFERED)
}
