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

const listAt = (pathname: string) => LISTED_DEFINITIONS.find(({ spec }) => `/${spec.name}` === pathname)

/** Returns the resource whose list is at a path. */
export const listedAt = (pathname: string): AnySpec | undefined => listAt(pathname)?.spec

/** Returns the resource whose list is at a path, unless the list is written by hand, which may need whole records. */
export function generatedListAt(pathname: string): AnySpec | undefined {
  const list = listAt(pathname)
  return list?.handMade.list ? undefined : list?.spec
}
