import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import type { CalendarDay } from '../../../../contract/operations/board'
import { formatDate } from '../../../providers/format/dates'
import { numberFormat } from '../../../providers/format/intl'
import { LoadBar } from '../../../ui/LoadBar'
import { useFormat } from '../../../ui/useFormat'

interface DayCellProps {
  day: string
  /** Undefined while loading. */
  counts: CalendarDay | undefined
  isToday: boolean
  /** The day belongs to the previous or next month. */
  isOther: boolean
  isTall: boolean
}

const NOTED = ['unassigned', 'late', 'cancelled'] as const
const TONES = { unassigned: 'warning.main', late: 'warning.main', cancelled: 'error.main' } as const

/** A calendar day: departures, load, and numbers of unassigned, late and cancelled jobs. */
export function DayCell({ day, counts, isToday, isOther, isTall }: DayCellProps) {
  const { t, locale } = useFormat()
  const long = formatDate(day, locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const count = (key: string, value: number) => t(`app.calendar.${key}`, { smart_count: value })
  const share = counts && counts.capacity > 0 ? counts.seats_taken / counts.capacity : 0
  const load = t('app.calendar.load', {
    percent: numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
  })
  const notes = counts ? NOTED.filter((key) => counts[key] > 0) : []
  const spoken = counts
    ? [
        count('journeys', counts.journeys),
        ...(counts.hires > 0 ? [count('hires', counts.hires)] : []),
        load,
        ...notes.map((key) => count(key, counts[key])),
      ]
    : []
  return (
    <Box component="li" sx={{ bgcolor: (theme) => (isOther ? theme.colours.canvas : theme.palette.background.paper) }}>
      <Box
        component={Link}
        to={`/journeys/board?date=${day}`}
        aria-label={[long, ...spoken].join(', ')}
        aria-current={isToday ? 'date' : undefined}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          minHeight: { xs: 40, md: isTall ? 220 : 104 },
          boxSizing: 'border-box',
          p: 2,
          fontSize: 'caption.fontSize',
          color: isOther ? 'text.secondary' : 'text.primary',
          textDecoration: 'none',
          fontVariantNumeric: 'tabular-nums',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Box
          component="span"
          sx={{
            fontWeight: isToday ? 700 : 550,
            fontSize: 'body2.fontSize',
            color: isToday ? 'primary.main' : 'inherit',
          }}
        >
          <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
            {formatDate(day, locale, { day: 'numeric' })}
          </Box>
          <Box component="span" sx={{ display: { xs: 'inline', md: 'none' } }}>
            {long}
          </Box>
        </Box>
        {counts && counts.journeys > 0 && (
          <>
            <span>{count('journeys', counts.journeys)}</span>
            <LoadBar confirmed={counts.seats_taken} held={0} capacity={counts.capacity} label={load} />
          </>
        )}
        {counts && counts.hires > 0 && <span>{count('hires', counts.hires)}</span>}
        {counts &&
          notes.map((key) => (
            <Box component="span" key={key} sx={{ color: TONES[key] }}>
              {count(key, counts[key])}
            </Box>
          ))}
      </Box>
    </Box>
  )
}
