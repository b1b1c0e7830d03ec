import { useInput } from 'react-admin'
import { useFormat } from '../../ui/useFormat'
import type { AnyField } from '../fields'
import { hintKey, labelOf } from '../labels'
import { useFormInfo } from './FormContext'

const asIs = (value: unknown) => value

export interface InputProps<F extends AnyField = AnyField> {
  field: F
  /** Path of the field in the form. */
  path: string
  /** Without a label in sight, e.g. in a row whose head has it. */
  bare?: boolean
}

/** What every input needs: its value, its label, what is wrong with it. */
export function useField({ field, path, bare }: InputProps) {
  const { t } = useFormat()
  const { spec } = useFormInfo()
  const { id, field: control, fieldState } = useInput({ source: path, format: asIs, parse: asIs })
  const error = fieldState.error
  const message = error?.message ?? error?.root?.message
  const label = labelOf(t, spec.name, path)
  const helperText = message ?? (field.hint ? t(hintKey(spec.name, field.source)) : undefined)
  return {
    id,
    value: control.value as unknown,
    set: (value: unknown) => control.onChange(value),
    onBlur: () => control.onBlur(),
    ref: control.ref,
    label,
    error: message,
    helperText,
    /** What a box of text is called and says. */
    box: {
      name: control.name,
      inputRef: control.ref,
      label: bare ? undefined : label,
      required: field.required === true,
      error: Boolean(message),
      helperText,
    },
  }
}
