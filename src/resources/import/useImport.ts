import { useState } from 'react'
import type { ImportSheet, ImportStart } from '../../../contract/operations/imports'
import type { ImportedResource } from '../../../contract/core/vocabulary'
import type { Task } from '../../../contract/operations/tasks'
import { isOver, useTask } from '../../kit/tasks/useTask'
import { call } from '../../providers/http/call'

/** Long, because files can be large and connections slow. */
const TRANSFER_TIMEOUT_MS = 180_000

type Mode = NonNullable<ImportStart['mode']>

/** Holds the state of an import: upload, column mapping, dry run and import. */
export function useImport(resource: ImportedResource) {
  const [sheet, setSheet] = useState<ImportSheet | null>(null)
  const [columns, setColumns] = useState<(string | null)[]>([])
  const [mode, setMode] = useState<Mode>('both')
  const [started, setStarted] = useState<Task | null>(null)
  /** Columns and mode of the last task; its result is invalid for others. */
  const [triedWith, setTriedWith] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data: task = started ?? undefined } = useTask(started?.id ?? null)
  const request = JSON.stringify({ columns, mode })

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File) =>
    attempt(async () => {
      // The data of the previous file must not be shown with the error of an unreadable one.
      setStarted(null)
      setSheet(null)
      setColumns([])
      setTriedWith('')
      const body = new FormData()
      body.set('file', file)
      const next = await call('POST /imports/:resource', { params: { resource }, body, timeoutMs: TRANSFER_TIMEOUT_MS })
      setSheet(next)
      setColumns(next.columns)
    })
  const start = (dryRun: boolean) =>
    attempt(async () => {
      if (!sheet) return
      const params = { resource: sheet.resource, sheet: sheet.id }
      const body = { columns, mode, dry_run: dryRun }
      setStarted(await call('POST /imports/:resource/:sheet/start', { params, body }))
      setTriedWith(request)
    })
  const setColumn = (place: number, target: string | null) =>
    setColumns(columns.map((known, index) => (index === place ? target : known === target ? null : known)))

  const isRunning = task !== undefined && !isOver(task)
  const isChecked = task?.is_trial === true && task.state === 'succeeded' && triedWith === request
  const missing = (sheet?.targets ?? []).filter(({ name, required }) => required && !columns.includes(name))
  return {
    sheet,
    columns,
    setColumn,
    mode,
    setMode,
    task: triedWith === request || task?.is_trial === false ? task : undefined,
    busy: busy || isRunning,
    refusal,
    choose,
    start,
    isChecked,
    /** Required fields of new records without a column. */
    missing: mode === 'update' ? [] : missing.map(({ name }) => name),
  }
}
