import type { ReactNode } from 'react'
import type { AnyField, FieldKind, FieldOf } from './fields'
import type { AnyRecord } from './resource'

export interface FieldValueProps {
  field: AnyField
  record: AnyRecord
  resource: string
  /** Path of the object that the field belongs to, when it is not the record itself. */
  parent?: string
  /** In a table's cell, which gives the looks itself: as few elements as possible. */
  bare?: boolean
}

export interface DisplayProps<K extends FieldKind = FieldKind> {
  value: unknown
  field: FieldOf<K>
  record: AnyRecord
  resource: string
  /** Path of the field in the record. */
  path: string
  bare: boolean
  /** Draws the fields that this one consists of. */
  Value: (props: FieldValueProps) => ReactNode
}
