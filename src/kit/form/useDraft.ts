import { useEffect, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { staffSession } from '../../providers/auth/session'
import { drafts } from '../../providers/drafts'

/** How long typing rests before it is kept. */
const KEEP_AFTER_MS = 800
const SECRET_FIELDS = ['password']

const formOf = (resource: string, id: string | undefined) => `${resource}:${id ?? 'new'}`

export const forgetDraft = (resource: string, id: string | undefined): void => drafts.forget(formOf(resource, id))

/** Keeps what is typed into the form, and offers what was typed before. */
export function useDraft(resource: string, id: string | undefined, version: number | null) {
  const form = formOf(resource, id)
  const [typist] = useState(() => staffSession.user()?.id)
  const { subscribe, getValues, setValue, reset } = useFormContext()
  const { dirtyFields, isSubmitSuccessful } = useFormState()
  const dirty = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful
  const [found, setFound] = useState(() => drafts.read(form))

  useEffect(() => {
    if (!dirty || typist === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const keep = () => {
      const values = Object.fromEntries(Object.entries(getValues()).filter(([name]) => !SECRET_FIELDS.includes(name)))
      drafts.write(typist, form, { values, version, at: new Date().toISOString() })
    }
    keep()
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(keep, KEEP_AFTER_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [dirty, typist, form, version, getValues, subscribe])

  return {
    found: dirty ? null : found,
    restore: () => {
      for (const [name, value] of Object.entries(found?.values ?? {})) setValue(name, value, { shouldDirty: true })
      setFound(null)
    },
    discard: () => {
      forgetDraft(resource, id)
      setFound(null)
      reset()
    },
  }
}
