import { isEditable, type AnyField } from '../fieldList'
import { fieldsOf, type AnySpec } from '../resource'

/** Returns the fields that can be set for many records at once. */
export const sharedFields = (spec: AnySpec): AnyField[] =>
  fieldsOf(spec).filter(
    (field) =>
      (field.kind === 'boolean' || (field.kind === 'choice' && field.source !== spec.statusField)) &&
      isEditable(field) &&
      field.when === undefined,
  )
