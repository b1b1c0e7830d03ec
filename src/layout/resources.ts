import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import type { AnySpec, ResourceDefinition } from '../kit/resource'

/** What the `index.ts` of each resource's folder defines. */
const DEFINITIONS = Object.values(
  import.meta.glob<ResourceDefinition>('../resources/*/index.ts', { eager: true, import: 'default' }),
)

/** The resources of the console, in the order of its menu. */
export const RESOURCE_DEFINITIONS: readonly ResourceDefinition[] = CONSOLE_RESOURCES.flatMap((name) =>
  DEFINITIONS.filter(({ spec }) => spec.name === name),
)

/** What the list at a path shows, where it is a generated one. */
export const generatedListAt = (pathname: string): AnySpec | undefined =>
  RESOURCE_DEFINITIONS.find(({ spec, handMade }) => !handMade.list && `/${spec.name}` === pathname)?.spec
