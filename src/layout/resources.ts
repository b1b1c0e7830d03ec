import { LISTED_RESOURCES, type ListedResource } from '../../contract/core/listed-resources'
import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import type { AnySpec, ResourceDefinition } from '../kit/resource'

/** Default exports of each resource's `index.ts`. */
const DEFINITIONS = Object.values(
  import.meta.glob<ResourceDefinition>('../resources/*/index.ts', { eager: true, import: 'default' }),
)

const definitionsOf = (names: readonly ListedResource[]): readonly ResourceDefinition[] =>
  names.flatMap((name) => DEFINITIONS.filter(({ spec }) => spec.name === name))

/** Resources of the console, in menu order. */
export const RESOURCE_DEFINITIONS = definitionsOf(CONSOLE_RESOURCES)

/** Resources with a generated list, including those that only appear on pages of others. */
export const LISTED_DEFINITIONS = definitionsOf(LISTED_RESOURCES)

/** Returns the list specification for a path; undefined if the list is not generated. */
export const generatedListAt = (pathname: string): AnySpec | undefined =>
  LISTED_DEFINITIONS.find(({ spec, handMade }) => !handMade.list && `/${spec.name}` === pathname)?.spec
