import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useDataProvider, useNotify, useRefresh, type Identifier } from 'react-admin'
import { BulkError } from '../../providers/data/dataProvider'
import { problemOf } from '../../providers/http/problem'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { Blockers } from '../Blockers'
import { resourceNoun } from '../labels'
import type { AnySpec } from '../resource'
import type { BulkTask } from './bulkTask'
import { DeletionImpact, useDeletionPreview } from '../tasks/DeletionImpact'
import { useList } from './useList'

interface BulkDialogProps {
  spec: AnySpec
  task: Exclude<BulkTask, { kind: 'field' }>
  onClose: () => void
}

/** Refusals that are told one by one; the others are counted. */
const TOLD_REFUSALS = 5

/** Confirms an operation on several records, and tells which of them were refused and why. */
export default function BulkDialog({ spec, task, onClose }: BulkDialogProps) {
  const { t } = useFormat()
  const provider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const { selectedIds, onUnselectItems, onSelect } = useList()
  const [running, setRunning] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const smart_count = selectedIds.length
  const name = resourceNoun(t, spec.name, smart_count)
  const word = task.kind === 'status' ? task.word : ''
  const impact = useDeletionPreview(spec.name, task.kind === 'delete' ? selectedIds.map(String) : [])

  const run = async () => {
    setRunning(true)
    const ids = selectedIds
    try {
      if (task.kind === 'delete') await provider.deleteMany(spec.name, { ids })
      else await provider.updateMany(spec.name, { ids, data: { [spec.statusField ?? 'status']: task.status } })
      notify(task.kind === 'delete' ? 'ra.notification.deleted' : 'ra.notification.updated', {
        type: 'info',
        messageArgs: { smart_count },
      })
      onUnselectItems()
      onClose()
    } catch (error) {
      setRefused(error)
      if (error instanceof BulkError) onSelect(error.failures.map(({ id }) => String(id)))
    } finally {
      setRunning(false)
      refresh()
    }
  }

  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="bulk-title">
      <DialogTitle id="bulk-title">
        {task.kind === 'delete'
          ? t('ra.message.bulk_delete_title', { smart_count, name })
          : t('app.bulk.statusTitle', { smart_count, name, status: word })}
      </DialogTitle>
      <DialogContent>
        {refused ? (
          <Refusals spec={spec} error={refused} />
        ) : (
          <>
            <Typography color="text.secondary">
              {task.kind === 'delete'
                ? t('ra.message.bulk_delete_content', { smart_count, name })
                : t('app.bulk.statusText')}
            </Typography>
            <DeletionImpact resource={spec.name} impact={impact} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t(refused ? 'ra.action.close' : 'ra.action.cancel')}</Button>
        {!refused && (
          <Button
            variant="contained"
            color={task.kind === 'delete' ? 'error' : 'primary'}
            loading={running || impact.isLoading}
            disabled={impact.data?.free === 0}
            onClick={() => void run()}
          >
            {task.kind === 'delete' ? t('ra.action.delete') : t('app.bulk.statusConfirm', { status: word })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Refusals({ spec, error }: { spec: AnySpec; error: unknown }) {
  const format = useFormat()
  const { t, language } = format
  const { data = [] } = useList()
  if (!(error instanceof BulkError)) return <Alert severity="error">{problemText(error, format)}</Alert>
  const { failures, done } = error
  const nameOf = (id: Identifier) => {
    const record = data.find((row) => row.id === id)
    return record ? spec.represent(record, language) : String(id)
  }
  return (
    <Alert severity="warning">
      {t('app.bulk.partly', { done: done.length, refused: failures.length })}
      {failures.slice(0, TOLD_REFUSALS).map(({ id, error: reason }) => (
        <Box key={String(id)} sx={{ mt: 2 }}>
          <b>{nameOf(id)}</b> {problemText(reason, format)}
          <Blockers blockers={problemOf(reason).blockers ?? []} />
        </Box>
      ))}
      {failures.length > TOLD_REFUSALS && t('app.delete.more', { smart_count: failures.length - TOLD_REFUSALS })}
    </Alert>
  )
}
