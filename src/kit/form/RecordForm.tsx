import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useMemo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useSaveContext, useNotify, useRedirect } from 'react-admin'
import { useFormState, useFormContext } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { AnyEntity } from '../../../contract/core/entity'
import { useFormat } from '../../ui/useFormat'
import { Column } from '../../ui/Column'
import { DraftAlert } from '../../ui/DraftAlert'
import { listKey } from '../../providers/data/queryKeys'
import { useMay } from '../../providers/auth/useSession'
import { staffSession } from '../../providers/auth/session'
import { drafts } from '../../providers/drafts'
import { useDraftForm } from '../../providers/draftForms'
import { lazyModule, type LazyModule, useLazyModule } from '../../providers/lazyModule'
import { isVisible } from '../fieldList'
import { fieldsOf, type AnyRecord, type AnySpec } from '../resource'
import { undoOffer } from '../tasks/undoOffer'
import { startingValues } from './conform'
import { FormInfoProvider, type FormInfo, useFormInfo } from './FormContext'
import { FormSummary } from './FormSummary'
import { FieldInput } from './inputs'
import { FieldGrid } from './nestedInputs'
import { entityResolver } from './resolver'

interface RecordFormProps {
  spec: AnySpec
  entity: AnyEntity
  mode: 'create' | 'edit'
  record?: AnyRecord
  /** Problem of the last save; null without one. */
  problem: unknown
  /** Path that "Cancel" opens. */
  cancelTo: string
  /** Initial values of a new record beside the schema's defaults; must be constant. */
  starting?: Record<string, unknown>
  /** Replaces the sections of the form. */
  children?: ReactNode
}

/** Form of a resource: its sections, validation by its schema, and a draft of the input. */
export function RecordForm({ spec, entity, mode, record, problem, cancelTo, starting, children }: RecordFormProps) {
  const format = useFormat()
  const info = useMemo<FormInfo>(
    () => ({ spec, entity, mode, record, Field: FieldInput }),
    [spec, entity, mode, record],
  )
  const resolver = useMemo(
    () => entityResolver({ entity, mode, record, fields: fieldsOf(spec), format }),
    [entity, mode, record, spec, format],
  )
  const defaults = useMemo(
    () => (mode === 'create' ? { ...startingValues(entity.create), ...starting } : undefined),
    [mode, entity, starting],
  )
  const sections = spec.sections.filter(({ fields }) =>
    fields.some((field) => isVisible(field, mode) && !field.readOnly),
  )
  return (
    <Form
      resolver={resolver}
      {...(defaults ? { defaultValues: defaults } : {})}
      disableInvalidFormNotification
      warnWhenUnsavedChanges
      noValidate
    >
      <FormInfoProvider value={info}>
        <DraftOffer />
        <FormSummary problem={problem} />
        <Column>
          {children ??
            sections.map(({ key, fields }) => (
              <FormSection key={key} name={key}>
                <FieldGrid fields={fields} />
              </FormSection>
            ))}
        </Column>
        <SaveBar mode={mode} cancelTo={cancelTo} />
      </FormInfoProvider>
    </Form>
  )
}

/** Card of the form; the title has the key `app.section.<name>`. */
export function FormSection({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useFormat()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={`section-${name}`} sx={{ p: { xs: 4, md: 6 } }}>
      <Typography id={`section-${name}`} variant="h2" sx={{ mb: 4 }}>
        {t(`app.section.${name}`)}
      </Typography>
      {children}
    </Paper>
  )
}

/** Buttons of the form, which stay visible below it. */
function SaveBar({ mode, cancelTo }: { mode: 'create' | 'edit'; cancelTo: string }) {
  const { t } = useFormat()
  const { saving } = useSaveContext()
  const { isSubmitting } = useFormState()
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 2,
        py: 3,
        mt: 2,
        bgcolor: (theme) => theme.colours.canvas,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Button component={RouterLink} to={cancelTo}>
        {t('ra.action.cancel')}
      </Button>
      <Button type="submit" variant="contained" loading={saving === true || isSubmitting}>
        {t(mode === 'create' ? 'ra.action.create' : 'ra.action.save')}
      </Button>
    </Box>
  )
}

/** After a save: deletes the draft, notifies the user and shows the record. */
export function useSaved(spec: AnySpec, mode: 'create' | 'edit') {
  const notify = useNotify()
  const redirect = useRedirect()
  const queryClient = useQueryClient()
  const mayDelete = useMay('delete', spec.name)
  return (record: AnyRecord) => {
    // The sort and the filter of a list may no longer match a changed record.
    void queryClient.invalidateQueries({ queryKey: listKey(spec.name) })
    forgetDraft(spec.name, mode === 'create' ? undefined : record.id)
    notify(mode === 'create' ? 'ra.notification.created' : 'ra.notification.updated', {
      type: 'info',
      messageArgs: { smart_count: 1 },
      ...((mode === 'edit' || mayDelete) && undoOffer(spec.name, record.id)),
    })
    redirect('show', spec.name, record.id, record)
  }
}

/** Offers an earlier draft of the form that was not saved. */
function DraftOffer() {
  const { spec, record } = useFormInfo()
  const version: unknown = record?.['version']
  const { found, restore, discard } = useDraft(spec.name, record?.id, typeof version === 'number' ? version : null)
  if (!found) return null
  return <DraftAlert at={found.at} onRestore={restore} onDiscard={discard} />
}

/** Milliseconds without input after which a draft is stored. */
const DRAFT_DELAY_MS = 800
const SECRET_FIELDS = ['password']

const formOf = (resource: string, id: string | undefined) => `${resource}:${id ?? 'new'}`

const forgetDraft = (resource: string, id: string | undefined): void => drafts.forget(formOf(resource, id))

/** Stores the input of the form as a draft, and returns an earlier one. */
function useDraft(resource: string, id: string | undefined, version: number | null) {
  const form = formOf(resource, id)
  useDraftForm()
  const [typist] = useState(() => staffSession.user()?.id)
  const { subscribe, getValues, setValue, reset } = useFormContext()
  const { dirtyFields } = useFormState()
  const dirty = Object.keys(dirtyFields).length > 0
  const isStored = useRef(false)
  const [found, setFound] = useState(() => drafts.read(form))

  useEffect(() => {
    if (!dirty || typist === undefined) {
      isStored.current = false
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      timer = undefined
      // A stored draft is deleted when it is saved or discarded, and at sign-out.
      if (isStored.current && !drafts.read(form)) return
      isStored.current = true
      const values = Object.fromEntries(Object.entries(getValues()).filter(([name]) => !SECRET_FIELDS.includes(name)))
      drafts.write(typist, form, { values, version, at: new Date().toISOString() })
    }
    store()
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(store, DRAFT_DELAY_MS)
      },
    })
    const storeNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      store()
    }
    window.addEventListener('pagehide', storeNow)
    return () => {
      window.removeEventListener('pagehide', storeNow)
      storeNow()
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

const entities = new Map<string, LazyModule<AnyEntity>>()

/** Returns the contract's schema of a resource; undefined while loading. @throws if it cannot be fetched */
export function useEntity({ name, entity }: AnySpec): AnyEntity | undefined {
  const known = entities.get(name) ?? lazyModule(entity)
  entities.set(name, known)
  return useLazyModule(known)
}
