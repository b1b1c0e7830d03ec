import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Task } from '../../../contract/operations/tasks'
import { useFormat } from '../../ui/useFormat'
import { TaskActions } from './TaskActions'
import { TaskFile } from './TaskFile'
import { TaskProgress } from './TaskProgress'
import { TaskRows } from './TaskRows'
import { isOver, useTask } from './useTask'
import { Column } from '../../ui/Column'

/** A task as it goes on, with what was refused and the way back; what takes it back is followed in its place. */
export function TaskView({ task: started }: { task: Task }) {
  const { t } = useFormat()
  const [id, setId] = useState(started.id)
  const { data: task = id === started.id ? started : undefined } = useTask(id)
  return (
    <Column>
      <TaskProgress task={task} />
      {task && (
        <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end', minHeight: 34 }}>
          {task.kind === 'timetable' && isOver(task) && (
            <Button component={RouterLink} to={`/routes/import?run=${task.id}`}>
              {t('app.longWork.report')}
            </Button>
          )}
          <TaskFile task={task} />
          <TaskActions task={task} onUndo={(undo) => setId(undo.id)} />
        </Box>
      )}
      {task && isOver(task) && (task.counts.refused ?? 0) > 0 && (
        <TaskRows key={task.id} task={task} outcome="refused" />
      )}
    </Column>
  )
}
