import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { CopyBox } from './CopyBox'
import { UnsavedGuard } from './UnsavedGuard'
import { useFormat } from './useFormat'

interface OnceDialogProps {
  title: string
  text: string
  /** Text that is shown only once. */
  secret: string
  done: string
  onClose: () => void
}

/**
 * Shows a secret that is available only once. Only its button closes it, and leaving the page asks first, so that a stray
 * click loses nothing.
 */
export function OnceDialog({ title, text, secret, done, onClose }: OnceDialogProps) {
  const { t } = useFormat()
  const titleId = useId()
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <UnsavedGuard when withQuery text={t('app.once.leave')} />
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 4 }}>
          {text}
        </Typography>
        <CopyBox text={secret} label={title} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
