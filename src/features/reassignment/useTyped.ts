import { useEffect, useState } from 'react'
import { staffSession } from '../../providers/auth/session'
import { useDraftForm } from '../../providers/draftForms'
import { drafts } from '../../providers/drafts'
import type { Choice, ChoiceForAll, Length } from './plan'
import type { Kind } from './reassignmentApi'

/** Input of the form of a reassignment. Fields without input are omitted. */
export interface Typed {
  from?: string
  length?: Length
  until?: string | null
  why?: string
  note?: string
  override?: string
  forAll?: ChoiceForAll
  /** Choices of single jobs, by id. */
  chosen?: Readonly<Record<string, Choice>>
}

const formOf = (kind: Kind, id: string) => `reassignment:${kind}:${id}`

/** Returns the input of the form of a reassignment, stores it as a draft, and offers an earlier draft. */
export function useTyped(kind: Kind, id: string) {
  const form = formOf(kind, id)
  useDraftForm()
  const [userId] = useState(() => staffSession.user()?.id)
  const [typed, setTyped] = useState<Typed>({})
  const [found, setFound] = useState(() => drafts.read(form))
  const isEmpty = Object.keys(typed).length === 0
  useEffect(() => {
    if (userId === undefined || isEmpty) return
    drafts.write(userId, form, { values: { ...typed }, version: null, at: new Date().toISOString() })
  }, [userId, form, typed, isEmpty])
  return {
    typed,
    type: (part: Typed) => setTyped((before) => ({ ...before, ...part })),
    /** The draft; null once the user types something else. */
    found: isEmpty ? found : null,
    restore: () => {
      setTyped((found?.values as Typed | undefined) ?? {})
      setFound(null)
    },
    discard: () => {
      drafts.forget(form)
      setFound(null)
    },
  }
}
