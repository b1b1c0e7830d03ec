import { LISTED_RESOURCES, type ListedResource } from '../../contract/core/listed-resources'
import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import type { AnySpec, ResourceDefinition } from '../kit/resource'

/** What the `index.ts` of each resource's folder defines. */
const DEFINITIONS = Object.values(
  import.meta.glob<ResourceDefinition>('../resources/*/index.ts', { eager: true, import: 'default' }),
)

const definitionsOf = (names: readonly ListedResource[]): readonly ResourceDefinition[] =>
  names.flatMap((name) => DEFINITIONS.filter(({ spec }) => spec.name === name))

/** The resources of the console, in the order of its menu. */
export const RESOURCE_DEFINITIONS = definitionsOf(CONSOLE_RESOURCES)

/** All that a list is generated for: behind the resources those whose pages stand beside them. */
export const LISTED_DEFINITIONS = definitionsOf(LISTED_RESOURCES)

/** What the list at a path shows, where it is a generated one. */
export const generatedListAt = (pathname: string): AnySpec | undefined =>
  LISTED_DEFINITIONS.find(({ spec, handMade }) => !handMade.list && `/${spec.name}` === pathname)?.spec
