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
  /** Label of the confirm button. */
  action: string
  /** Label of the cancel button; "Cancel" unless given. Differs where it could be confused with the action. */
  dismissal?: string
  /** Whether the action is destructive. */
  grave?: boolean
  /** Whether the content needs more width than a question. */
  isWide?: boolean
  /** Whether only a button closes the dialog, because its content cannot be shown again. */
  isPersistent?: boolean
  /** False while required input is missing. */
  ready?: boolean
  /** Renders the fields, with the field errors of the server. */
  children?: (errors: NonNullable<ProblemBody['errors']>) => ReactNode
  /** Fields that show their own errors, so that a refusal of only these is not repeated above them. */
  fields?: readonly string[]
  /** The dialog shows the error when this rejects. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

const NO_FIELDS: readonly string[] = []

/** Dialog for input or confirmation, which stays open with the error when the server refuses. */
export function TaskDialog(props: TaskDialogProps) {
  const {
    title,
    text,
    action,
    dismissal,
    grave = false,
    isWide = false,
    isPersistent = false,
    ready = true,
    children,
    fields = NO_FIELDS,
    onConfirm,
    onClose,
  } = props
  const format = useFormat()
  const titleId = useId()
  const queries = useQueryClient()
  const { busy, refusal, run } = useSubmission()
  const errors = problemOf(refusal).errors ?? {}
  const refused = Object.entries(errors)
  const isAtFields =
    refused.length > 0 && refused.every(([field, text]) => typeof text === 'string' && fields.includes(field))
  const confirm = async () => {
    try {
      await onConfirm()
    } catch (error) {
      // The next attempt starts from the version after the other user's change.
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
      onClose={busy || isPersistent ? undefined : onClose}
      maxWidth={isWide ? 'sm' : 'xs'}
      fullWidth
      aria-labelledby={titleId}
    >
      <form noValidate onSubmit={submit} onKeyDown={grave ? keepFromSubmitting : undefined}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Column>
            {text && <Typography color="text.secondary">{text}</Typography>}
            {refusal !== null && !isAtFields && <Alert severity="error">{problemText(refusal, format)}</Alert>}
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

/** Prevents Enter in an input from confirming a destructive action, except in a password, which is the last input. */
function keepFromSubmitting(event: KeyboardEvent): void {
  const { target, key } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'password') event.preventDefault()
}
