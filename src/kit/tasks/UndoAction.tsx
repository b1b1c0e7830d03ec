import Button from '@mui/material/Button'
import { useCloseNotification, useNotify } from 'react-admin'
import { useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../../ui/useFormat'
import { problemText } from '../../ui/problemText'
import { undoChange } from './tasksApi'

/** Button of a notification that undoes its change, which the server allows for a day. */
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

/**
 * Returns a function that undoes a change of a record and notifies the user: the change of `eventId`, or the user's own
 * latest one.
 */
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
