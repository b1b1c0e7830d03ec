import Skeleton from '@mui/material/Skeleton'
import { useFieldValue } from 'react-admin'
import { formatDate } from '../../providers/format/dates'
import { serviceTimeParts } from '../../providers/format/durations'
import { weekdayNames } from '../../providers/format/names'
import { Instant } from '../../ui/Instant'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { useStationZoneQuery } from '../RecordLink'
import { formattedField, listField, nothing, useSibling, useText, type ValueProps } from './field'

/** Calendar day. React-admin's `DateField` formats in the language of the browser, this in the reader's. */
export const DayField = formattedField((value, { locale }) => formatDate(value, locale))

export const DaysField = listField((days, { locale }) => days.map((day) => formatDate(day, locale)), ' · ')

/** First and last days of periods, a line each. */
export function DateRangesField(props: ValueProps) {
  const { locale } = useFormat()
  const ranges: unknown = useFieldValue(props)
  if (!Array.isArray(ranges) || ranges.length === 0) return nothing(props)
  return (ranges as { from: string; to: string }[]).map(({ from, to }, index) => (
    <div key={index}>
      {formatDate(from, locale)} – {formatDate(to, locale)}
    </div>
  ))
}

/** Days of the week, in the order of the reader's calendar. */
export const WeekdaysField = listField((days, { locale }) =>
  weekdayNames(locale, 'short').flatMap(({ day, name }) => (days.includes(String(day)) ? name : [])),
)

interface InstantFieldProps extends ValueProps {
  /** Field of the time zone, beside the instant or in the record, or of a station in it; none for the reader's zone. */
  zone?: string | { station: string } | undefined
}

/** Instant in local time of a zone. */
export function InstantField({ zone, ...props }: InstantFieldProps) {
  const value = useText(props)
  const siblingOf = useSibling(props)
  if (value === null) return nothing(props)
  const instant = { value, bare: props.bare ?? false }
  const place = zone && siblingOf(typeof zone === 'string' ? zone : zone.station)
  if (typeof place !== 'string') return <Instant {...instant} />
  return typeof zone === 'string' ? <Instant {...instant} zone={place} /> : <InstantAt {...instant} station={place} />
}

/** Renders nothing until the zone of the station is known, because the time would be shown in another zone first. */
function InstantAt({ station, ...instant }: { station: string; value: string; bare: boolean }) {
  const { zone, isLoading } = useStationZoneQuery(station)
  return isLoading ? <Skeleton width={120} sx={{ display: 'inline-block' }} /> : <Instant {...instant} zone={zone} />
}

/** Time of a service day, with the days after it from 24:00. */
export const ServiceTimeField = formattedField((value, { t }) => {
  const { time, days } = serviceTimeParts(value)
  return (
    <span title={days > 0 ? t('app.time.serviceDay', { time: value.slice(0, -3) }) : undefined}>
      {time}
      {days > 0 && <Muted> +{days}</Muted>}
    </span>
  )
})
