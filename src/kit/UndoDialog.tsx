import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { AuditEvent } from '../../contract/entities/audit-event'
import { recordKey } from '../providers/data/queryKeys'
import { TaskDialog } from '../ui/TaskDialog'
import { Text } from '../ui/Text'
import { useFormat } from '../ui/useFormat'
import { undoChange } from './tasks/tasksApi'
import { HistoryChange, type UndoKind } from './HistoryChange'
import { RecordNames } from './RecordNames'
import type { AnyRecord } from './resource'

interface UndoDialogProps {
  kind: UndoKind
  event: AuditEvent
  resource: string
  record: AnyRecord
  onClose: () => void
}

/** Names the record, describes the effect of undoing an entry of its history, and undoes it. */
export default function UndoDialog({ kind, event, resource, record, onClose }: UndoDialogProps) {
  const { t } = useFormat()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isCreation = kind === 'creation'
  const undo = async () => {
    await undoChange(resource, record.id, event.id)
    onClose()
    notify('app.tasks.undoneOne', { type: 'info' })
    if (isCreation) {
      queryClient.removeQueries({ queryKey: recordKey(resource) })
      void navigate(`/${resource}`)
    }
    void queryClient.invalidateQueries({ queryKey: [resource] })
    void queryClient.invalidateQueries({ queryKey: ['audit-events'] })
  }
  return (
    <TaskDialog
      title={t(`app.undo.${kind}`)}
      text={t(`app.undo.${kind}Text`)}
      action={t('app.undo.confirm')}
      grave={isCreation}
      onConfirm={undo}
      onClose={onClose}
    >
      {() => (
        <>
          <div>
            <RecordNames resource={resource} records={[record]} />
            {/* The reason of a merge is the name of the customer that was merged. */}
            {kind === 'merge' && event.reason && (
              <Text size="body2" weight="medium" breaks>
                <bdi>{event.reason}</bdi>
              </Text>
            )}
          </div>
          {kind === 'change' && (
            <Box sx={{ display: 'grid', gap: 1, fontSize: 'body2.fontSize' }}>
              {event.changes.map((change) => (
                <HistoryChange
                  key={change.field}
                  change={{ field: change.field, old: change.new, new: change.old }}
                  resource={resource}
                  record={record}
                  isPlain
                />
              ))}
            </Box>
          )}
        </>
      )}
    </TaskDialog>
  )
}
