import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { InviteBody } from '../../../contract/partner/access'
import { PARTNER_ROLES } from '../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../contract/core/languages'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { ShowLinkBox } from '../../ui/ShowLinkBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { SelectBox } from '../../ui/SelectBox'

interface InviteDialogProps {
  onSend: (invitation: InviteBody) => Promise<void>
  onClose: () => void
}

/** Asks for email address, role and language of an invitation. */
export function InviteDialog({ onSend, onClose }: InviteDialogProps) {
  const { t } = useFormat()
  const { code } = useLanguage()
  const [values, setValues] = useState<InviteBody>({ email: '', role: 'owner', language: code, show_link: false })
  const email = values.email.trim()
  return (
    <TaskDialog
      title={t('app.partner.access.inviteTitle')}
      text={t('app.partner.access.inviteText')}
      action={t('app.partner.access.invite')}
      ready={email !== ''}
      onConfirm={() => onSend({ ...values, email })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            autoFocus
            type="email"
            label={t('app.partner.login.email')}
            value={values.email}
            onChange={(event) => setValues({ ...values, email: event.target.value })}
            error={errors['email'] !== undefined}
            helperText={typeof errors['email'] === 'string' ? errors['email'] : undefined}
            slotProps={{ htmlInput: { dir: 'ltr', maxLength: 254 } }}
          />
          <SelectBox
            label={t('app.partner.access.role')}
            value={values.role}
            onChange={(next) => setValues({ ...values, role: next })}
            options={PARTNER_ROLES}
            labelOf={(choice) => t(`choices.partnerRoles.${choice}`)}
          />
          <SelectBox
            label={t('resources.mails.fields.language')}
            value={values.language}
            onChange={(next) => setValues({ ...values, language: next })}
            options={LANGUAGES}
            labelOf={(choice) => LANGUAGE_TABLE[choice].name}
          />
          <ShowLinkBox checked={values.show_link} onChange={(show_link) => setValues({ ...values, show_link })} />
        </>
      )}
    </TaskDialog>
  )
}
