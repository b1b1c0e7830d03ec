import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { useRefresh } from 'react-admin'
import type { User } from '../../../contract/entities/user'
import { ROLES, type Role } from '../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../contract/core/languages'
import { makeLink } from '../../providers/auth/accountApi'
import { call } from '../../providers/http/call'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { ShowLinkBox } from '../../ui/ShowLinkBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { useOneTimeLink } from '../../ui/useOneTimeLink'

/** Asks for person, role and language; creates the account and sends its link. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useFormat()
  const refresh = useRefresh()
  const { code: language } = useLanguage()
  const close = () => {
    refresh()
    onClose()
  }
  const { present, dialog } = useOneTimeLink(close)
  /** Account of an earlier attempt that failed to send the link. */
  const made = useRef<User | null>(null)
  const [isShown, setShown] = useState(false)
  const [values, setValues] = useState({
    email: '',
    first_name: '',
    last_name: '',
    role: 'agent' as Role,
    locale: language,
  })
  const email = values.email.trim()
  if (dialog) return dialog

  const invite = async () => {
    made.current ??= await call('POST /users', {
      body: {
        ...values,
        email,
        username: email,
        first_name: values.first_name.trim() || null,
        last_name: values.last_name.trim() || null,
        status: 'invited',
      },
    })
    present(await makeLink(made.current.id, isShown))
  }
  return (
    <TaskDialog
      title={t('app.account.user.inviteTitle')}
      text={t('app.account.user.inviteText')}
      action={t('app.account.user.invite')}
      ready={email !== ''}
      onConfirm={invite}
      onClose={close}
    >
      {(errors) => {
        const field = (name: keyof typeof values) => {
          const fault = errors[name] ?? (name === 'email' ? errors['username'] : undefined)
          return {
            value: values[name],
            label: t(`resources.users.fields.${name}`),
            onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
            error: fault !== undefined,
            helperText: typeof fault === 'string' ? fault : undefined,
          }
        }
        return (
          <>
            <TextField
              {...field('email')}
              autoFocus
              type="email"
              slotProps={{ htmlInput: { dir: 'ltr', maxLength: 64 } }}
            />
            <TextField {...field('first_name')} slotProps={{ htmlInput: { maxLength: 100 } }} />
            <TextField {...field('last_name')} slotProps={{ htmlInput: { maxLength: 100 } }} />
            <TextField {...field('role')} select>
              {ROLES.map((role) => (
                <MenuItem key={role} value={role}>
                  {t(`choices.roles.${role}`)}
                </MenuItem>
              ))}
            </TextField>
            <TextField {...field('locale')} select>
              {LANGUAGES.map((code) => (
                <MenuItem key={code} value={code}>
                  {LANGUAGE_TABLE[code].name}
                </MenuItem>
              ))}
            </TextField>
            <ShowLinkBox checked={isShown} onChange={setShown} />
          </>
        )
      }}
    </TaskDialog>
  )
}
