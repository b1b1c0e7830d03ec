import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { Dashboard } from '../../../contract/operations/dashboard'
import { DASHBOARD_RANGES, type DashboardRange } from '../../../contract/operations/dashboard-figures'
import { call } from '../../providers/http/call'
import { useRecordNews } from '../../providers/live/LiveProvider'
import { idOf } from '../../ui/addressValues'

/** Time passes as well: what is due in a day comes nearer though nobody does anything. */
const LOOK_AGAIN_MS = 60_000
const DASHBOARD_KEY = 'dashboard'

export interface DashboardView {
  range: DashboardRange
  /** Id of a station; null for all. */
  stationId: string | null
}

async function readDashboard({ range, stationId }: DashboardView): Promise<Dashboard> {
  return Dashboard.parse(await call('GET /dashboard', { query: { range, station_id: stationId ?? undefined } }))
}

/** What the first page shows of the whole company, in one answer that follows what others do. */
export function useDashboard(view: DashboardView) {
  const query = useQuery({
    queryKey: [DASHBOARD_KEY, view],
    queryFn: () => readDashboard(view),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  const { refetch } = query
  useRecordNews(() => void refetch())
  return query
}

/** What the address asks the dashboard for, and the way to another. What is usual stays out of it. */
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
