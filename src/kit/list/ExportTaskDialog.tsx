import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import type { Task } from '../../../contract/operations/tasks'
import { useFormat } from '../../ui/useFormat'
import { TaskView } from '../tasks/TaskView'
import { taskTitle } from '../tasks/taskTexts'
import { Column } from '../../ui/Column'

/** Shows the progress of an export and its file; closing the dialog does not stop it. */
export default function ExportTaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useFormat()
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="export-task-title">
      <DialogTitle id="export-task-title">{taskTitle(task, t)}</DialogTitle>
      <DialogContent>
        <Column>
          <Typography color="text.secondary">{t('app.export.inBackground')}</Typography>
          <TaskView task={task} />
        </Column>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
