import { memo } from 'react'
import { formatDate, fromZonedInput } from '../../../providers/format/dates'
import type { Axis } from './Lines'
import { midnight, type Zoom } from './useBoardState'

const every = (minutes: number) => Array.from({ length: 1_440 / minutes }, (_, index) => index * minutes)

/** Minutes of the day that are labelled, as many as fit each zoom. */
const MARKS_MIN: Record<Zoom, readonly number[]> = {
  quarter: every(15),
  half: every(30),
  hour: every(60),
  day: every(120),
  // The weekday name needs the width of eight hours in every language.
  week: every(480),
}

interface TimeAxisProps {
  axis: Axis
  zoom: Zoom
  /** Comma-separated days, `YYYY-MM-DD`. */
  days: string
  locale: string
  /** Position of the current time on the axis, in px; null = not in view. */
  nowAt: number | null
}

/** Times above the lines, and weekday names in the week view. */
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
