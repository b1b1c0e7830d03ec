import Button from '@mui/material/Button'
import { useCloseNotification, useNotify } from 'react-admin'
import { useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../../ui/useFormat'
import { problemText } from '../../ui/problemText'
import { undoChange } from './tasksApi'

/** Takes back what the message beside it tells of; the server knows how, for a day. */
export function UndoAction({ resource, id }: { resource: string; id: string }) {
  const { t } = useFormat()
  const close = useCloseNotification()
  const undo = useUndo(resource, id)
  const closeAndUndo = () => {
    close()
    void undo()
  }
  return (
    <Button size="small" color="inherit" onClick={closeAndUndo}>
      {t('ra.action.undo')}
    </Button>
  )
}

/** Takes back a change of a record and tells what came of it; the latest one, which must be one's own, unless named. */
export function useUndo(resource: string, id: string, eventId?: string): () => Promise<void> {
  const format = useFormat()
  const notify = useNotify()
  const queryClient = useQueryClient()
  return async () => {
    try {
      await undoChange(resource, id, eventId)
      notify('app.tasks.undoneOne', { type: 'info' })
    } catch (error) {
      notify(problemText(error, format), { type: 'error' })
    }
    void queryClient.invalidateQueries({ queryKey: [resource] })
    void queryClient.invalidateQueries({ queryKey: ['audit-events'] })
  }
}
