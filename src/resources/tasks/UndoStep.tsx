import Button from '@mui/material/Button'
import { UNDO_LIFE_H } from '../../../contract/limits'
import { useNow } from '../../ui/useNow'
import { useFormat } from '../../ui/useFormat'
import { useUndo } from './useUndo'

const HOUR_MS = 3_600_000

interface UndoStepProps {
  resource: string
  id: string
  event: { id: string; at: string }
}

/** Takes back a whole step that the history tells of, for as long as that is possible. */
export function UndoStep({ resource, id, event }: UndoStepProps) {
  const { t } = useFormat()
  const now = useNow()
  const undo = useUndo(resource, id, event.id)
  if (now - Date.parse(event.at) > UNDO_LIFE_H * HOUR_MS) return null
  return (
    <Button size="small" onClick={() => void undo()}>
      {t('app.duplicates.takeBack')}
    </Button>
  )
}
