import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useFormat } from '../../../ui/useFormat'

const NAME_MAX_CHARS = 60

interface NameViewProps {
  /** Takes the name without the blanks around it; never an empty one. */
  onSave: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a view that is to be kept. */
export function NameView({ onSave, onClose }: NameViewProps) {
  const { t } = useFormat()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(name)
        }}
      >
        <DialogTitle>{t('ra.saved_queries.new_dialog_title')}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            required
            label={t('ra.saved_queries.query_name')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { maxLength: NAME_MAX_CHARS } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name}>
            {t('ra.action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
