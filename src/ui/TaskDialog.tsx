import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { problemOf, type ProblemBody } from '../providers/http/problem'
import { problemText } from './problemText'
import { useFormat } from './useFormat'
import { useSubmission } from './useSubmission'
import { Column } from './Column'

interface TaskDialogProps {
  title: string
  text?: string
  /** Word of the button that does it. */
  action: string
  /** Word of the button that leaves all as it is; "Cancel" unless given, or what cannot be mixed up with the action. */
  dismissal?: string
  /** It takes something away. */
  grave?: boolean
  /** For what does not fit the width of a question. */
  isWide?: boolean
  /** False while something is missing. */
  ready?: boolean
  /** What is wrong with the fields comes in, where the server said so. */
  children?: (errors: NonNullable<ProblemBody['errors']>) => ReactNode
  /** The dialog shows why it was refused when this throws. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for something, or whether to go on, and stays open with the reason when it is refused. */
export function TaskDialog(props: TaskDialogProps) {
  const {
    title,
    text,
    action,
    dismissal,
    grave = false,
    isWide = false,
    ready = true,
    children,
    onConfirm,
    onClose,
  } = props
  const format = useFormat()
  const titleId = useId()
  const queries = useQueryClient()
  const { busy, refusal, run } = useSubmission()
  const errors = problemOf(refusal).errors ?? {}
  const confirm = async () => {
    try {
      await onConfirm()
    } catch (error) {
      // Another try is made from the version that the other user's change has left.
      if (problemOf(error).code === 'version_mismatch') await queries.invalidateQueries()
      throw error
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) void run(confirm)
  }
  const cancel = format.t('app.partner.cancel')
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      maxWidth={isWide ? 'sm' : 'xs'}
      fullWidth
      aria-labelledby={titleId}
    >
      <form noValidate onSubmit={submit} onKeyDown={grave ? keepFromSubmitting : undefined}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Column>
            {text && <Typography color="text.secondary">{text}</Typography>}
            {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
            {children?.(errors)}
          </Column>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {dismissal ?? (action.startsWith(cancel) ? format.t('app.partner.keep') : cancel)}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={grave ? 'error' : 'primary'}
            loading={busy}
            disabled={!ready}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Keeps Enter in a box from confirming what takes something away; a password is the last thing that is asked for. */
function keepFromSubmitting(event: KeyboardEvent): void {
  const { target, key } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'password') event.preventDefault()
}
