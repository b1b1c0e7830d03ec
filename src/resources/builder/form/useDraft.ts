import { useEffect, useState } from 'react'
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form'
import { STORAGE_KEYS } from '../../../config'
import { isObject } from '../../../providers/storage'

/** How long typing rests before it is kept. */
const KEEP_AFTER_MS = 800
const SECRET_FIELDS = ['password']

export interface Draft {
  values: FieldValues
  /** Version of the record that it was typed over; null for a new record. */
  version: number | null
  at: string
}

/** Drafts live as long as the tab: they outlast a session that ends midway and a page that is loaded again. */
function readDraft(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    return isObject(value) && isObject(value['values']) ? (value as unknown as Draft) : null
  } catch {
    return null
  }
}

function writeDraft(key: string, draft: Draft): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing keeps no drafts either.
  }
}

export function forgetDraft(resource: string, id: string | undefined): void {
  try {
    window.sessionStorage.removeItem(draftKey(resource, id))
  } catch {
    // There was none.
  }
}

const draftKey = (resource: string, id: string | undefined) => `${STORAGE_KEYS.draftPrefix}${resource}:${id ?? 'new'}`

/** Keeps what is typed into the form, and offers what was typed before. */
export function useDraft(resource: string, id: string | undefined, version: number | null) {
  const key = draftKey(resource, id)
  const { subscribe, getValues, setValue, reset } = useFormContext()
  const { dirtyFields, isSubmitSuccessful } = useFormState()
  const dirty = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful
  const [found, setFound] = useState(() => readDraft(key))

  useEffect(() => {
    if (!dirty) return
    let timer: ReturnType<typeof setTimeout>
    const keep = () => {
      const values = Object.fromEntries(Object.entries(getValues()).filter(([name]) => !SECRET_FIELDS.includes(name)))
      writeDraft(key, { values, version, at: new Date().toISOString() })
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
  }, [dirty, key, version, getValues, subscribe])

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
