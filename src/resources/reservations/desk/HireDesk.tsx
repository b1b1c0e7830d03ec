import { useMayOverride } from '../../../providers/auth/useSession'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { DateBox } from '../../../ui/DateBox'
import { Muted } from '../../../ui/Muted'
import { PriceLines } from '../../../ui/PriceLines'
import { problemText } from '../../../ui/problemText'
import { useCompany } from '../../../providers/data/useCompany'
import { problemOf } from '../../../providers/http/problem'
import { useFormat } from '../../../ui/useFormat'
import { RecordLink } from '../../../kit/RecordLink'
import { Card } from '../../../kit/RecordSections'
import { CallerCard } from './CallerCard'
import { ContactFields } from './ContactFields'
import { AsideCard, DeskColumns, SoldPanel } from './DeskLayout'
import { HireEndBox } from './HireEndBox'
import { HirePlaceBox, NO_PLACE, type HirePlaceDraft } from './HirePlaceBox'
import type { Sold } from './deskTypes'
import type { HireDraft } from './hireDraft'
import type { Start } from './start'
import { OverrideDialog } from './OverrideDialog'
import { useConfirmKey } from './deskKeys'
import { useHire, type HireDesk as Desk } from './useHire'
import { Column, FormColumns } from '../../../ui/Column'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import { useRef, useState } from 'react'
import { useGetList } from 'react-admin'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { VehicleType } from '../../../../contract/entities/vehicle-type'
import { textIn } from '../../../kit/text'

/** Creates a request for private hire, which staff approve once vehicle and driver are confirmed. */
export function HireDesk({ start, onAnother }: { start: Start; onAnother: () => void }) {
  const { t } = useFormat()
  const desk = useHire(start)
  const { draft, setDraft } = desk
  const pickup = useRef<HTMLDivElement>(null)
  useConfirmKey(() => void desk.send())
  if (desk.done) return <SoldPanel sold={[soldHire(desk.done, desk.zone)]} onAnother={onAnother} />
  const set = (part: Partial<HireDraft>) => setDraft({ ...draft, ...part })
  const label = (field: string) => t(`resources.reservations.fields.hire_${field}`)
  const count = (name: 'passengers' | 'luggage', text: string, least: number) => (
    <TextField
      type="number"
      label={text}
      value={String(draft[name])}
      onFocus={(event) => (event.target as HTMLInputElement).select()}
      onChange={(event) => set({ [name]: Math.max(least, Math.trunc(Number(event.target.value)) || least) })}
      slotProps={{ htmlInput: { min: least, max: 500 }, inputLabel: { shrink: true } }}
    />
  )
  return (
    <DeskColumns aside={<HireAside desk={desk} />}>
      <CallerCard
        caller={desk.caller}
        onChange={desk.setCaller}
        missing={desk.missing}
        start={start.customer}
        onNext={() => pickup.current?.querySelector('input')?.focus()}
      >
        <ContactFields caller={desk.caller} onChange={desk.setCaller} missing={desk.missing} />
      </CallerCard>
      <Card title={t('app.section.travel')}>
        <Column>
          <div ref={pickup}>
            <HirePlaceBox title={label('pickup')} place={draft.pickup} onChange={(pickup) => set({ pickup })} />
          </div>
          <HireStops stops={draft.via} onChange={(via) => set({ via })} />
          <HirePlaceBox title={label('dropoff')} place={draft.dropoff} onChange={(dropoff) => set({ dropoff })} />
          <FormColumns>
            <DateBox
              kind="dayTime"
              label={label('starts_at')}
              value={draft.starts}
              zone={desk.zone}
              onChange={(starts) => set({ starts })}
            />
            <HireEndBox starts={draft.starts} ends={draft.ends} zone={desk.zone} onEnds={(ends) => set({ ends })} />
          </FormColumns>
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' }, gap: 4 }}>
            {count('passengers', label('passengers'), 1)}
            {count('luggage', label('luggage_units'), 0)}
            <TextField
              type="number"
              label={`${label('distance_km')} (${t('app.unitShort.km')})`}
              value={draft.distanceKm}
              onChange={(event) => set({ distanceKm: event.target.value })}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          </Box>
          <VehicleTypeChoice
            passengers={draft.passengers}
            luggage={draft.luggage}
            value={draft.vehicleTypeId}
            onChange={(vehicleTypeId) => set({ vehicleTypeId })}
          />
        </Column>
      </Card>
    </DeskColumns>
  )
}

/** Returns a sold hire with start and end in the time zone of the pick-up place. */
function soldHire(reservation: Reservation, zone: string): Sold {
  const { hire } = reservation
  if (!hire) return { reservation, rides: [] }
  const place = ({ station_id: id, address }: NonNullable<Reservation['hire']>['pickup']) =>
    address ?? (id && <RecordLink plain resource="stations" id={id} />)
  const [from, to] = [place(hire.pickup), place(hire.dropoff)]
  const rides = [{ from, to, departs_at: hire.starts_at, zone, arrives_at: hire.ends_at, arrivalZone: zone }]
  return { reservation, rides }
}

