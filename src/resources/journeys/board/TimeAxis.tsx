import { memo } from 'react'
import { formatDate, fromZonedInput } from '../../../providers/format/dates'
import type { Axis } from './Lines'
import { midnight, type Range } from './useBoardState'

const MARKS_H: Record<Range, readonly number[]> = {
  day: Array.from({ length: 24 }, (_, hour) => hour),
  // The name of the day needs the room of eight hours in every language.
  week: [0, 8, 16],
}

interface TimeAxisProps {
  axis: Axis
  range: Range
  /** `YYYY-MM-DD`, one after another with commas between. */
  days: string
  locale: string
  /** Where the present lies on the axis, in px; null = elsewhere. */
  nowAt: number | null
}

/** The hours above the lines, and the names of the days of a week. */
export const TimeAxis = memo(function TimeAxis({ axis, range, days, locale, nowAt }: TimeAxisProps) {
  const { from, zone, pxPerMs } = axis
  return (
    <div className="axis" aria-hidden>
      <div className="corner">{zone.split('/').at(-1)?.replaceAll('_', ' ')}</div>
      <div className="track">
        {days.split(',').flatMap((day) =>
          MARKS_H[range].map((hour) => {
            const at =
              hour === 0 ? midnight(day, zone) : Date.parse(fromZonedInput(`${day}T${clockHour(hour)}`, zone) ?? '')
            const isDay = hour === 0 && range === 'week'
            return (
              <span
                key={day + hour}
                className="tick"
                data-day={isDay ? '' : undefined}
                style={{ insetInlineStart: (at - from) * pxPerMs }}
              >
                {isDay
                  ? formatDate(day, locale, { weekday: 'short', day: 'numeric', month: 'short' })
                  : clockHour(hour)}
              </span>
            )
          }),
        )}
        {nowAt !== null && <span className="now" style={{ insetInlineStart: nowAt }} />}
      </div>
    </div>
  )
})

const clockHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`
