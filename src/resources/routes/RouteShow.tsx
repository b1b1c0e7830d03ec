import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import type { Route, RouteStop } from '../../../contract/entities/route'
import { formatMinutes } from '../../providers/format/durations'
import { useMay } from '../../providers/auth/useSession'
import { CallLine, CallStop, placeOf } from '../../ui/CallLine'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { RecordPage } from '../../kit/GeneratedShow'
import { History } from '../../kit/History'
import { resourceName } from '../../kit/labels'
import { RecordHeader } from '../../kit/RecordHeader'
import { RecordLink } from '../../kit/RecordLink'
import { Card, RecordSections } from '../../kit/RecordSections'
import { specOf } from '../../kit/registry'
import { TwoColumns } from '../../kit/TwoColumns'
import { choiceKey } from '../../kit/vocabularies'
import { FareCard } from './fares/FareCard'
import { SecondaryText } from '../../ui/SecondaryText'

/** A route: the way first, then what else is known of it. */
export default function RouteShow() {
  const { t } = useFormat()
  const spec = specOf('routes')
  const seesFares = useMay('list', 'fares')
  return (
    <RecordPage spec={spec}>
      {(record) => {
        const route = record as unknown as Route
        const journeys = new URLSearchParams({
          filter: JSON.stringify({ route_id_in: [route.id] }),
          page: '1',
          displayedFilters: '{}',
        })
        return (
          <>
            <RecordHeader
              spec={spec}
              record={record}
              actions={
                <Button component={RouterLink} to={`/journeys?${journeys.toString()}`} variant="outlined">
                  {resourceName(t, 'journeys')}
                </Button>
              }
            />
            <TwoColumns>
              <Stops route={route} />
              <RecordSections spec={spec} record={record} only={['identity', 'booking']} />
            </TwoColumns>
            <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
              {seesFares && <FareCard route={route} />}
              <History resource="routes" record={record} />
            </Box>
          </>
        )
      }}
    </RecordPage>
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
