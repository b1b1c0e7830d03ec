import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartnerDeparture } from '../../../contract/partner/journeys'
import type { ChangedTrip, PartnerTripDetail } from '../../../contract/partner/trips'
import { inLanguage } from '../../../contract/core/scalars'
import { today, toZonedInput } from '../../providers/format/dates'
import { formatMoney } from '../../providers/format/money'
import { dayOf } from '../../ui/addressValues'
import { DateBox } from '../../ui/DateBox'
import { Muted } from '../../ui/Muted'
import { problemText } from '../../ui/problemText'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { DepartureRow } from '../journeys/DepartureRow'
import { readDepartures } from '../journeys/journeyCalls'
import type { Partner } from '../../providers/auth/partnerSession'
import { changeTrip } from './tripCalls'
import { PlainList } from '../../ui/Rows'
import { PriceChangeLines } from '../../features/pricing/PriceChangeLines'
import { LegName } from './LegName'

interface ChangeDialogProps {
  trip: PartnerTripDetail
  partner: Partner
  onDone: () => void
  onClose: () => void
}

/** Dialog to move to another departure between the same stations; shows the price first. */
export function ChangeDialog({ trip, partner, onDone, onClose }: ChangeDialogProps) {
  const format = useFormat()
  const { t, language } = format
  const now = useNow()
  const [legIndex, setLegIndex] = useState(0)
  const leg = trip.legs[legIndex]
  const [date, setDate] = useState(leg ? toZonedInput(leg.departs_at, leg.origin.timezone).slice(0, 10) : '')
  const [preview, setPreview] = useState<ChangedTrip | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [chosen, setChosen] = useState<PartnerDeparture | null>(null)
  const question = {
    origin: leg?.origin.id ?? '',
    destination: leg?.destination.id ?? '',
    date,
    passengers: trip.seats,
  }
  const { data, error } = useQuery({
    queryKey: ['partner', partner.id, 'departures', question],
    queryFn: () => readDepartures(question),
    enabled: dayOf(date) !== null && leg !== undefined,
    staleTime: 0,
  })
  const forget = () => {
    setPreview(null)
    setChosen(null)
    setRefusal(null)
  }
  const legsWith = ({ id, board_seq, alight_seq }: PartnerDeparture) =>
    trip.legs.map((other, index) =>
      index === legIndex
        ? { journey_id: id, board_seq, alight_seq, direction: other.direction }
        : {
            journey_id: other.journey_id,
            board_seq: other.board_seq,
            alight_seq: other.alight_seq,
            direction: other.direction,
          },
    )
  const choose = (departure: PartnerDeparture) => {
    forget()
    setChosen(departure)
    changeTrip(trip, { legs: legsWith(departure), simulate: true }).then(setPreview, setRefusal)
  }
  const apply = async () => {
    if (!chosen || !preview) return
    const acceptedPrice = preview.price_hash === null ? {} : { price_hash: preview.price_hash }
    await changeTrip(trip, { legs: legsWith(chosen), simulate: false, ...acceptedPrice })
    onDone()
  }
  const others = data?.results.filter(({ id }) => id !== leg?.journey_id)
  const wrong = refusal ?? error
  return (
    <TaskDialog
      title={t('app.portal.trip.change')}
      text={t('app.portal.change.text')}
      action={t('app.portal.change.apply')}
      ready={preview !== null}
      onConfirm={apply}
      onClose={onClose}
    >
      {() => (
        <>
          {trip.legs.length > 1 && (
            <TextField
              select
              label={t('app.portal.change.leg')}
              value={legIndex}
              onChange={(event) => {
                forget()
                setLegIndex(Number(event.target.value))
              }}
            >
              {trip.legs.map((other, index) => (
                <MenuItem key={other.journey_id} value={index}>
                  {inLanguage(other.origin.name, language)} – {inLanguage(other.destination.name, language)}
                </MenuItem>
              ))}
            </TextField>
          )}
          <DateBox
            label={t('app.portal.search.date')}
            value={date}
            min={today(now)}
            onChange={(day) => {
              forget()
              setDate(day)
            }}
          />
          {wrong && <Alert severity="error">{problemText(wrong, format)}</Alert>}
          <PlainList
            aria-label={t('app.portal.search.departures')}
            sx={{ minHeight: 96, maxHeight: 300, overflowY: 'auto' }}
          >
            {!others && !error && dayOf(date) !== null && <Skeleton height={88} />}
            {others?.length === 0 && <Muted>{t('app.portal.search.noOther')}</Muted>}
            {others?.map((departure) => (
              <DepartureRow
                key={departure.id}
                departure={departure}
                isChosen={departure.id === chosen?.id}
                onChoose={() => choose(departure)}
              />
            ))}
          </PlainList>
          {chosen && !preview && !refusal && <Skeleton height={48} />}
          {preview && (
            <>
              {preview.price_change && (
                <PriceChangeLines
                  change={preview.price_change}
                  currency={preview.currency}
                  totalLabel={t('app.priceChange.then')}
                  legText={(each) => <LegName leg={each} legs={[...preview.legs, ...trip.legs]} />}
                />
              )}
              <Alert severity="info">{differenceText(preview, format)}</Alert>
            </>
          )}
        </>
      )}
    </TaskDialog>
  )
}

function differenceText(
  { difference_minor: difference, gross_minor, currency }: ChangedTrip,
  { t, locale }: ReturnType<typeof useFormat>,
): string {
  const money = (minor: number) => formatMoney(minor, currency, locale)
  const total = money(gross_minor)
  if (difference === 0) return t('app.portal.change.same', { total })
  return difference > 0
    ? t('app.portal.change.more', { total, difference: money(difference) })
    : t('app.portal.change.less', { total, difference: money(-difference) })
}
