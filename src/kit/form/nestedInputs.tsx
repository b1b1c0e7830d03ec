import AddIcon from '@mui/icons-material/Add'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch, type FieldError } from 'react-hook-form'
import { FormColumns } from '../../ui/Column'
import { useFormat } from '../../ui/useFormat'
import type { AnyField, FieldOf } from '../fieldList'
import { hintKey, labelOf } from '../labels'
import { at, join, sibling } from '../paths'
import { FieldLabel } from './FieldLabel'
import { useFormInfo } from './FormContext'
import { DecimalInput } from './numberInputs'
import type { SourceProps } from './useField'

/** Renders inputs of the fields of a field list, two per line. */
export function FieldGrid({ fields, parent }: { fields: readonly AnyField[]; parent?: string }) {
  const { Field } = useFormInfo()
  return (
    <FormColumns>
      {fields.map((field) => (
        <Field
          key={field.source}
          field={field}
          path={join(parent, field.source)}
          bare={fields.length === 1 && field.kind === 'rows'}
          wrap
        />
      ))}
    </FormColumns>
  )
}

/** Input for an object with fields of its own; an optional one has a switch. */
export function GroupInput({ field, path }: { field: FieldOf<'group'>; path: string }) {
  const { t } = useFormat()
  const { spec } = useFormInfo()
  const { setValue } = useFormContext()
  const value: unknown = useWatch({ name: path })
  if (!field.optional) return <FieldGrid fields={field.fields} parent={path} />
  const on = value !== null && value !== undefined
  return (
    <Box>
      <Box
        component="label"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          fontSize: 'body2.fontSize',
          fontWeight: 500,
          cursor: 'pointer',
          mb: on ? 4 : 0,
        }}
      >
        <Switch
          size="small"
          checked={on}
          onChange={(_event, next) => setValue(path, next ? { ...field.initial } : null, { shouldDirty: true })}
        />
        {labelOf(t, spec.name, path)}
      </Box>
      {on && <FieldGrid fields={field.fields} parent={path} />}
    </Box>
  )
}

/**
 * Input for a list of objects, one per row. Not react-admin's `SimpleFormIterator`, which shows the buttons of a row
 * only under the mouse, without the name of the row, and exceeds the size limit of the largest form.
 */
export function RowsInput({ field, path }: { field: FieldOf<'rows'>; path: string }) {
  const { t } = useFormat()
  const { spec, Field } = useFormInfo()
  const { fields: rows, append, remove, move } = useFieldArray({ name: path })
  const { errors } = useFormState({ name: path })
  const fault = at(errors, path) as (FieldError & { root?: FieldError }) | undefined
  const message = fault?.root?.message ?? fault?.message
  const label = labelOf(t, spec.name, path)
  const add = () =>
    append({ ...Object.fromEntries(field.fields.map((child) => [child.source, null])), ...field.initial })
  return (
    <Box role="group" aria-label={label}>
      <FieldLabel>{label}</FieldLabel>
      {rows.map((row, index) => (
        <RowFrame
          key={row.id}
          number={index + 1}
          label={label}
          onRemove={() => remove(index)}
          {...(field.ordered && index > 0 ? { onUp: () => move(index, index - 1) } : {})}
          {...(field.ordered && index < rows.length - 1 ? { onDown: () => move(index, index + 1) } : {})}
          ordered={field.ordered === true}
        >
          {field.fields.map((child, place) => (
            <Box key={child.source} sx={{ flex: place === 0 ? '2 1 180px' : '1 1 120px', minWidth: 0 }}>
              <Field field={child} path={`${path}.${index}.${child.source}`} />
            </Box>
          ))}
        </RowFrame>
      ))}
      <Button variant="outlined" startIcon={<AddIcon />} onClick={add} sx={{ mt: rows.length > 0 ? 2 : 0 }}>
        {t('app.form.addRow', { name: label })}
      </Button>
      {(message || field.hint) && (
        <FormHelperText error={Boolean(message)}>{message ?? t(hintKey(spec.name, field.source))}</FormHelperText>
      )}
    </Box>
  )
}

interface RowFrameProps {
  number: number
  label: string
  ordered: boolean
  onRemove: () => void
  onUp?: () => void
  onDown?: () => void
  children: ReactNode
}

function RowFrame({ number, label, ordered, onRemove, onUp, onDown, children }: RowFrameProps) {
  const { t } = useFormat()
  const name = `${label} ${number}`
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        alignItems: { sm: 'flex-start' },
        gap: 2,
        p: 3,
        mb: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: (theme) => theme.colours.muted,
      }}
    >
      {ordered && (
        <Box sx={{ width: 22, pt: { sm: 7 }, color: 'text.secondary', fontSize: 'body2.fontSize' }}>{number}</Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, flex: 1, minWidth: 0 }}>{children}</Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', pt: { sm: 5.5 } }}>
        {ordered && (
          <>
            <IconButton aria-label={`${t('ra.action.move_up')}: ${name}`} disabled={!onUp} onClick={onUp}>
              <ArrowUpwardIcon fontSize="text" />
            </IconButton>
            <IconButton aria-label={`${t('ra.action.move_down')}: ${name}`} disabled={!onDown} onClick={onDown}>
              <ArrowDownwardIcon fontSize="text" />
            </IconButton>
          </>
        )}
        <IconButton aria-label={`${t('ra.action.remove')}: ${name}`} onClick={onRemove}>
          <CloseIcon fontSize="text" />
        </IconButton>
      </Box>
    </Box>
  )
}

const RANGE_FIELDS: readonly AnyField[] = [
  { source: 'from', kind: 'date', required: true },
  { source: 'to', kind: 'date', required: true },
]

/** Input for periods of days, both ends included. */
export const DateRangesInput = ({ field, path }: { field: FieldOf<'dateRanges'>; path: string }) => (
  <RowsInput field={{ ...field, kind: 'rows', fields: RANGE_FIELDS }} path={path} />
)

/**
 * Inputs for latitude and longitude in degrees. @param props.longitude field of the longitude; `source` is that of the
 * latitude
 */
export const CoordinatesInput = ({ longitude, ...props }: SourceProps & { longitude: string }) => (
  <FormColumns>
    <DecimalInput {...props} />
    <DecimalInput {...props} source={sibling(props.source, longitude)} />
  </FormColumns>
)
