import Box from '@mui/material/Box'
import { foreignZone, formatDateTime, today, toZonedInput } from '../providers/format/dates'
import { dateFormat } from '../providers/format/intl'
import { useFormat } from './useFormat'
import { useNow } from './useNow'

interface InstantProps {
  value: string
  /** IANA time zone to display; the reader's own unless given. */
  zone?: string | undefined
  /** Whether to omit the date. */
  timeOnly?: boolean
  /** Whether to omit styles, for table cells that provide them. */
  bare?: boolean
}

/** Instant in local time of its zone; if that differs from the reader's, adds the zone, and the reader's time on hover. */
export function Instant({ value, zone, timeOnly = false, bare = false }: InstantProps) {
  const { locale, t } = useFormat()
  const now = useNow()
  const context = { locale, zone }
  const own = formatDateTime(value, { locale })
  const there = formatDateTime(value, context)
  const named = foreignZone(value, context)
  const title = zone && own !== there ? t('app.time.yours', { time: own }) : there
  const sameYear = toZonedInput(value, zone ?? 'UTC').slice(0, 4) === today(now).slice(0, 4)
  const text = dateFormat(locale, {
    ...(timeOnly ? {} : { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone ? { timeZone: zone } : {}),
  }).format(new Date(value))
  if (bare)
    return (
      <time dateTime={value} title={title}>
        {text} {named && <span>{named}</span>}
      </time>
    )
  return (
    <Box component="time" dateTime={value} title={title} sx={{ whiteSpace: 'nowrap' }}>
      {text}{' '}
      {named && (
        <Box component="span" sx={{ color: 'text.disabled', fontSize: '0.86em', lineHeight: 1 }}>
          {named}
        </Box>
      )}
    </Box>
  )
}
