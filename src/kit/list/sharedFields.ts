import { isEditable, type AnyField } from '../fieldList'
import { fieldsOf, type AnySpec } from '../resource'

/** Fields that many records can be given a value of at once. */
export const sharedFields = (spec: AnySpec): AnyField[] =>
  fieldsOf(spec).filter(
    (field) =>
      (field.kind === 'boolean' || (field.kind === 'choice' && field.source !== spec.statusField)) &&
      isEditable(field) &&
      field.when === undefined,
  )
