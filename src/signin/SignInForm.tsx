import { EntryForm, Field, useAttempt } from './EntryForm'
import type { DemoPerson, Entered, SignInMethod } from './method'
import { useWords } from './words'

export interface Typed {
  name: string
  password: string
}

interface SignInFormProps {
  method: SignInMethod
  people: readonly DemoPerson[]
  /** Input from before another step, restored on return. */
  before: Typed
  onTyped: (typed: Typed) => void
  onEntered: (entered: Entered) => void
}

/** Form for name and password; a demo also lists its users, to sign in as with one click. */
export function SignInForm({ method, people, before, onTyped, onEntered }: SignInFormProps) {
  const { t } = useWords()
  const { busy, refusal, attempt } = useAttempt()
  const enter = (go: () => Promise<Entered>) => void attempt(async () => onEntered(await go()))
  return (
    <div>
      <EntryForm
        submit={t(method.submit)}
        busy={busy}
        refusal={refusal}
        onSubmit={(typed) => {
          const [name, password] = [typed(method.name.field), typed('password')]
          onTyped({ name, password })
          enter(() => method.enter(name.trim(), password))
        }}
      >
        <Field
          name={method.name.field}
          label={t(method.name.label)}
          type={method.name.type}
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={before.name}
          autoFocus
        />
        <Field
          name="password"
          label={t('ra.auth.password')}
          type="password"
          autoComplete="current-password"
          defaultValue={before.password}
        />
      </EntryForm>
      <div className="signin-people">
        {people.length > 0 && <p className="signin-divider">{t(method.demo)}</p>}
        {people.map(({ name, role, enter: go }) => (
          <button
            key={`${role} ${name}`}
            type="button"
            className="signin-person"
            disabled={busy}
            onClick={() => enter(go)}
          >
            <b>{name}</b> {role !== null && <span>{t(role)}</span>}
          </button>
        ))}
      </div>
    </div>
  )
}
