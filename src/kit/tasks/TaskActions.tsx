import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Task } from '../../../contract/operations/tasks'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { call } from '../../providers/http/call'
import { isOver } from './useTask'

/** Stops a task that runs, or takes back what it did. */
export function TaskActions({ task, onUndo }: { task: Task; onUndo: (undo: Task) => void }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const queryClient = useQueryClient()
  const now = useNow()
  const [busy, setBusy] = useState(false)
  const run = async (verb: 'cancel' | 'undo', then: (task: Task) => void) => {
    setBusy(true)
    try {
      then(await call(`POST /tasks/:id/${verb}`, { params: { id: task.id } }))
    } catch (error) {
      notify(problemText(error, format), { type: 'error' })
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    }
  }
  if (!isOver(task))
    return (
      <Button variant="outlined" disabled={busy} onClick={() => void run('cancel', () => undefined)}>
        {t('app.tasks.stop')}
      </Button>
    )
  if (task.undo_until === null || Date.parse(task.undo_until) < now) return null
  return (
    <Button variant="outlined" disabled={busy} onClick={() => void run('undo', onUndo)}>
      {t('app.tasks.undo')}
    </Button>
  )
}
