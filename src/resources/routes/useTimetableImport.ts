import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportRun } from '../../../contract/gtfs'
import { addDays, daysBetween, today } from '../../format/dates'
import { offeredDates, OFFERED_DAYS, type Span } from './offeredDates'
import { readImport, startImport, type ImportOrder } from './timetableApi'

const POLL_MS = 1_000
/** Other dates to check, where the dates asked for miss the feed altogether. */
function betterDates({ report, from, to }: ImportRun): Span | null {
  const { start_date: start, end_date: end } = report?.feed ?? {}
  if (!start || !end || (from <= end && to >= start)) return null
  return offeredDates({ from: start, to: end }, today(Date.now()))
}

/** An import under preparation and under way: what is asked for, how far it is, what came of it. */
export function useTimetableImport() {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [dates, setDates] = useState<Span>(() => {
    const from = today(Date.now())
    return { from, to: addDays(from, OFFERED_DAYS - 1) }
  })
  const [skip, setSkip] = useState(false)
  const [run, setRun] = useState<ImportRun | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const follow = async (order: ImportOrder): Promise<ImportRun> => {
    let current = await startImport(order)
    while (current.status === 'running' && !gone.current) {
      setRun(current)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      current = await readImport(current.id)
    }
    return current
  }

  const begin = async (order: ImportOrder): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    setRun(null)
    try {
      let done = await follow(order)
      const better = order.dryRun && done.status === 'succeeded' ? betterDates(done) : null
      if (better) {
        setDates(better)
        done = await follow({ ...order, ...better })
      }
      setRun(done)
      if (!done.dry_run) await queryClient.invalidateQueries()
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    file,
    ...dates,
    skip,
    run,
    busy,
    refusal,
    setFrom: (from: string) => setDates({ ...dates, from }),
    setTo: (to: string) => setDates({ ...dates, to }),
    setSkip,
    /** Whether the last run answered for the dates that are asked for now. */
    isCurrent: run !== null && run.from === dates.from && run.to === dates.to && daysBetween(dates.from, dates.to) >= 0,
    chooseFile: (chosen: File) => {
      setFile(chosen)
      setSkip(false)
      void begin({ file: chosen, ...dates, skipRowsInError: false, dryRun: true })
    },
    start: (dryRun: boolean) => {
      if (file) void begin({ file, ...dates, skipRowsInError: skip, dryRun })
    },
  }
}
