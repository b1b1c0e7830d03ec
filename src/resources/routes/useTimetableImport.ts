import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ImportRun } from '../../../contract/operations/timetable-report'
import { addDays, daysBetween, today } from '../../providers/format/dates'
import { useLive } from '../../providers/live/LiveProvider'
import { useSubmission } from '../../ui/useSubmission'
import { useTask } from '../../kit/tasks/useTask'
import { defaultDates, DEFAULT_DAYS, type Span } from './defaultDates'
import { call } from '../../providers/http/call'
import { hasSource, isDecided, UNDECIDED, type SourceDecision } from './sourceDecision'
import { startImport, type ImportOrder } from './timetableApi'

/** Polling interval while the live connection is down. */
const POLL_INTERVAL_MS = 1_000

/** Returns dates to check instead, when the chosen dates do not overlap the feed. */
function betterDates({ report, from, to }: ImportRun): Span | null {
  const { start_date: start, end_date: end } = report?.feed ?? {}
  if (!start || !end || (from <= end && to >= start)) return null
  return defaultDates({ from: start, to: end }, today(Date.now()))
}

/** Manages a timetable import: input, progress and result. The URL contains the run. */
export function useTimetableImport() {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const [file, setFile] = useState<File | null>(null)
  const [dates, setDates] = useState<Span>(() => {
    const from = today(Date.now())
    return { from, to: addDays(from, DEFAULT_DAYS - 1) }
  })
  const [skip, setSkip] = useState(false)
  const [stopSales, setStopSales] = useState(false)
  const [source, setSource] = useState<SourceDecision>(UNDECIDED)
  /** The run started here; the first check of a file may be repeated with the dates of the feed. */
  const [started, setStarted] = useState<{ id: string; isFirst: boolean } | null>(null)
  const asking = useSubmission()
  const addressed = params.get('run')
  /** The displayed run: the one started last until the URL is updated, unless the URL has changed since. */
  const [view, setView] = useState({ addressed, id: addressed })
  if (view.addressed !== addressed) setView({ addressed, id: addressed })
  const { id } = view
  const { isDown } = useLive()
  const { data: task } = useTask(id)
  const read = useQuery({
    queryKey: ['tasks', 'run', id],
    queryFn: () => call('GET /gtfs/imports/:id', { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (isDown && state.data?.status === 'running' ? POLL_INTERVAL_MS : false),
  })
  const run = id === null ? null : (read.data ?? null)
  const isEnded = run !== null && run.status !== 'running'
  const endedHere = isEnded && run.id === started?.id ? run.id : null
  const better =
    endedHere !== null && started?.isFirst === true && run?.status === 'succeeded' ? betterDates(run) : null

  const begin = (order: ImportOrder, isFirst = false) =>
    asking.run(async () => {
      const { id: next } = await startImport(order)
      setStarted({ id: next, isFirst })
      setView({ addressed, id: next })
      setParams({ run: next }, { replace: true })
    })

  const settle = useEffectEvent(() => {
    if (run?.status !== 'succeeded') return
    if (!run.dry_run) {
      setSource(UNDECIDED)
      void queryClient.invalidateQueries()
    }
    if (!better || !file) return
    setDates(better)
    void begin({ file, ...better, skipRowsInError: false, stopSalesOfGone: false, source: UNDECIDED, dryRun: true })
  })
  useEffect(() => {
    if (endedHere !== null) queueMicrotask(() => settle())
  }, [endedHere])

  return {
    file,
    ...dates,
    skip,
    stopSales,
    source,
    run,
    task,
    // Busy until a repeated check starts, because it would overwrite typed dates.
    busy: asking.busy || (id !== null && !isEnded && !read.error) || (better !== null && asking.refusal === null),
    refusal: asking.refusal ?? read.error,
    setFrom: (from: string) => setDates({ ...dates, from }),
    setTo: (to: string) => setDates({ ...dates, to }),
    setSkip,
    setStopSales,
    /** Changes the decision, and checks the feed again for another known source. */
    decide: (next: SourceDecision) => {
      setSource(next)
      if (!file || next.sourceId === source.sourceId || next.sourceId === null) return
      void begin({ file, ...dates, skipRowsInError: skip, stopSalesOfGone: stopSales, source: next, dryRun: true })
    },
    isSourceDecided: isDecided(run?.report?.source, source),
    /** Whether the last run used the current dates and source. */
    isCurrent:
      run !== null &&
      run.from === dates.from &&
      run.to === dates.to &&
      daysBetween(dates.from, dates.to) >= 0 &&
      hasSource(run, source),
    chooseFile: (chosen: File) => {
      setFile(chosen)
      setSkip(false)
      setStopSales(false)
      setSource(UNDECIDED)
      const order = { skipRowsInError: false, stopSalesOfGone: false, source: UNDECIDED, dryRun: true }
      void begin({ file: chosen, ...dates, ...order }, true)
    },
    start: (dryRun: boolean) => {
      if (file) void begin({ file, ...dates, skipRowsInError: skip, stopSalesOfGone: stopSales, source, dryRun })
    },
  }
}
