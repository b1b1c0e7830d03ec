import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Journey, JourneyCall, JourneyLeg } from '../../../contract/entities/journey'
import { daysBetween, formatTime, toZonedInput, foreignZone, formatDateTime } from '../../providers/format/dates'
import { CallLine, CallStop, placeOf } from '../../features/journeys/CallLine'
import { LoadBar } from '../../ui/LoadBar'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { RecordLink, useStationZone } from '../../kit/RecordLink'
import { choiceKey } from '../../kit/vocabularies'
import { SecondaryText } from '../../ui/Text'

/** Height of a call including the load of the following leg. */
const CALL_HEIGHT_PX = 62
const LAST_CALL_HEIGHT_PX = 44

/** Calls of a journey in the local time of each station, with the load of the following leg. */
export function Calls({ journey, color }: { journey: Journey; color: string | null }) {
  const { t } = useFormat()
  const { calls, legs = [] } = journey
  if (!calls) return <Skeleton height={(journey.call_count - 1) * CALL_HEIGHT_PX + LAST_CALL_HEIGHT_PX} />
  if (calls.length === 0) return <Muted>{t('app.journey.noCalls')}</Muted>
  return (
    <CallLine color={color}>
      {calls.map((call, index) => (
        <CallStop key={call.seq} place={placeOf(index, calls.length)}>
          <Call
            call={call}
            place={placeOf(index, calls.length)}
            serviceDate={journey.service_date}
            timezone={journey.timezone}
            leg={legs.find((leg) => leg.leg_seq === call.seq)}
          />
        </CallStop>
      ))}
    </CallLine>
  )
}

interface CallProps {
  call: JourneyCall
  place: ReturnType<typeof placeOf>
  serviceDate: string
  /** Time zone of the journey, used until the station's own is loaded. */
  timezone: string
  leg: JourneyLeg | undefined
}

function Call({ call, place, serviceDate, timezone, leg }: CallProps) {
  const { t } = useFormat()
  const zone = useStationZone(call.station_id) ?? timezone
  const showArrival = place !== 'first' && (place === 'last' || call.planned_arrive !== call.planned_depart)
  const notes = [
    call.platform && t('app.journey.platform', { platform: call.platform }),
    place !== 'last' &&
      call.pickup_type !== 'regular' &&
      `${t('app.route.pickup')}: ${t(choiceKey('stopAccess', call.pickup_type))}`,
    place !== 'first' &&
      call.drop_off_type !== 'regular' &&
      `${t('app.route.dropOff')}: ${t(choiceKey('stopAccess', call.drop_off_type))}`,
  ].filter(Boolean)
  return (
    <Box sx={{ pb: 3 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, pt: '3px' }}>
        <Box sx={{ minWidth: 0 }}>
          <Box component="span" sx={{ fontWeight: place === 'middle' ? 450 : 600 }}>
            <RecordLink resource="stations" id={call.station_id} />
          </Box>
          {notes.length > 0 && <SecondaryText size="caption">{notes.join(' · ')}</SecondaryText>}
        </Box>
        <Box sx={{ flex: 'none', textAlign: 'right' }}>
          {showArrival && (
            <CallTime
              planned={call.planned_arrive}
              expected={call.expected_arrive}
              actual={call.actual_arrive}
              zone={zone}
              serviceDate={serviceDate}
              label={t('app.journey.arrival')}
              quiet={place !== 'last'}
            />
          )}
          {place !== 'last' && (
            <CallTime
              planned={call.planned_depart}
              expected={call.expected_depart}
              actual={call.actual_depart}
              zone={zone}
              serviceDate={serviceDate}
              label={t('app.journey.departure')}
            />
          )}
        </Box>
      </Box>
      {leg && <LegLoad leg={leg} />}
    </Box>
  )
}

interface CallTimeProps {
  planned: string
  expected: string | null
  actual: string | null
  zone: string
  serviceDate: string
  label: string
  quiet?: boolean
}

/** Planned time, struck through when an expected or actual time differs; `+1` counts days after the service day. */
function CallTime({ planned, expected, actual, zone, serviceDate, label, quiet = false }: CallTimeProps) {
  const { t, locale } = useFormat()
  const context = { locale, zone }
  const days = daysBetween(serviceDate, toZonedInput(planned, zone).slice(0, 10))
  const real = actual ?? expected
  const changed = real !== null && formatTime(real, context) !== formatTime(planned, context)
  return (
    <Box
      sx={{ whiteSpace: 'nowrap', fontSize: quiet ? 12 : 14, color: quiet ? 'text.secondary' : 'text.primary' }}
      title={t('app.time.yours', { time: formatDateTime(planned, { locale }) })}
    >
      <Box
        component="span"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {`${label}: `}
      </Box>
      <Box
        component="time"
        dateTime={planned}
        sx={
          changed
            ? { textDecoration: 'line-through', color: 'text.secondary', unicodeBidi: 'isolate' }
            : { fontWeight: quiet ? 400 : 550 }
        }
      >
        {formatTime(planned, context)}
      </Box>
      {changed && ' '}
      {changed && (
        <Box component="time" dateTime={real} sx={{ color: 'warning.main', fontWeight: 600, unicodeBidi: 'isolate' }}>
          {formatTime(real, context)}
        </Box>
      )}
      {days !== 0 && <Muted>{` ${days > 0 ? '+' : ''}${days}`}</Muted>}{' '}
      <Box component="span" sx={{ color: 'text.disabled', fontSize: 'overline.fontSize' }}>
        {foreignZone(planned, context)}
      </Box>
    </Box>
  )
}

function LegLoad({ leg }: { leg: JourneyLeg }) {
  const { t } = useFormat()
  const taken = leg.confirmed + leg.held
  const label = t('app.journey.load', { taken, capacity: leg.capacity, confirmed: leg.confirmed, held: leg.held })
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 2, maxWidth: 320 }}>
      <Box sx={{ flex: 1 }}>
        <LoadBar confirmed={leg.confirmed} held={leg.held} capacity={leg.capacity} label={label} />
      </Box>
      <Box
        sx={{
          fontSize: 'caption.fontSize',
          color: taken > leg.capacity ? 'error.main' : 'text.secondary',
          whiteSpace: 'nowrap',
        }}
      >
        {`${taken}/${leg.capacity}`}
      </Box>
    </Box>
  )
}
