import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Task } from '../../../contract/operations/tasks'
import { problemText } from '../../ui/problemText'
import { TaskDialog } from '../../ui/TaskDialog'
import { Text } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { call } from '../../providers/http/call'
import { taskTitle } from './taskTexts'
import { UndoneNames } from './UndoneNames'
import { isOver } from './useTask'

interface TaskActionsProps {
  task: Task
  onUndo: (undo: Task) => void
}

/** Buttons that stop a running task or undo a completed one. */
export function TaskActions({ task, onUndo }: TaskActionsProps) {
  const now = useNow()
  if (!isOver(task)) return <StopButton task={task} />
  if (task.undo_until === null || Date.parse(task.undo_until) < now) return null
  return <UndoButton task={task} onUndo={onUndo} />
}

function StopButton({ task: { id } }: { task: Task }) {
  const format = useFormat()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    try {
      await call('POST /tasks/:id/cancel', { params: { id } })
    } catch (error) {
      notify(problemText(error, format), { type: 'error' })
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    }
  }
  return (
    <Button variant="outlined" disabled={busy} onClick={() => void stop()}>
      {format.t('app.tasks.stop')}
    </Button>
  )
}

/** Undoes a task after a confirmation, because it may change as many records as the task did. */
function UndoButton({ task, onUndo }: TaskActionsProps) {
  const { t } = useFormat()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const undo = async () => {
    try {
      const started = await call('POST /tasks/:id/undo', { params: { id: task.id } })
      setAsking(false)
      onUndo(started)
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    }
  }
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {t('app.tasks.undo')}
      </Button>
      {isAsking && (
        <TaskDialog
          grave
          title={t('app.tasks.undoTitle')}
          text={t('app.tasks.undoText')}
          action={t('app.tasks.undo')}
          onConfirm={undo}
          onClose={() => setAsking(false)}
        >
          {() => (
            <div>
              <Text weight="medium" breaks>
                {taskTitle(task, t)}
              </Text>
              <UndoneNames task={task} />
            </div>
          )}
        </TaskDialog>
      )}
    </>
  )
}
