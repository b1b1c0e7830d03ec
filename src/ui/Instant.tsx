import Box from '@mui/material/Box'
import { formatDateTime, zoneName, today, toZonedInput } from '../providers/format/dates'
import { dateFormat } from '../providers/format/intl'
import { useFormat } from './useFormat'
import { useNow } from './useNow'

interface InstantProps {
  value: string
  /** IANA zone that it is shown in; the reader's own unless given. */
  zone?: string | undefined
  /** Time alone. */
  timeOnly?: boolean
  /** In a table's cell, which gives the looks itself. */
  bare?: boolean
}

/** An instant as clocks at the place show it, with the zone's short name; the reader's own time on hover where it differs. */
export function Instant({ value, zone, timeOnly = false, bare = false }: InstantProps) {
  const { locale, t } = useFormat()
  const now = useNow()
  const context = { locale, zone }
  const own = formatDateTime(value, { locale })
  const there = formatDateTime(value, context)
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
        {text} {zone && <span>{zoneName(value, context)}</span>}
      </time>
    )
  return (
    <Box component="time" dateTime={value} title={title} sx={{ whiteSpace: 'nowrap' }}>
      {text}{' '}
      {zone && (
        <Box component="span" sx={{ color: 'text.disabled', fontSize: '0.86em' }}>
          {zoneName(value, context)}
        </Box>
      )}
    </Box>
  )
}
