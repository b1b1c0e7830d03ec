import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { Task } from '../../../contract/operations/tasks'
import { TASK_OUTCOMES } from '../../../contract/core/vocabulary'
import { numberFormat } from '../../providers/format/intl'
import { useFormat } from '../../ui/useFormat'
import { outcomeText, progressText } from './taskTexts'
import { TaskFailureText } from './RowProblemText'
import { isOver } from './useTask'

/** Shows the progress of a task: a bar while it runs, and the number of rows by outcome. */
export function TaskProgress({ task }: { task: Task | undefined }) {
  const { t, locale } = useFormat()
  const number = (value: number) => numberFormat(locale).format(value)
  const percent = task && task.total > 0 ? Math.floor((task.done / task.total) * 100) : 0
  const label = task ? progressText(task, t, number) : t('app.tasks.starting')
  return (
    <Box role="status" sx={{ display: 'grid', gap: 2, fontSize: 'body2.fontSize' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
        <span>{label}</span>
        {task && <span>{t(`choices.taskStates.${task.state}`)}</span>}
      </Box>
      <LinearProgress
        aria-label={label}
        variant={task && (task.done > 0 || isOver(task)) ? 'determinate' : 'indeterminate'}
        value={percent}
        color={task?.state === 'failed' ? 'error' : 'primary'}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', minHeight: 20, color: 'text.secondary' }}>
        {TASK_OUTCOMES.filter((outcome) => (task?.counts[outcome] ?? 0) > 0).map((outcome) => (
          <span key={outcome}>
            {`${outcomeText(outcome, task?.is_trial === true, t)}: `}
            <b>{number(task?.counts[outcome] ?? 0)}</b>
          </span>
        ))}
      </Box>
      {task?.failure && (
        <Alert severity="error">
          <TaskFailureText failure={task.failure} resource={task.resource} />
        </Alert>
      )}
    </Box>
  )
}
