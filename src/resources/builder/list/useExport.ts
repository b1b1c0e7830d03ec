import { useRef, useState } from 'react'
import { useNotify, useStore } from 'react-admin'
import type { EXPORT_FORMATS, ExportRequest } from '../../../../contract/exports'
import { EXPORT_AT_ONCE_MAX_ROWS, FILE_TIMEOUT_MS } from '../../../../contract/limits'
import type { Task } from '../../../../contract/tasks'
import { API_ROOT } from '../../../config'
import { today } from '../../../format/dates'
import { saveFile } from '../../../providers/http/files'
import { httpClient } from '../../../providers/http/httpClient'
import { useFormat } from '../../../ui/useFormat'
import type { AnySpec } from '../resource'
import { useColumns } from './columns'
import { exportColumns, exportableFields } from './exportColumns'
import { useList } from './useList'

/** How somebody has a list exported; remembered for each list. */
export interface ExportChoice {
  format: (typeof EXPORT_FORMATS)[number]
  timezone: string
  /** None: the columns that the list shows. */
  fields: string[] | null
}

/** Exports a list: all that its filter finds, in its order; a long one as a task, which goes on by itself. */
export function useExport(spec: AnySpec) {
  const format = useFormat()
  const notify = useNotify()
  const { filterValues, sort, total = 0 } = useList()
  const { shown } = useColumns(spec)
  const running = useRef<AbortController>(null)
  const [isRunning, setRunning] = useState(false)
  const [task, setTask] = useState<Task | null>(null)
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [choice, setChoice] = useStore<ExportChoice>(`${spec.name}.export`, { format: 'csv', timezone, fields: null })

  const startTask = async (request: ExportRequest) => {
    const { startExport } = await import('../../tasks/tasksApi')
    setTask(await startExport(spec.name, request))
  }
  const saveAtOnce = async (request: ExportRequest, signal: AbortSignal) => {
    const { file } = await httpClient(`${API_ROOT}/exports/${spec.name}/`, {
      method: 'POST',
      body: JSON.stringify(request),
      binary: true,
      timeoutMs: FILE_TIMEOUT_MS,
      signal,
    })
    if (file) saveFile(file, `${spec.name}-${today(Date.now())}.${request.format}`)
  }
  const start = async ({ format: type, timezone: zone, fields } = choice) => {
    if (running.current) return running.current.abort()
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    const chosen = fields === null ? shown : exportableFields(spec).filter((field) => fields.includes(field.source))
    const request = {
      columns: exportColumns(spec.name, chosen, format),
      filter: filterValues,
      sort: [sort.field, sort.order],
      timezone: zone,
      format: type,
    } satisfies ExportRequest
    try {
      await (total > EXPORT_AT_ONCE_MAX_ROWS ? startTask(request) : saveAtOnce(request, controller.signal))
    } catch {
      if (!controller.signal.aborted) notify('app.export.failed', { type: 'error' })
    } finally {
      running.current = null
      setRunning(false)
    }
  }
  return { isRunning, start, choice, setChoice, shown, task, leaveTask: () => setTask(null) }
}
