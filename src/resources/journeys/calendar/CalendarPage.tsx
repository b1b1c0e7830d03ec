import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import RefreshIcon from '@mui/icons-material/SyncProblemOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useSearchParams } from 'react-router-dom'
import { formatDate, today } from '../../../providers/format/dates'
import { weekdayNames } from '../../../providers/format/names'
import { useCompany } from '../../../providers/data/useCompany'
import { Gate } from '../../../ui/Gate'
import { PageHeader } from '../../../ui/PageHeader'
import { problemText } from '../../../ui/problemText'
import { StatePanel } from '../../../ui/StatePanel'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { resourceName } from '../../../kit/labels'
import { readCalendar } from '../board/boardApi'
import { daysInSight, RANGES, turned, type Range } from './calendarDays'
import { DayCell } from './DayCell'
import { dayOf } from '../../../ui/addressValues'
import { PlainList } from '../../../ui/Rows'

const MIRRORED = { 'html[dir=rtl] &': { transform: 'scaleX(-1)' } }

/** Calendar of journeys and hires by month or week with their load; each day links to its board. */
export default function CalendarPage() {
  const company = useCompany()
  return (
    <Gate action="list" resource="journeys">
      {company ? <Calendar zone={company.timezone} /> : <Skeleton variant="rounded" height={480} />}
    </Gate>
  )
}

function Calendar({ zone }: { zone: string }) {
  const format = useFormat()
  const { t, locale } = format
  const [query, setQuery] = useSearchParams()
  const thisDay = today(useNow(), zone)
  const date = dayOf(query.get('date')) ?? thisDay
  const range: Range = query.get('range') === 'week' ? 'week' : 'month'
  const show = (day: string, next: Range) =>
    setQuery({ ...(day !== thisDay && { date: day }), ...(next === 'week' && { range: next }) }, { replace: true })
  const days = daysInSight(date, range)
  const [from, to] = [days[0] ?? date, days.at(-1) ?? date]
  const { data, error, refetch } = useQuery({
    queryKey: ['journeys', 'calendar', from, to],
    queryFn: () => readCalendar({ from, to }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const title =
    range === 'month'
      ? formatDate(date, locale, { month: 'long', year: 'numeric' })
      : `${formatDate(from, locale)} – ${formatDate(to, locale)}`
  return (
    <>
      <PageHeader
        title={t('app.calendar.title')}
        subtitle={t('app.calendar.text')}
        back={{ to: '/journeys', label: resourceName(t, 'journeys') }}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap', mb: 3 }}>
        <IconButton aria-label={t('app.calendar.before')} onClick={() => show(turned(date, range, -1), range)}>
          <ChevronLeftIcon sx={MIRRORED} />
        </IconButton>
        <IconButton aria-label={t('app.calendar.after')} onClick={() => show(turned(date, range, 1), range)}>
          <ChevronRightIcon sx={MIRRORED} />
        </IconButton>
        <Box component="h2" aria-live="polite" sx={{ m: 0, fontSize: 'h2.fontSize', fontWeight: 600, minWidth: 180 }}>
          {title}
        </Box>
        <Button onClick={() => show(thisDay, range)} disabled={date === thisDay}>
          {t('app.calendar.today')}
        </Button>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('app.calendar.span')}
          value={range}
          onChange={(_event, value: Range | null) => value !== null && show(date, value)}
          sx={{ marginInlineStart: 'auto' }}
        >
          {RANGES.map((value) => (
            <ToggleButton key={value} value={value}>
              {t(`app.calendar.range.${value}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {error && !data ? (
        <StatePanel
          icon={RefreshIcon}
          role="alert"
          title={t('app.calendar.failed')}
          text={problemText(error, format)}
          action={<Button onClick={() => void refetch()}>{t('app.problem.retry')}</Button>}
        />
      ) : (
        <Box
          sx={{ border: 1, borderColor: 'divider', borderRadius: 2, overflow: 'hidden', bgcolor: 'background.paper' }}
        >
          <Box
            aria-hidden
            sx={{
              display: { xs: 'none', md: 'grid' },
              gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
              fontSize: 'caption.fontSize',
              color: 'text.secondary',
              bgcolor: (theme) => theme.colours.muted,
            }}
          >
            {weekdayNames(locale, 'short').map(({ day, name }) => (
              <Box key={day} sx={{ px: 2, py: 1.5 }}>
                {name}
              </Box>
            ))}
          </Box>
          <PlainList
            ordered
            aria-label={t('app.calendar.grid')}
            aria-busy={data === undefined}
            sx={{
              display: 'grid',
              gap: '1px',
              bgcolor: 'divider',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(7, minmax(0, 1fr))' },
            }}
          >
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                counts={data?.find((one) => one.day === day)}
                isToday={day === thisDay}
                isOther={range === 'month' && day.slice(0, 7) !== date.slice(0, 7)}
                isTall={range === 'week'}
              />
            ))}
          </PlainList>
        </Box>
      )}
    </>
  )
}
