import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { undoChange } from './tasksApi'

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
