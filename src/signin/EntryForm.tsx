import { useId, useRef, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { problemText } from '../ui/problemText'
import { useWords } from './words'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  help?: string
  /** Error of the input, shown in place of the help. */
  fault?: string | null
  ref?: Ref<HTMLInputElement>
}

/** Input with a label above and a line of help or error below. */
export function Field({ label, help = '', fault = null, ...box }: FieldProps) {
  const id = useId()
  return (
    <div className="signin-field" data-fault={fault === null ? undefined : ''}>
      <label htmlFor={id}>{label}</label>
      <input id={id} dir="ltr" required aria-describedby={`${id}-hint`} aria-invalid={fault !== null} {...box} />
      <small id={`${id}-hint`}>{fault ?? help}</small>
    </div>
  )
}

export interface Attempt {
  busy: boolean
  /** Error of the last attempt; null without one. */
  refusal: unknown
  attempt: (go: () => Promise<void>) => Promise<void>
}

/** Returns a runner for one attempt at a time. It stays busy after a success, because no second attempt is needed. */
export function useAttempt(): Attempt {
  const [state, setState] = useState<Omit<Attempt, 'attempt'>>({ busy: false, refusal: null })
  const busy = useRef(false)
  const attempt = async (go: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setState({ busy: true, refusal: null })
    try {
      await go()
    } catch (refusal) {
      busy.current = false
      setState({ busy: false, refusal })
    }
  }
  return { ...state, attempt }
}

interface EntryFormProps {
  /** Label of the submit button. */
  submit: string
  busy: boolean
  /** Error shown above the fields. */
  refusal: unknown
  noValidate?: boolean
  /** @param typed returns the value of a field by its name */
  onSubmit: (typed: (name: string) => string) => void
  onBack?: () => void
  children: ReactNode
}

/** Form for a step of the sign-in: its fields, a submit and a back button. */
export function EntryForm({ submit, busy, refusal, noValidate, onSubmit, onBack, children }: EntryFormProps) {
  const words = useWords()
  return (
    <form
      className="signin-form"
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        onSubmit((name) => {
          const value = typed.get(name)
          return typeof value === 'string' ? value : ''
        })
      }}
    >
      <p role="alert" className="signin-refusal" hidden={refusal === null}>
        {refusal !== null && problemText(refusal, words)}
      </p>
      {children}
      <button type="submit" className="signin-primary" aria-busy={busy}>
        {submit}
      </button>
      {onBack && (
        <button type="button" className="signin-quiet" onClick={onBack}>
          {words.t('ra.action.back')}
        </button>
      )}
    </form>
  )
}
