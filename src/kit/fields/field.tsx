import { Fragment, type ReactNode } from 'react'
import { useFieldValue, useRecordContext, type FieldProps } from 'react-admin'
import { commaOf } from '../../providers/format/intl'
import { BARE_NOTHING, NOTHING } from '../../ui/Muted'
import { useFormat, type Format } from '../../ui/useFormat'
import { at, isNothing, sibling } from '../paths'
import type { AnyRecord } from '../resource'

/** Props of each field: those of react-admin's fields, and `bare`. */
export interface ValueProps extends Pick<
  FieldProps,
  'label' | 'sortable' | 'sortBy' | 'sortByOrder' | 'source' | 'textAlign'
> {
  /** Record to read instead of that of the context. */
  record?: AnyRecord
  /** Whether to omit styles, for table cells that provide them. */
  bare?: boolean
}

/** Returns the value of the field as a text; null if there is nothing to show. */
export function useText(props: ValueProps): string | null {
  const value: unknown = useFieldValue(props)
  return isNothing(value) ? null : String(value)
}

/** Returns a function that reads a field beside that of the props, or else one of the whole record. */
export function useSibling(props: ValueProps): (name: string) => unknown {
  const record = useRecordContext(props)
  return (name) => at(record, sibling(props.source, name)) ?? at(record, name)
}

/** Returns the placeholder for an absent value. */
export const nothing = ({ bare }: ValueProps): ReactNode => (bare ? BARE_NOTHING : NOTHING)

/** Returns a field component that formats its value. @param format calls no hooks */
export const formattedField = (format: (value: string, reader: Format) => ReactNode) =>
  function FormattedField(props: ValueProps) {
    const reader = useFormat()
    const value = useText(props)
    return value === null ? nothing(props) : format(value, reader)
  }

/** Returns a field component that formats a list of values. @param format calls no hooks @param by separator */
export const listField = <P,>(
  format: (value: readonly string[], reader: Format, props: P) => ReactNode[],
  by?: string,
) =>
  function ListField(props: ValueProps & P) {
    const reader = useFormat()
    const value: unknown = useFieldValue(props)
    if (!Array.isArray(value) || value.length === 0) return nothing(props)
    // One element, because `Labeled` puts each of its children on a line.
    return (
      <span>
        {format(value.map(String), reader, props).map((node, index) => (
          <Fragment key={index}>
            {index > 0 && (by ?? commaOf(reader.locale))}
            {node}
          </Fragment>
        ))}
      </span>
    )
  }
