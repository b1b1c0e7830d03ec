import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Task } from '../../../contract/operations/tasks'
import { numberFormat } from '../../providers/format/intl'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { startBulk } from '../tasks/tasksApi'
import { TaskView } from '../tasks/TaskView'
import { labelOf, resourceNoun } from '../labels'
import type { AnySpec } from '../resource'
import { ValueChoice } from './ValueChoice'
import type { BulkTask } from './bulkTask'
import { useList } from './useList'
import { Column } from '../../ui/Column'

interface MatchingDialogProps {
  spec: AnySpec
  task: BulkTask
  /** Everything that the list's filter finds, rather than the rows that are chosen. */
  isAll: boolean
  onClose: () => void
}

/** Changes or deletes many records on the server: says how many first, then how far it is and what was refused. */
export default function MatchingDialog({ spec, task, isAll, onClose }: MatchingDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const { selectedIds, filterValues, total = 0, meta, onUnselectItems } = useList()
  const [started, setStarted] = useState<Task | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [changes, setChanges] = useState<Record<string, unknown> | null>(
    task.kind === 'status' ? { [spec.statusField ?? 'status']: task.status } : null,
  )
  const smart_count = isAll ? total : selectedIds.length
  const isMinimum = isAll && meta?.totalIsMinimum === true
  const count = numberFormat(locale).format(smart_count) + (isMinimum ? '+' : '')
  const name = resourceNoun(t, spec.name, smart_count)
  const isDeletion = task.kind === 'delete'

  const start = async () => {
    setBusy(true)
    setRefusal(null)
    const chosen = isAll ? { filter: filterValues } : { ids: selectedIds.map(String) }
    const expected = isMinimum ? {} : { expected: smart_count }
    const work = isDeletion ? { action: 'delete' as const } : { action: 'change' as const, changes: changes ?? {} }
    try {
      setStarted(await startBulk(spec.name, { ...chosen, ...expected, ...work }))
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    if (started) onUnselectItems()
    onClose()
  }
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="matching-title">
      <DialogTitle id="matching-title">
        {t(isDeletion ? 'app.tasks.deleteTitle' : 'app.tasks.changeTitle', { count: smart_count, total: count, name })}
      </DialogTitle>
      <DialogContent>
        <Column>
          {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
          {started ? (
            <TaskView task={started} />
          ) : (
            <Typography color="text.secondary">
              {t(isDeletion ? 'app.tasks.deleteText' : 'app.tasks.changeText')}
            </Typography>
          )}
          {!started && task.kind === 'field' && (
            <ValueChoice
              spec={spec}
              onChange={(field, value) => setChanges(field === null ? null : { [field]: value })}
            />
          )}
          {!started && task.kind === 'status' && changes && (
            <Box sx={{ fontSize: 'body2.fontSize' }}>
              {labelOf(t, spec.name, spec.statusField ?? 'status')}
              {': '}
              <b>{task.word}</b>
            </Box>
          )}
        </Column>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t(started ? 'ra.action.close' : 'ra.action.cancel')}</Button>
        {!started && (
          <Button
            variant="contained"
            color={isDeletion ? 'error' : 'primary'}
            loading={busy}
            disabled={!isDeletion && changes === null}
            onClick={() => void start()}
          >
            {t(isDeletion ? 'app.tasks.deleteAll' : 'app.tasks.changeAll', { count: smart_count, total: count })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
