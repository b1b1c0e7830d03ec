import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { PARTNER_ROLES, type PartnerRole } from '../../../contract/vocabulary'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'

interface InviteDialogProps {
  onSend: (email: string, role: PartnerRole) => Promise<void>
  onClose: () => void
}

/** Asks whom to invite, and as what. */
export function InviteDialog({ onSend, onClose }: InviteDialogProps) {
  const { t } = useFormat()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<PartnerRole>('owner')
  return (
    <TaskDialog
      title={t('app.partner.access.inviteTitle')}
      text={t('app.partner.access.inviteText')}
      action={t('app.partner.access.invite')}
      ready={email.trim() !== ''}
      onConfirm={() => onSend(email.trim(), role)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            autoFocus
            type="email"
            label={t('app.partner.login.email')}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={errors['email'] !== undefined}
            helperText={typeof errors['email'] === 'string' ? errors['email'] : undefined}
            slotProps={{ htmlInput: { dir: 'ltr', maxLength: 254 } }}
          />
          <TextField
            select
            label={t('app.partner.access.role')}
            value={role}
            onChange={(event) => setRole(event.target.value as PartnerRole)}
          >
            {PARTNER_ROLES.map((choice) => (
              <MenuItem key={choice} value={choice}>
                {t(`choices.partnerRoles.${choice}`)}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
    </TaskDialog>
  )
}
