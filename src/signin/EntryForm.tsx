import { useId, useRef, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { problemText } from '../ui/problemText'
import { useWords } from './words'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  help?: string
  /** What is wrong with what was typed; stands in place of the help. */
  fault?: string | null
  ref?: Ref<HTMLInputElement>
}

/** A box with its label above it and a line of help or of what is wrong below. */
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
  /** What the last one failed with; null while there is none. */
  refusal: unknown
  attempt: (go: () => Promise<void>) => Promise<void>
}

/** One attempt at a time. It stays busy after one that succeeds: whoever is in needs no second. */
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
  /** Text of the button. */
  submit: string
  busy: boolean
  /** Shown above the boxes. */
  refusal: unknown
  noValidate?: boolean
  /** @param typed what each box holds, by its name */
  onSubmit: (typed: (name: string) => string) => void
  onBack?: () => void
  children: ReactNode
}

/** A step of a sign-in: its boxes, the way on and the way back. */
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
