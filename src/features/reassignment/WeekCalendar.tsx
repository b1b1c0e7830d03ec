import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { addDays, foreignZone, formatDate, fromZonedInput, today } from '../../providers/format/dates'
import { Card } from '../../kit/RecordSections'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { BusyBar } from './BusyBar'
import type { Kind } from './reassignmentApi'
import { useBusy } from './useBusy'
import { PlainList } from '../../ui/Rows'

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const
const MARKS_H = [0, 6, 12, 18] as const
const DAY_COLUMN = { xs: '76px', md: '112px' } as const

interface WeekCalendarProps {
  kind: Kind
  id: string
  /** IANA zone in which days begin. */
  zone: string
  /** Minutes of turnaround after each journey. */
  turnaroundMin?: number
}

const midnight = (day: string, zone: string): number => Date.parse(fromZonedInput(`${day}T00:00`, zone) ?? '')

/** Week of a vehicle or person: a line for each day with jobs, turnaround, downtime and absence. */
export function WeekCalendar({ kind, id, zone, turnaroundMin = 0 }: WeekCalendarProps) {
  const { t, locale } = useFormat()
  const now = useNow()
  const roomy = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const [first, setFirst] = useState(() => today(now, zone))
  const days = DAYS.map((offset) => addDays(first, offset))
  const from = midnight(first, zone)
  const to = midnight(addDays(first, DAYS.length), zone)
  const busy = useBusy(kind, id, from, to, turnaroundMin)
  return (
    <Card
      title={t('app.operations.week.title')}
      action={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <IconButton
            aria-label={t('app.operations.week.before')}
            onClick={() => setFirst(addDays(first, -DAYS.length))}
          >
            <ChevronLeftIcon sx={{ 'html[dir=rtl] &': { transform: 'scaleX(-1)' } }} />
          </IconButton>
          <Button onClick={() => setFirst(today(now, zone))}>{t('app.operations.week.today')}</Button>
          <IconButton aria-label={t('app.operations.week.after')} onClick={() => setFirst(addDays(first, DAYS.length))}>
            <ChevronRightIcon sx={{ 'html[dir=rtl] &': { transform: 'scaleX(-1)' } }} />
          </IconButton>
        </Box>
      }
    >
      <Box sx={{ display: 'flex', fontSize: 'overline.fontSize', color: 'text.secondary', mb: 1 }} aria-hidden>
        <Box sx={{ width: DAY_COLUMN, flex: 'none' }}>
          {foreignZone(new Date(from).toISOString(), { locale, zone })}
        </Box>
        <Box sx={{ position: 'relative', flex: 1, height: 16 }}>
          {MARKS_H.map((hour) => (
            <Box key={hour} component="span" sx={{ position: 'absolute', insetInlineStart: `${(hour / 24) * 100}%` }}>
              {`${String(hour).padStart(2, '0')}:00`}
            </Box>
          ))}
        </Box>
      </Box>
      <PlainList ordered aria-busy={busy === undefined}>
        {days.map((day) => {
          const start = midnight(day, zone)
          const end = midnight(addDays(day, 1), zone)
          const within = (busy ?? []).filter((one) => one.from < end && one.to > start)
          return (
            <Box
              component="li"
              key={day}
              sx={{ display: 'flex', alignItems: 'stretch', borderTop: 1, borderColor: 'divider', height: 36 }}
            >
              <Box
                sx={{
                  width: DAY_COLUMN,
                  flex: 'none',
                  fontSize: 'caption.fontSize',
                  alignSelf: 'center',
                  fontWeight: day === today(now, zone) ? 600 : 400,
                }}
              >
                {formatDate(day, locale, {
                  weekday: 'short',
                  day: 'numeric',
                  ...(roomy && { month: 'short' }),
                })}
              </Box>
              <Box
                sx={{
                  position: 'relative',
                  flex: 1,
                  overflow: 'hidden',
                  backgroundImage: (theme) =>
                    `repeating-linear-gradient(to right, ${theme.palette.divider} 0 1px, transparent 1px 25%)`,
                }}
              >
                {within.map((one) => (
                  <BusyBar key={one.key} busy={one} start={start} end={end} zone={zone} />
                ))}
                {start <= now && now < end && (
                  <Box
                    aria-hidden
                    sx={{
                      position: 'absolute',
                      insetBlock: 0,
                      width: 2,
                      insetInlineStart: `${((now - start) / (end - start)) * 100}%`,
                      bgcolor: 'error.main',
                    }}
                  />
                )}
              </Box>
            </Box>
          )
        })}
      </PlainList>
      <Box sx={{ fontSize: 'caption.fontSize', color: 'text.secondary', mt: 2, minHeight: 18 }}>
        {busy?.length === 0 ? t('app.operations.week.free') : t(`app.operations.week.legend.${kind}`)}
      </Box>
    </Card>
  )
}
