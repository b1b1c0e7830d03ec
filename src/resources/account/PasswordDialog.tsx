import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'

interface PasswordDialogProps {
  title: string
  text?: string
  action: string
  grave?: boolean
  onConfirm: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reader's password before something that guards the account changes. */
export function PasswordDialog({ title, text, action, grave = false, onConfirm, onClose }: PasswordDialogProps) {
  const { t } = useFormat()
  const [password, setPassword] = useState('')
  return (
    <TaskDialog
      title={title}
      text={[text, t('app.account.step.passwordText')].filter(Boolean).join(' ')}
      action={action}
      grave={grave}
      ready={password !== ''}
      onConfirm={() => onConfirm(password)}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          autoFocus
          type="password"
          label={t('app.account.currentPassword')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors['password'] !== undefined}
          helperText={typeof errors['password'] === 'string' ? errors['password'] : undefined}
          slotProps={{ htmlInput: { dir: 'ltr' } }}
        />
      )}
    </TaskDialog>
  )
}
