import { useState } from 'react'
import type { ImportSheet, ImportStart } from '../../../contract/operations/imports'
import type { Task } from '../../../contract/operations/tasks'
import { isOver, useTask } from '../../kit/tasks/useTask'
import { startImport, uploadSheet } from './importApi'

type Mode = NonNullable<ImportStart['mode']>

/** The steps of an import: a file is sent, its columns are told, it is tried, and done. */
export function useImport(resource: string) {
  const [sheet, setSheet] = useState<ImportSheet | null>(null)
  const [columns, setColumns] = useState<(string | null)[]>([])
  const [mode, setMode] = useState<Mode>('both')
  const [started, setStarted] = useState<Task | null>(null)
  /** What the task was started with: with anything else it says nothing. */
  const [triedWith, setTriedWith] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data: task = started ?? undefined } = useTask(started?.id ?? null)
  const wish = JSON.stringify({ columns, mode })

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
      setStarted(null)
      const next = await uploadSheet(resource, file)
      setSheet(next)
      setColumns(next.columns)
    })
  const start = (dryRun: boolean) =>
    attempt(async () => {
      if (!sheet) return
      setStarted(await startImport(sheet, { columns, mode, dry_run: dryRun }))
      setTriedWith(wish)
    })
  const setColumn = (place: number, target: string | null) =>
    setColumns(columns.map((known, index) => (index === place ? target : known === target ? null : known)))

  const isRunning = task !== undefined && !isOver(task)
  const isChecked = task?.is_trial === true && task.state === 'succeeded' && triedWith === wish
  const missing = (sheet?.targets ?? []).filter(({ name, required }) => required && !columns.includes(name))
  return {
    sheet,
    columns,
    setColumn,
    mode,
    setMode,
    task: triedWith === wish || task?.is_trial === false ? task : undefined,
    busy: busy || isRunning,
    refusal,
    choose,
    start,
    isChecked,
    /** Fields that new records need and no column is. */
    missing: mode === 'update' ? [] : missing.map(({ name }) => name),
  }
}
