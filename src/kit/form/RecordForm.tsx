import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useMemo, type ReactNode } from 'react'
import { Form, useSaveContext } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import type { AnyEntity } from '../../../contract/core/entity'
import { useFormat } from '../../ui/useFormat'
import { isVisible } from '../fields'
import { fieldsOf, type AnyRecord, type AnySpec } from '../resource'
import { startingValues } from './conform'
import { DraftOffer } from './DraftOffer'
import { FormContext, type FormInfo } from './FormContext'
import { FormSummary } from './FormSummary'
import { FieldInput } from './inputs'
import { FieldGrid } from './nestedInputs'
import { entityResolver } from './resolver'
import { Column } from '../../ui/Column'

interface RecordFormProps {
  spec: AnySpec
  entity: AnyEntity
  mode: 'create' | 'edit'
  record?: AnyRecord
  /** What the server refused the last save with; null when it did not. */
  problem: unknown
  /** Where "Cancel" leads. */
  cancelTo: string
  /** What a new record starts with beside the schema's defaults; a constant. */
  starting?: Record<string, unknown>
  /** Drawn by hand in place of the sections. */
  children?: ReactNode
}

/** The form of a resource: its sections, checked by its schema, with what is typed kept safe. */
export function RecordForm({ spec, entity, mode, record, problem, cancelTo, starting, children }: RecordFormProps) {
  const format = useFormat()
  const info = useMemo<FormInfo>(
    () => ({ spec, entity, mode, record, Field: FieldInput }),
    [spec, entity, mode, record],
  )
  const resolver = useMemo(
    () => entityResolver({ entity, mode, fields: fieldsOf(spec), format }),
    [entity, mode, spec, format],
  )
  const defaults = useMemo(
    () => (mode === 'create' ? { ...startingValues(entity.create), ...starting } : undefined),
    [mode, entity, starting],
  )
  const sections = spec.sections.filter(({ fields }) =>
    fields.some((field) => isVisible(field, mode) && !field.readOnly),
  )
  return (
    <FormContext value={info}>
      <Form
        resolver={resolver}
        {...(defaults ? { defaultValues: defaults } : {})}
        disableInvalidFormNotification
        warnWhenUnsavedChanges
        noValidate
      >
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
      </Form>
    </FormContext>
  )
}

/** A card of the form with its question; the title stands at `app.section.<name>`. */
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

/** Stays in sight below the form. */
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
