import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { TaskDialog } from './TaskDialog'
import { useFormat } from './useFormat'

interface ReasonDialogProps {
  title: string
  action: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why, for the history. */
export function ReasonDialog({ title, action, onConfirm, onClose }: ReasonDialogProps) {
  const { t } = useFormat()
  const [reason, setReason] = useState('')
  return (
    <TaskDialog
      title={title}
      action={action}
      ready={reason.trim() !== ''}
      onConfirm={() => onConfirm(reason.trim())}
      onClose={onClose}
    >
      {() => (
        <TextField
          autoFocus
          label={t('app.depot.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
    </TaskDialog>
  )
}
