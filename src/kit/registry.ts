import type { AnyRecord, AnySpec, ResourceDefinition } from './resource'

const specs = new Map<string, AnySpec>()

/** Makes resources known by name, so that a reference can be drawn as its target says. */
export function registerResources(definitions: readonly ResourceDefinition[]): void {
  for (const { spec } of definitions) specs.set(spec.name, spec)
}

/** @throws where no resource has this name: a mistake in a spec. */
export function specOf(resource: string): AnySpec {
  const spec = specs.get(resource)
  if (!spec) throw new Error(`There is no resource "${resource}"`)
  return spec
}

/** How a record of a resource is called, in the reader's language. */
export function represent(resource: string, record: AnyRecord, language: string): string {
  return specOf(resource).represent(record, language) || record.id
}
