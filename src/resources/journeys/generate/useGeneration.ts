import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Season } from '../../../../contract/entities/season'
import type { Task } from '../../../../contract/operations/tasks'
import { addDays, daysBetween, today } from '../../../providers/format/dates'
import { call, type BodyOf, newKey } from '../../../providers/http/call'
import { dayOf } from '../../../ui/addressValues'
import { useSubmission } from '../../../ui/useSubmission'
import { useDebounced } from '../../../ui/useDebounced'
import { isOver, useTask } from '../../../kit/tasks/useTask'
import { timesIn } from './times'

const OFFERED_DAYS = 90
const PREVIEW_DEBOUNCE_MS = 300

/** Manages the generation of departures: request, preview and task. */
export function useGeneration() {
  const asking = useSubmission()
  const [key, setKey] = useState(newKey)
  const [routeId, setRouteId] = useState<string | null>(null)
  const [typeId, setTypeId] = useState<string | null>(null)
  const [seasonId, setSeasonId] = useState<string | null>(null)
  const [from, setFrom] = useState(() => today(Date.now()))
  const [to, setTo] = useState(() => addDays(today(Date.now()), OFFERED_DAYS - 1))
  const [weekdays, setWeekdays] = useState<number[]>([])
  const [times, setTimes] = useState('')
  const [except, setExcept] = useState<string[]>([])
  const [started, setStarted] = useState<Task | null>(null)
  const { data: task = started ?? undefined } = useTask(started?.id ?? null)
  const parsed = timesIn(times)
  const valid = [...new Set(parsed.filter((time) => time !== null))]
  const isSpan = dayOf(from) !== null && dayOf(to) !== null && daysBetween(from, to) >= 0
  const hasWrongTime = parsed.includes(null)
  const isReady = routeId !== null && typeId !== null && isSpan && valid.length > 0 && !hasWrongTime
  const request = {
    route_id: routeId,
    vehicle_type_id: typeId,
    season_id: seasonId,
    from,
    to,
    weekdays,
    departure_times: valid,
    except_dates: except,
  }
  const asked = useDebounced(JSON.stringify(request), PREVIEW_DEBOUNCE_MS)
  const isCurrent = asked === JSON.stringify(request)
  const preview = useQuery({
    queryKey: ['dryRuns', 'generate', asked],
    queryFn: () =>
      call('POST /journeys/generate/preview', { body: JSON.parse(asked) as BodyOf<'POST /journeys/generate/preview'> }),
    enabled: isReady && isCurrent && started === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  function change<T>(set: (value: T) => void) {
    return (value: T) => {
      setStarted(null)
      setKey(newKey())
      set(value)
    }
  }
  return {
    ...request,
    times,
    hasWrongTime,
    isSpan,
    setRoute: change(setRouteId),
    setType: change(setTypeId),
    setSeason: change((season: Season | null) => {
      setSeasonId(season?.id ?? null)
      const [first, last] = [season?.date_ranges[0], season?.date_ranges.at(-1)]
      if (first && last) {
        setFrom(first.from)
        setTo(last.to)
      }
    }),
    setFrom: change(setFrom),
    setTo: change(setTo),
    setWeekdays: change(setWeekdays),
    setTimes: change(setTimes),
    setExcept: change(setExcept),
    preview: isReady ? preview.data : undefined,
    isPreviewed: isReady && isCurrent && preview.data !== undefined && !preview.isFetching,
    /** Task that generates the departures; null before it is started. */
    task: started === null ? null : (task ?? started),
    refusal: asking.refusal ?? (isReady ? preview.error : null),
    busy: asking.busy || (started !== null && !isOver(task)),
    apply: () =>
      asking.run(async () =>
        setStarted(
          await call('POST /journeys/generate', { body: request as BodyOf<'POST /journeys/generate'>, once: key }),
        ),
      ),
  }
}

export type Generation = ReturnType<typeof useGeneration>
