import type { ListedResource } from '../../../contract/core/listed-resources'
import { RecordLink } from '../RecordLink'
import { listField, nothing, useText, type ValueProps } from './field'

interface RecordLinkFieldProps extends ValueProps {
  /** Resource of the other record. */
  reference: ListedResource
}

/**
 * Shows another record by its name, with a link if the user may open it. React-admin's `ReferenceField` shows nothing
 * and then a progress bar while it reads, and an icon for a missing record.
 */
export function RecordLinkField({ reference, ...props }: RecordLinkFieldProps) {
  const value = useText(props)
  if (value === null) return nothing(props)
  return <RecordLink resource={reference} id={value} bare={props.bare ?? false} />
}

/** Other records by their names. */
export const RecordLinksField = listField((ids, _, { reference }: Pick<RecordLinkFieldProps, 'reference'>) =>
  ids.map((id) => <RecordLink key={id} resource={reference} id={id} />),
)
