import Button from '@mui/material/Button'
import { useCloseNotification } from 'react-admin'
import { useFormat } from '../../ui/useFormat'
import { useUndo } from './useUndo'

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
