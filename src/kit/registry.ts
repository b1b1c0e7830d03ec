import type { AnyRecord, AnySpec, ResourceDefinition } from './resource'

const specs = new Map<string, AnySpec>()

/** Registers resources by name, so that references can be rendered by the spec of their target. */
export function registerResources(definitions: readonly ResourceDefinition[]): void {
  for (const { spec } of definitions) specs.set(spec.name, spec)
}

/** Returns the spec of a resource. @throws if no resource has this name, which is a mistake in a spec */
export function specOf(resource: string): AnySpec {
  const spec = specs.get(resource)
  if (!spec) throw new Error(`There is no resource "${resource}"`)
  return spec
}

/** Returns the name of a record in the reader's language. */
export function represent(resource: string, record: AnyRecord, language: string): string {
  return specOf(resource).represent(record, language) || record.id
}
