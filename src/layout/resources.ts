import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import type { AnySpec, ResourceDefinition } from '../kit/resource'

/** The `index.ts` of each resource's folder, with the one definition that it exports. */
const MODULES = import.meta.glob<Record<string, ResourceDefinition>>('../resources/*/index.ts', { eager: true })

const BY_NAME = new Map(
  Object.values(MODULES)
    .flatMap((module) => Object.values(module))
    .map((definition) => [definition.spec.name, definition]),
)

/** The resources of the console, in the order of its menu. */
export const RESOURCE_DEFINITIONS: readonly ResourceDefinition[] = CONSOLE_RESOURCES.flatMap(
  (name) => BY_NAME.get(name) ?? [],
)

/** What the list at a path shows, where it is a generated one. */
export const generatedListAt = (pathname: string): AnySpec | undefined =>
  RESOURCE_DEFINITIONS.find(({ spec, handMade }) => !handMade.list && `/${spec.name}` === pathname)?.spec
