import { useRef, useState } from 'react'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../contract/core/limits/passwords'
import { problemOf } from '../providers/http/problem'
import { EntryForm, Field, useAttempt } from './EntryForm'
import type { PasswordDue, SignedIn } from './method'
import { useWords } from './words'

interface NewPasswordFormProps {
  due: PasswordDue
  onSignedIn: (signedIn: SignedIn) => void
  onBack: () => void
}

/** Form to replace a password that another user has chosen. */
export function NewPasswordForm({ due, onSignedIn, onBack }: NewPasswordFormProps) {
  const { t } = useWords()
  const { busy, refusal, attempt } = useAttempt()
  const [faulty, setFaulty] = useState({ tooShort: false, different: false })
  const [password, again] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const box = { type: 'password', autoComplete: 'new-password', maxLength: PASSWORD_MAX_CHARS }
  const rule = t('app.login.passwordRule', { min: PASSWORD_MIN_CHARS })
  const ofPassword = problemOf(refusal).errors?.['new_password']
  const refused = typeof ofPassword === 'string' ? ofPassword : null

  const submitted = (typed: (name: string) => string) => {
    const chosen = typed('new_password')
    const found = { tooShort: chosen.length < PASSWORD_MIN_CHARS, different: chosen !== typed('again') }
    setFaulty(found)
    if (found.tooShort || found.different) return (found.tooShort ? password : again).current?.focus()
    void attempt(async () => onSignedIn(await due.choosePassword(chosen)))
  }
  return (
    <EntryForm
      submit={t('app.login.setPassword')}
      busy={busy}
      refusal={refused === null ? refusal : null}
      noValidate
      onSubmit={submitted}
      onBack={onBack}
    >
      {/* Identifies the account to a password manager. */}
      <input autoComplete="username" value={due.username} readOnly hidden />
      <Field
        ref={password}
        name="new_password"
        label={t('app.login.newPassword')}
        help={rule}
        fault={faulty.tooShort ? rule : refused}
        autoFocus
        {...box}
      />
      <Field
        ref={again}
        name="again"
        label={t('app.login.newPasswordAgain')}
        fault={faulty.different ? t('app.login.passwordsDiffer') : null}
        {...box}
      />
    </EntryForm>
  )
}
