import type { ListedResource } from '../../../contract/core/listed-resources'
import { useMay } from '../../providers/auth/useSession'
import { RecordPicker } from './RecordPicker'
import { type SourceProps, useField } from './useField'

interface RecordInputProps extends SourceProps {
  reference: ListedResource
  filter?: Record<string, unknown> | undefined
  multiple?: boolean
}

/**
 * Selects one or several records. Renders nothing for users who may not see such records. Not react-admin's
 * `ReferenceInput`, which reads its choices when the form opens, and has no ranked search of stations.
 */
export function RecordInput({ reference, filter, multiple = false, ...props }: RecordInputProps) {
  const { id, value, set, onBlur, box } = useField(props)
  if (!useMay('list', reference)) return null
  return (
    <RecordPicker
      id={id}
      box={box}
      multiple={multiple}
      resource={reference}
      filter={filter}
      ids={Array.isArray(value) ? value.map(String) : typeof value === 'string' && value ? [value] : []}
      onPick={(ids) => set(multiple ? ids : (ids[0] ?? null))}
      onBlur={onBlur}
    />
  )
}
