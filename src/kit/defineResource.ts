import { SORTABLE_FIELDS } from '../../contract/core/sortable-fields'
import type { AnySpec, HandMade, ResourceDefinition, ResourceSpec } from './resource'

/** Checks a spec against the type of its records, and returns it without that type. */
export function defineResource<R extends { id: string }>(
  spec: ResourceSpec<R>,
  handMade: HandMade = {},
): ResourceDefinition {
  return { spec: { ...(spec as AnySpec), sortable: SORTABLE_FIELDS[spec.name] }, handMade }
}
