import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRecordContext } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Route, RouteStop } from '../../../contract/entities/route'
import { formatMinutes } from '../../providers/format/durations'
import { useMay } from '../../providers/auth/useSession'
import { CallLine, CallStop, placeOf } from '../../features/journeys/CallLine'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { Show } from '../../kit/Show'
import { History } from '../../kit/History'
import { resourceName } from '../../kit/labels'
import { listLink } from '../../kit/list/listLink'
import { RecordLink } from '../../kit/RecordLink'
import { AllDetails, Card } from '../../kit/RecordSections'
import { specOf } from '../../kit/registry'
import { TwoColumns } from '../../ui/Column'
import { choiceKey } from '../../kit/vocabularies'
import { FareCard } from './fares/FareCard'
import { SecondaryText } from '../../ui/Text'

/** Page of a route: its stops, then its other data. */
export default function RouteShow() {
  return (
    <Show resource="routes" actions={<JourneysLink />}>
      <StopsAndRecord />
    </Show>
  )
}

function JourneysLink() {
  const { t } = useFormat()
  const id = useRecordContext<Route>()?.id
  return (
    <Button component={RouterLink} to={listLink('journeys', { route_id_in: [id] })} variant="outlined">
      {resourceName(t, 'journeys')}
    </Button>
  )
}

function StopsAndRecord() {
  const route = useRecordContext<Route>()
  const seesFares = useMay('list', 'fares')
  if (!route) return null
  return (
    <>
      <TwoColumns>
        <Stops route={route} />
        <History resource="routes" record={route} />
      </TwoColumns>
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        {seesFares && <FareCard route={route} />}
        <AllDetails key={route.id} spec={specOf('routes')} record={route} />
      </Box>
    </>
  )
}

function Stops({ route }: { route: Route }) {
  const { t } = useFormat()
  const { stops, color } = route
  return (
    <Card title={t('app.section.stops')}>
      {stops.length === 0 ? (
        <Muted>{t('app.route.noStops')}</Muted>
      ) : (
        <CallLine color={color}>
          {stops.map((stop, index) => (
            <CallStop key={index} place={placeOf(index, stops.length)}>
              <Stop stop={stop} edge={placeOf(index, stops.length)} />
            </CallStop>
          ))}
        </CallLine>
      )}
      {route.reverse_route_id && (
        <Box sx={{ mt: 4, fontSize: 'body2.fontSize' }}>
          {`${t('resources.routes.fields.reverse_route_id')}: `}
          <RecordLink resource="routes" id={route.reverse_route_id} />
        </Box>
      )}
    </Card>
  )
}

function Stop({ stop, edge }: { stop: RouteStop; edge: ReturnType<typeof placeOf> }) {
  const { t, locale } = useFormat()
  const wait = stop.depart_offset_min - stop.arrive_offset_min
  const notes = [
    edge !== 'last' &&
      stop.pickup_type !== 'regular' &&
      `${t('app.route.pickup')}: ${t(choiceKey('stopAccess', stop.pickup_type))}`,
    edge !== 'first' &&
      stop.drop_off_type !== 'regular' &&
      `${t('app.route.dropOff')}: ${t(choiceKey('stopAccess', stop.drop_off_type))}`,
    wait > 0 && t('app.route.waits', { time: formatMinutes(wait, locale) }),
  ].filter(Boolean)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, pb: 3, pt: '3px' }}>
      <div>
        <RecordLink resource="stations" id={stop.station_id} />
        {notes.length > 0 && <SecondaryText size="caption">{notes.join(' · ')}</SecondaryText>}
      </div>
      <Box sx={{ color: 'text.secondary', fontSize: 'body2.fontSize', whiteSpace: 'nowrap' }}>
        {edge === 'first' ? t('app.route.start') : `+${formatMinutes(stop.arrive_offset_min, locale)}`}
      </Box>
    </Box>
  )
}
