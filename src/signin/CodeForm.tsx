import { useEffect, useRef } from 'react'
import { EntryForm, Field, useAttempt } from './EntryForm'
import type { CodeDue, Entered } from './method'
import { useWords } from './words'

const CODE_MAX_CHARS = 40

interface CodeFormProps {
  due: CodeDue
  onEntered: (entered: Entered) => void
  onBack: () => void
}

/** Form for the code of the second factor, after the password was correct. */
export function CodeForm({ due, onEntered, onBack }: CodeFormProps) {
  const { t } = useWords()
  const { busy, refusal, attempt } = useAttempt()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusal !== null) box.current?.select()
  }, [refusal])
  return (
    <EntryForm
      submit={t('ra.auth.sign_in')}
      busy={busy}
      refusal={refusal}
      onSubmit={(typed) => void attempt(async () => onEntered(await due.enterCode(typed('code'))))}
      onBack={onBack}
    >
      <Field
        ref={box}
        name="code"
        label={t('app.login.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={CODE_MAX_CHARS}
        autoFocus
      />
    </EntryForm>
  )
}
