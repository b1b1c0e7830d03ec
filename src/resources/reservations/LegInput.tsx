import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useGetList, useGetOne } from 'react-admin'
import { useController, useFormState, type FieldError } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import type { Journey, JourneyCall } from '../../../contract/entities/journey'
import { formatTime, today } from '../../format/dates'
import { Instant } from '../../ui/Instant'
import { Muted } from '../../ui/Muted'
import { problemText } from '../../ui/problemText'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { RecordPicker } from '../builder/form/RecordPicker'
import { at } from '../builder/paths'
import { RecordLink, useStationZone } from '../builder/RecordLink'
import { choiceKey } from '../builder/vocabularies'

/** Departures of a day that are offered at once; the station filter finds the others. */
const DEPARTURES = 50

interface Leg {
  journey_id: string
  board_seq: number | null
  alight_seq: number | null
}

/** Seats change by the minute: never from the cache. */
const LIVE = { staleTime: 0 }

/** Chooses a journey by day and station, then where to board and where to alight. */
export function LegInput() {
  const { t } = useFormat()
  const [params] = useSearchParams()
  const { field } = useController({ name: 'legs', defaultValue: [] })
  const { errors } = useFormState({ name: 'legs' })
  const [date, setDate] = useState(() => params.get('date') ?? today(Date.now()))
  const [stationIds, setStationIds] = useState<string[]>([])
  const leg = Array.isArray(field.value) ? (field.value[0] as Leg | undefined) : undefined
  const fault = errors['legs'] as (FieldError & { root?: FieldError }) | undefined
  const message = fault?.root?.message ?? fault?.message ?? (at(fault, '0.journey_id.message') as string | undefined)
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
        <TextField
          type="date"
          name="legs"
          inputRef={field.ref}
          label={t('app.reservation.date')}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <RecordPicker
          resource="stations"
          ids={stationIds}
          onPick={setStationIds}
          box={{ label: t('app.reservation.station') }}
        />
      </Box>
      <Departures
        date={date}
        stationId={stationIds[0]}
        chosen={leg?.journey_id}
        onChoose={(journey_id) => field.onChange([{ journey_id, board_seq: null, alight_seq: null }])}
      />
      {message && <FormHelperText error>{message}</FormHelperText>}
      {leg && <Stretch key={leg.journey_id} leg={leg} onChange={(next) => field.onChange([next])} faults={fault} />}
    </Box>
  )
}

