import MapIcon from '@mui/icons-material/MapOutlined'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useEffect, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { resourceName } from '../../kit/labels'
import { Gate } from '../../ui/Gate'
import { PageHeader } from '../../ui/PageHeader'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { MapLists } from './MapLists'
import { MapPicture } from './MapPicture'
import { worldPoint } from './projection'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { MovingJourney, NetworkMap } from '../../../contract/operations/network-map'
import { useMay } from '../../providers/auth/useSession'
import { call } from '../../providers/http/call'
import { useRecordNews } from '../../providers/live/LiveProvider'

/** Update interval of moving journeys. */
const MOVE_EVERY_MS = 2_000

function useClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MOVE_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Map of stations, routes and moving journeys, drawn from the coordinates of the stations. */
export default function MapPage() {
  return (
    <Gate action="list" resource="stations">
      <Whole />
    </Gate>
  )
}

function Whole() {
  const format = useFormat()
  const { t } = format
  const { data: network, error, refetch } = useNetwork()
  const moving = useMoving()
  const now = useClock()
  const places = useMemo(
    () => new Map(network?.stations.map((station) => [station.id, worldPoint(station.latitude, station.longitude)])),
    [network],
  )
  return (
    <>
      <PageHeader
        title={t('app.map.title')}
        subtitle={t('app.map.text')}
        back={{ to: '/stations', label: resourceName(t, 'stations') }}
      />
      {!network && !error && <Skeleton variant="rounded" sx={{ height: { xs: 420, md: 'min(64vh, 640px)' } }} />}
      {!network && error && (
        <StatePanel
          icon={MapIcon}
          role="alert"
          title={t('app.map.failed')}
          text={problemText(error, format)}
          action={<Button onClick={() => void refetch()}>{t('app.problem.retry')}</Button>}
        />
      )}
      {network && places.size === 0 && (
        <StatePanel
          icon={MapIcon}
          title={t('app.map.empty')}
          text={t('app.map.emptyText')}
          action={
            <Button component={RouterLink} to="/stations">
              {resourceName(t, 'stations')}
            </Button>
          }
        />
      )}
      {network && places.size > 0 && (
        <>
          <MapPicture network={network} moving={moving} places={places} now={now} />
          <MapLists network={network} moving={moving} places={places} now={now} />
        </>
      )}
    </>
  )
}

/** Reloads regularly, because journeys depart and arrive without any change of data. */
const REFETCH_INTERVAL_MS = 60_000
const KEY = 'network-map'

const useNetwork = () =>
  useQuery({ queryKey: [KEY], queryFn: async () => NetworkMap.parse(await call('GET /network-map')), staleTime: 0 })

/** Reads the journeys under way, again after changes by other users. */
function useMoving(): MovingJourney[] {
  const { data, refetch } = useQuery({
    queryKey: [KEY, 'journeys'],
    queryFn: async () => z.array(MovingJourney).parse(await call('GET /network-map/journeys')),
    enabled: useMay('list', 'journeys'),
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  useRecordNews(() => void refetch())
  return data ?? []
}
