import { memo } from 'react'
import { formatDate, fromZonedInput } from '../../../providers/format/dates'
import type { Axis } from './Lines'
import { midnight, type Zoom } from './useBoardState'

const every = (minutes: number) => Array.from({ length: 1_440 / minutes }, (_, index) => index * minutes)

/** Minutes of the day that the axis tells: as many as there is room for. */
const MARKS_MIN: Record<Zoom, readonly number[]> = {
  quarter: every(15),
  half: every(30),
  hour: every(60),
  day: every(120),
  // The name of the day needs the room of eight hours in every language.
  week: every(480),
}

interface TimeAxisProps {
  axis: Axis
  zoom: Zoom
  /** `YYYY-MM-DD`, one after another with commas between. */
  days: string
  locale: string
  /** Where the present lies on the axis, in px; null = elsewhere. */
  nowAt: number | null
}

/** The times above the lines, and the names of the days of a week. */
export const TimeAxis = memo(function TimeAxis({ axis, zoom, days, locale, nowAt }: TimeAxisProps) {
  const { from, zone, pxPerMs } = axis
  return (
    <div className="axis" aria-hidden>
      <div className="corner">{zone.split('/').at(-1)?.replaceAll('_', ' ')}</div>
      <div className="track">
        {days.split(',').flatMap((day) =>
          MARKS_MIN[zoom].map((minute) => {
            const clock = clockAt(minute)
            const at = minute === 0 ? midnight(day, zone) : Date.parse(fromZonedInput(`${day}T${clock}`, zone) ?? '')
            const isDay = minute === 0 && zoom === 'week'
            return (
              <span
                key={day + minute}
                className="tick"
                data-day={isDay ? '' : undefined}
                style={{ insetInlineStart: (at - from) * pxPerMs }}
              >
                {isDay ? formatDate(day, locale, { weekday: 'short', day: 'numeric', month: 'short' }) : clock}
              </span>
            )
          }),
        )}
        {nowAt !== null && <span className="now" style={{ insetInlineStart: nowAt }} />}
      </div>
    </div>
  )
})

const clockAt = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
