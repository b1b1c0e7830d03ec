import { useRef, useState } from 'react'
import { useNotify, useStore } from 'react-admin'
import type { Task } from '../../../contract/operations/tasks'
import { useUser } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import type { AnySpec } from '../resource'
import { useColumns } from './columns'
import type { ExportChoice } from './exportList'
import { useList } from './useList'

/** Exports a list: all that its filter finds, in its order; a long one as a task, which goes on by itself. */
export function useExport(spec: AnySpec) {
  const format = useFormat()
  const notify = useNotify()
  const { filterValues: filter, sort, total = 0 } = useList()
  const { shown } = useColumns(spec)
  const role = useUser()?.role
  const running = useRef<AbortController>(null)
  const [isRunning, setRunning] = useState(false)
  const [task, setTask] = useState<Task | null>(null)
  const [choice, setChoice] = useStore<ExportChoice>(`${spec.name}.export`, {
    format: 'csv',
    timezone: null,
    fields: null,
  })

  const start = async (chosen = choice) => {
    if (running.current) return running.current.abort()
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    try {
      const { exportList } = await import('./exportList')
      const list = { filter, sort: [sort.field, sort.order] as [string, 'ASC' | 'DESC'], total, shown, role }
      setTask(await exportList(spec, list, chosen, { format, signal: controller.signal }))
    } catch {
      if (!controller.signal.aborted) notify('app.export.failed', { type: 'error' })
    } finally {
      running.current = null
      setRunning(false)
    }
  }
  return { isRunning, start, choice, setChoice, shown, task, leaveTask: () => setTask(null) }
}
