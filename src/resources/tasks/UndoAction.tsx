import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useCloseNotification, useNotify } from 'react-admin'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { undoLatest } from './tasksApi'

/** Takes back what the message beside it tells of; the server knows how, for a day. */
export function UndoAction({ resource, id }: { resource: string; id: string }) {
  const format = useFormat()
  const notify = useNotify()
  const close = useCloseNotification()
  const queryClient = useQueryClient()
  const undo = async () => {
    close()
    try {
      await undoLatest(resource, id)
      notify('app.tasks.undoneOne', { type: 'info' })
    } catch (error) {
      notify(problemText(error, format), { type: 'error' })
    }
    void queryClient.invalidateQueries({ queryKey: [resource] })
    void queryClient.invalidateQueries({ queryKey: ['audit-events'] })
  }
  return (
    <Button size="small" color="inherit" onClick={() => void undo()}>
      {format.t('ra.action.undo')}
    </Button>
  )
}