interface DeparturesProps {
  date: string
  stationId: string | undefined
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The departures of a day as rows of a board. */
function Departures({ date, stationId, chosen, onChoose }: DeparturesProps) {
  const format = useFormat()
  const { t } = format
  const { data, isPending, error } = useGetList<Journey>(
    'journeys',
    {
      pagination: { page: 1, perPage: DEPARTURES },
      sort: { field: 'departs_at', order: 'ASC' },
      filter: {
        service_date_gte: date,
        service_date_lte: date,
        kind: 'passenger',
        service_status_in: ['scheduled', 'boarding'],
        ...(stationId ? { station_id: stationId } : {}),
      },
    },
    { ...LIVE, enabled: date !== '' },
  )
  const label = t('app.reservation.departures')
  if (error) return <FormHelperText error>{problemText(error, format)}</FormHelperText>
  if (isPending) return <Skeleton variant="rounded" height={120} />
  if (data.length === 0) return <Muted>{t('app.reservation.noDepartures')}</Muted>
  return (
    <Box
      role="radiogroup"
      aria-label={label}
      sx={{ maxHeight: 300, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 2 }}
    >
      {data.map((journey) => (
        <Departure
          key={journey.id}
          journey={journey}
          chosen={journey.id === chosen}
          onChoose={() => onChoose(journey.id)}
        />
      ))}
    </Box>
  )
}

function Departure({ journey, chosen, onChoose }: { journey: Journey; chosen: boolean; onChoose: () => void }) {
  const { t } = useFormat()
  const full = journey.availability_status === 'SOLD_OUT' || journey.availability_status === 'CLOSED'
  return (
    <ButtonBase
      role="radio"
      aria-checked={chosen}
      disabled={full}
      onClick={onChoose}
      sx={{
        display: 'flex',
        width: '100%',
        gap: 4,
        px: 4,
        minHeight: 42,
        fontSize: 13,
        textAlign: 'start',
        justifyContent: 'flex-start',
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: chosen ? 'action.selected' : 'transparent',
        '&:last-of-type': { borderBottom: 0 },
        '&:hover': { bgcolor: chosen ? 'action.selected' : 'action.hover' },
        '&.Mui-disabled': { opacity: 0.55 },
      }}
    >
      <Box component="span" sx={{ flex: 'none', minWidth: 92, fontWeight: 600 }}>
        <Instant value={journey.departs_at} zone={journey.timezone} timeOnly />
      </Box>
      <Box
        component="span"
        sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        <RecordLink resource="routes" id={journey.route_id} plain />
      </Box>
      <Box component="span" sx={{ flex: 'none', color: 'text.secondary', display: { xs: 'none', sm: 'inline' } }}>
        {t('app.reservation.left', { smart_count: Math.max(0, journey.seats_left) })}
      </Box>
      <Box component="span" sx={{ flex: 'none', minWidth: 104, display: { xs: 'none', md: 'inline' } }}>
        <StatusMark
          value={journey.availability_status}
          label={t(choiceKey('availabilityStatuses', journey.availability_status))}
        />
      </Box>
    </ButtonBase>
  )
}

interface StretchProps {
  leg: Leg
  onChange: (leg: Leg) => void
  faults: unknown
}

/** Where to board and where to alight, of the calls of the chosen journey. */
function Stretch({ leg, onChange, faults }: StretchProps) {
  const { t } = useFormat()
  const { data: journey } = useGetOne<Journey>('journeys', { id: leg.journey_id }, LIVE)
  const calls = journey?.calls
  if (!calls) return <Skeleton variant="rounded" height={60} />
  const boarding = calls.filter((call, index) => index < calls.length - 1 && call.pickup_type !== 'none')
  const alighting = calls.filter(
    (call, index) => index > 0 && call.drop_off_type !== 'none' && (leg.board_seq === null || call.seq > leg.board_seq),
  )
  const board = (seq: number) =>
    onChange({
      ...leg,
      board_seq: seq,
      alight_seq: leg.alight_seq !== null && leg.alight_seq > seq ? leg.alight_seq : null,
    })
  const message = (source: string) => at(faults, `0.${source}.message`) as string | undefined
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
      <CallSelect
        name="legs.0.board_seq"
        label={t('app.reservation.board')}
        calls={boarding}
        value={leg.board_seq}
        timeOf={(call) => call.planned_depart}
        journey={journey}
        onChange={board}
        error={message('board_seq')}
      />
      <CallSelect
        name="legs.0.alight_seq"
        label={t('app.reservation.alight')}
        calls={alighting}
        value={leg.alight_seq}
        timeOf={(call) => call.planned_arrive}
        journey={journey}
        onChange={(alight_seq) => onChange({ ...leg, alight_seq })}
        error={message('alight_seq')}
      />
    </Box>
  )
}

interface CallSelectProps {
  name: string
  label: string
  calls: readonly JourneyCall[]
  value: number | null
  timeOf: (call: JourneyCall) => string
  journey: Journey
  onChange: (seq: number) => void
  error: string | undefined
}

function CallSelect({ name, label, calls, value, timeOf, journey, onChange, error }: CallSelectProps) {
  return (
    <TextField
      select
      required
      name={name}
      label={label}
      value={calls.some((call) => call.seq === value) ? value : ''}
      onChange={(event) => onChange(Number(event.target.value))}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      {calls.map((call) => (
        <MenuItem key={call.seq} value={call.seq}>
          <CallOption call={call} at={timeOf(call)} timezone={journey.timezone} />
        </MenuItem>
      ))}
    </TextField>
  )
}

function CallOption({ call, at: time, timezone }: { call: JourneyCall; at: string; timezone: string }) {
  const { locale } = useFormat()
  const zone = useStationZone(call.station_id) ?? timezone
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 3 }}>
      <b>{formatTime(time, { locale, zone })}</b>
      <RecordLink resource="stations" id={call.station_id} plain />
    </Box>
  )
}
