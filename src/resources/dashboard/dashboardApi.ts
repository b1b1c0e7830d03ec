import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { Dashboard } from '../../../contract/operations/dashboard'
import { DASHBOARD_RANGES, type DashboardRange } from '../../../contract/operations/dashboard-figures'
import { call } from '../../providers/http/call'
import { useRecordNews } from '../../providers/live/LiveProvider'
import { idOf } from '../../ui/addressValues'

/** Reloads regularly, because deadlines approach without any change of data. */
const REFETCH_INTERVAL_MS = 60_000
const DASHBOARD_KEY = 'dashboard'

export interface DashboardView {
  range: DashboardRange
  /** Station id; null for all. */
  stationId: string | null
}

async function readDashboard({ range, stationId }: DashboardView): Promise<Dashboard> {
  return Dashboard.parse(await call('GET /dashboard', { query: { range, station_id: stationId ?? undefined } }))
}

/** Reads the dashboard in one request, and again after changes by other users. */
export function useDashboard(view: DashboardView) {
  const query = useQuery({
    queryKey: [DASHBOARD_KEY, view],
    queryFn: () => readDashboard(view),
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
  })
  const { refetch } = query
  useRecordNews(() => void refetch())
  return query
}

/** Reads and sets range and station in the URL. Default values are omitted. */
export function useDashboardView(): DashboardView & { show: (next: Partial<DashboardView>) => void } {
  const [params, setParams] = useSearchParams()
  const asked = params.get('range')
  const range = asked && Object.hasOwn(DASHBOARD_RANGES, asked) ? (asked as DashboardRange) : 'today'
  const stationId = idOf(params.get('station'))
  return {
    range,
    stationId,
    show: (next) => {
      const to = { range, stationId, ...next }
      setParams({
        ...(to.range === 'today' ? {} : { range: to.range }),
        ...(to.stationId === null ? {} : { station: to.stationId }),
      })
    },
  }
}