function HireAside({ desk }: { desk: Desk }) {
  const format = useFormat()
  const { t } = format
  const { quote, isAsked, refusal, missing, sending, override } = desk
  const company = useCompany()
  const [isPricing, setIsPricing] = useState(false)
  const maySetAnyPrice = useMayOverride('set_any_price')
  const isUnpriced = problemOf(quote.error).code === 'no_fare'
  const currency = quote.data?.currency ?? company?.currency
  return (
    <AsideCard>
      <Typography variant="h2">{t('app.desk.sale')}</Typography>
      {!isAsked && <Muted>{t('app.desk.hireFirst')}</Muted>}
      {quote.error && <Alert severity="warning">{problemText(quote.error, format)}</Alert>}
      {isAsked && quote.data && (
        <PriceLines
          lines={quote.data.lines}
          currency={quote.data.currency}
          totalMinor={quote.data.total_minor}
          totalLabel={t('app.reservation.total')}
        />
      )}
      {isAsked && currency && (quote.data || override || (isUnpriced && maySetAnyPrice)) && (
        <Box sx={{ ml: -3 }}>
          <Button onClick={() => setIsPricing(true)}>{t('app.desk.setPrice')}</Button>
        </Box>
      )}
      {isPricing && currency && (
        <OverrideDialog
          currency={currency}
          totalMinor={quote.data?.total_minor ?? null}
          before={override}
          onClose={() => setIsPricing(false)}
          onSet={desk.tryOverride}
        />
      )}
      {missing === 'hire' && <Alert severity="warning">{t('app.desk.hireFirst')}</Alert>}
      {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      <Muted>{t('app.desk.hireText')}</Muted>
      <Button
        variant="contained"
        size="large"
        loading={sending}
        title="Ctrl+Enter"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={() => void desk.send()}
      >
        {t('app.desk.sendRequest')}
      </Button>
    </AsideCard>
  )
}

/** Maximum number of stops that the form shows legibly. */
const MAX_STOPS = 8

interface HireStopsProps {
  stops: readonly HirePlaceDraft[]
  onChange: (stops: HirePlaceDraft[]) => void
}

/** Stops of a hire between pick-up and drop-off. */
function HireStops({ stops, onChange }: HireStopsProps) {
  const { t } = useFormat()
  return (
    <>
      {stops.map((stop, at) => (
        <Box key={at} sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 2, alignItems: 'end' }}>
          <HirePlaceBox
            title={t('app.desk.stop', { number: at + 1 })}
            place={stop}
            onChange={(place) => onChange(stops.map((other, index) => (index === at ? place : other)))}
          />
          <IconButton
            aria-label={t('app.desk.dropStop', { number: at + 1 })}
            title={t('app.desk.dropStop', { number: at + 1 })}
            onClick={() => onChange(stops.filter((_, index) => index !== at))}
          >
            <CloseIcon />
          </IconButton>
        </Box>
      ))}
      {stops.length < MAX_STOPS && (
        <Box>
          <Button size="small" startIcon={<AddIcon />} onClick={() => onChange([...stops, NO_PLACE])}>
            {t('app.desk.addStop')}
          </Button>
        </Box>
      )}
    </>
  )
}

const BY_SEATS = { pagination: { page: 1, perPage: 100 }, sort: { field: 'seats', order: 'ASC' } } as const

interface VehicleTypeChoiceProps {
  passengers: number
  luggage: number
  value: string | null
  onChange: (id: string) => void
}

/** Vehicle types with enough seats and luggage space first, then the smaller ones; each group by ascending size. */
function VehicleTypeChoice({ passengers, luggage, value, onChange }: VehicleTypeChoiceProps) {
  const { t, language } = useFormat()
  const room = { seats_gte: passengers, luggage_units_gte: luggage }
  // Requested separately, because many small types would fill the page before any that fits.
  const { data: large } = useGetList<VehicleType>(
    'vehicle-types',
    { ...BY_SEATS, filter: { status: 'active', ...room } },
    { placeholderData: (previous) => previous },
  )
  const { data: small } = useGetList<VehicleType>('vehicle-types', { ...BY_SEATS, filter: { status: 'active' } })
  const label = t('resources.reservations.fields.hire_vehicle_type_id')
  if (!large || !small) return <Skeleton variant="rounded" height={120} />
  const fits = ({ seats, luggage_units }: VehicleType) => seats >= passengers && luggage_units >= luggage
  const types = [...large.filter(fits), ...small.filter((type) => !fits(type))]
  return (
    <RadioGroup aria-label={label} value={value ?? ''} onChange={(_event, id) => onChange(id)}>
      {types.map((type) => (
        <FormControlLabel
          key={type.id}
          value={type.id}
          control={<Radio size="small" />}
          disabled={!fits(type) && type.id !== value}
          sx={{ mx: 0, minHeight: 36, '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0 } }}
          label={
            <Box sx={{ display: 'flex', gap: 3, fontSize: 'body2.fontSize', flexWrap: 'wrap' }}>
              <span>{textIn(type.name, language)}</span>
              <Box component="span" sx={{ color: fits(type) ? 'text.secondary' : 'warning.main' }}>
                {t('app.reservation.seats', { smart_count: type.seats })}
                {!fits(type) && ` · ${t('app.desk.tooSmall')}`}
              </Box>
            </Box>
          }
        />
      ))}
    </RadioGroup>
  )
}
