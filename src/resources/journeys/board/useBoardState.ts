import { useSearchParams } from 'react-router-dom'
import type { BoardBy } from '../../../../contract/operations/board'
import { addDays, fromZonedInput, today } from '../../../providers/format/dates'
import { useNow } from '../../../ui/useNow'
import type { BoardFilter } from './boardApi'
import { dayOf, idOf } from '../../../ui/addressValues'

type Range = 'day' | 'week'

/** Zoom levels, by the labelled interval of the axis or the span of a week. */
export const ZOOMS = ['quarter', 'half', 'hour', 'day', 'week'] as const
export type Zoom = (typeof ZOOMS)[number]
const USUAL_ZOOM: Zoom = 'hour'

const DAYS: Record<Range, number> = { day: 1, week: 7 }
const FILTERS = ['station_id', 'route_id', 'vehicle_type_id'] as const

export const midnight = (day: string, zone: string): number => Date.parse(fromZonedInput(`${day}T00:00`, zone) ?? '')

/** Reads and sets the displayed part of the board in the URL, so that it can be shared and restored. */
export function useBoardState(zone: string) {
  const now = useNow()
  const [query, setQuery] = useSearchParams()
  const date = dayOf(query.get('date')) ?? today(now, zone)
  const by: BoardBy = query.get('by') === 'driver' ? 'driver' : 'vehicle'
  const asked = ZOOMS.find((one) => one === query.get('zoom'))
  const zoom: Zoom = query.get('range') === 'week' ? 'week' : (asked ?? USUAL_ZOOM)
  const range: Range = zoom === 'week' ? 'week' : 'day'
  const filter: BoardFilter = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const id = idOf(query.get(name))
      return id ? [[name, id]] : []
    }),
  )
  const set = (changes: Record<string, string | null>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const days = Array.from({ length: DAYS[range] }, (_, index) => addDays(date, index))
  return {
    zone,
    date,
    by,
    range,
    zoom,
    filter,
    days,
    unassigned: query.get('unassigned') === 'true',
    selected: query.get('job'),
    /** Start and end of the span, in ms. */
    from: midnight(date, zone),
    to: midnight(addDays(date, DAYS[range]), zone),
    set,
    zoomTo: (next: Zoom) =>
      set({ range: next === 'week' ? 'week' : null, zoom: next === 'week' || next === USUAL_ZOOM ? null : next }),
    /** Shows the previous or next days. */
    turn: (direction: -1 | 1) => set({ date: addDays(date, direction * DAYS[range]) }),
    isToday: date === today(now, zone),
    toToday: () => set({ date: null }),
  }
}

export type BoardState = ReturnType<typeof useBoardState>
