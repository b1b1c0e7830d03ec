import { useState } from 'react'
import { ReasonBox } from './ReasonBox'
import { TaskDialog } from './TaskDialog'

interface ReasonDialogProps {
  title: string
  /** Consequences of the action. */
  text?: string
  action: string
  /** False while the action is impossible, with a reason or without. */
  ready?: boolean
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

const FIELDS = ['reason']

/** Dialog that requires a reason, which is stored in the history. */
export function ReasonDialog({ title, text, action, ready = true, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <TaskDialog
      title={title}
      {...(text !== undefined && { text })}
      action={action}
      ready={ready && reason.trim() !== ''}
      fields={FIELDS}
      onConfirm={() => onConfirm(reason.trim())}
      onClose={onClose}
    >
      {(errors) => <ReasonBox takesFocus value={reason} onChange={setReason} error={errors['reason']} />}
    </TaskDialog>
  )
}
