import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Season } from '../../../contract/entities/season'
import { formatDate, addDays, daysBetween } from '../../providers/format/dates'
import { weekdayNames } from '../../providers/format/names'
import { useFormat } from '../../ui/useFormat'
import { RecordLink } from '../../kit/RecordLink'
import { textIn } from '../../kit/text'
import { seasonFinder, type SeasonDays } from '../../../contract/operations/season-days'

const UNCOLOURED = '#8b95a7'
const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))
const WIDTH_PX = 720
const LABEL_PX = 176

/** One line for each season and one for the effective season, over the months of a year. */
export function SeasonBands({ seasons, year }: { seasons: readonly Season[]; year: number }) {
  const { t, locale, language } = useFormat()
  const days = daysOfYear(year)
  const place = (start: number, length: number) => ({
    insetInlineStart: `${(start / days.length) * 100}%`,
    width: `${(length / days.length) * 100}%`,
  })
  const labelOf = ({ season, start, days: length }: Band<Season>) =>
    `${textIn(season.name, language)}: ${formatDate(addDays(`${year}-01-01`, start), locale)} – ${formatDate(addDays(`${year}-01-01`, start + length - 1), locale)}`
  const line = (bands: readonly Band<Season>[], isResult: boolean) => (
    <Box component="span" sx={{ position: 'relative', display: 'block', height: isResult ? 24 : 18 }}>
      {bands.map((band) => (
        <Box
          key={`${band.season.id} ${band.start}`}
          role="img"
          aria-label={labelOf(band)}
          title={labelOf(band)}
          sx={{
            position: 'absolute',
            insetBlock: 0,
            borderRadius: isResult ? 0.5 : 1,
            bgcolor: band.season.color ?? UNCOLOURED,
            opacity: isResult ? 1 : 0.55,
          }}
          style={place(band.start, band.days)}
        />
      ))}
    </Box>
  )
  const row = (key: string, label: ReactNode, content: ReactNode) => (
    <Box key={key} sx={{ display: 'flex', alignItems: 'center', minHeight: 34, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ width: LABEL_PX, flex: 'none', paddingInlineEnd: 3, fontSize: 'body2.fontSize', overflow: 'hidden' }}>
        {label}
      </Box>
      <Box sx={{ flex: 1 }}>{content}</Box>
    </Box>
  )
  return (
    <Box tabIndex={0} role="group" aria-label={String(year)} sx={{ overflowX: 'auto', pb: 1 }}>
      <Box sx={{ minWidth: WIDTH_PX }}>
        <Box sx={{ display: 'flex', height: 22, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
          <Box sx={{ width: LABEL_PX, flex: 'none' }} />
          <Box aria-hidden sx={{ flex: 1, position: 'relative' }}>
            {MONTHS.map((month) => {
              const first = `${year}-${month}-01`
              return (
                <Box
                  key={month}
                  sx={{ position: 'absolute', paddingInlineStart: 1, borderInlineStart: 1, borderColor: 'divider' }}
                  style={place(days.indexOf(first), 0)}
                >
                  {formatDate(first, locale, { month: 'short' })}
                </Box>
              )
            })}
          </Box>
        </Box>
        {seasons.map((season) =>
          row(
            season.id,
            <>
              <RecordLink resource="seasons" id={season.id} />
              <Box component="span" sx={{ display: 'block', fontSize: 'overline.fontSize', color: 'text.secondary' }}>
                {[
                  t('app.season.priority', { priority: season.priority }),
                  weekdayNames(locale, 'short')
                    .filter(({ day }) => season.weekdays.includes(day))
                    .map(({ name }) => name)
                    .join(', '),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </>,
            line(bandsOf(season, year), false),
          ),
        )}
        {row('counts', <b>{t('app.season.counts')}</b>, line(winningBands(seasons, year), true))}
      </Box>
    </Box>
  )
}

/** A band within a year: zero-based index of its first day, and number of days. */
interface Band<S> {
  season: S
  start: number
  days: number
}

const daysOfYear = (year: number): string[] => {
  const first = `${year}-01-01`
  return Array.from({ length: daysBetween(first, `${year + 1}-01-01`) }, (_, index) => addDays(first, index))
}

/** Returns the date ranges of a season in a year, ignoring weekdays and excluded days. */
function bandsOf<S extends SeasonDays>(season: S, year: number): Band<S>[] {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  return season.date_ranges
    .filter(({ from, to }) => from <= last && first <= to)
    .map(({ from, to }) => {
      const [begin, end] = [from < first ? first : from, to > last ? last : to]
      return { season, start: daysBetween(first, begin), days: daysBetween(begin, end) + 1 }
    })
}

/** Returns the effective season of each part of the year; days without a season are omitted. */
function winningBands<S extends SeasonDays>(seasons: readonly S[], year: number): Band<S>[] {
  const seasonOf = seasonFinder(seasons)
  const bands: Band<S>[] = []
  daysOfYear(year).forEach((day, index) => {
    const season = seasonOf(day)
    if (!season) return
    const last = bands.at(-1)
    if (last && last.season.id === season.id && last.start + last.days === index) last.days += 1
    else bands.push({ season, start: index, days: 1 })
  })
  return bands
}
