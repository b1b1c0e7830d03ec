import { useMay } from '../../providers/auth/useSession'
import type { FieldOf } from '../fields'
import { RecordPicker } from './RecordPicker'
import { useField, type InputProps } from './useField'

function useBox(props: InputProps) {
  const { id, name, ref, label, error, helperText, ...rest } = useField(props)
  const box = {
    name,
    inputRef: ref,
    error: Boolean(error),
    helperText,
    required: props.field.required === true,
    ...(props.bare ? {} : { label }),
  }
  return { id, box, ariaLabel: props.bare ? label : undefined, ...rest }
}

/** Another record. Left out where the reader may not see such records. */
export function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { value, set, onBlur, ...shared } = useBox(props)
  const { to, filter } = props.field
  if (!useMay('list', to)) return null
  const ids = typeof value === 'string' && value ? [value] : []
  return (
    <RecordPicker
      {...shared}
      resource={to}
      filter={filter}
      ids={ids}
      onPick={([id]) => set(id ?? null)}
      onBlur={onBlur}
    />
  )
}

export function ReferencesInput(props: InputProps<FieldOf<'references'>>) {
  const { value, set, onBlur, ...shared } = useBox(props)
  const { to } = props.field
  if (!useMay('list', to)) return null
  const ids = Array.isArray(value) ? value.map(String) : []
  return <RecordPicker {...shared} multiple resource={to} ids={ids} onPick={set} onBlur={onBlur} />
}
