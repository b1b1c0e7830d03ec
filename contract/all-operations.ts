import { hasFacets } from './core/facets'
import { resourceOperations, type Operation, type ResourceOperations } from './core/operations'
import { READ_ONLY_RESOURCES, RESOURCES } from './core/vocabulary'
import { ENTITIES, type Entities } from './entities'
import * as staff from './operations'
import * as partner from './partner'

const MODULES = [...Object.values(staff), ...Object.values(partner)]

/** Every exported operation of these files is part of the API, in addition to those that each resource has. */
const isOperation = (exported: unknown): exported is Operation =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported

/** All operations of the API. The server serves exactly these, and the documentation describes exactly these. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...RESOURCES.flatMap((resource) => {
    const { list, facets, get, create, replace, update, remove } = resourceOperations(ENTITIES[resource])
    const reads = hasFacets(ENTITIES[resource]) ? [list, facets, get] : [list, get]
    return READ_ONLY_RESOURCES.includes(resource) ? reads : [...reads, create, replace, update, remove]
  }),
  ...MODULES.flatMap((module) => Object.values<unknown>(module).filter(isOperation)),
]

type AnyOf<T> = T[keyof T]
type ExportOf<M> = M extends unknown ? AnyOf<M> : never
type Known =
  | Extract<ExportOf<(typeof MODULES)[number]>, Operation>
  | AnyOf<{ [R in keyof Entities]: AnyOf<ResourceOperations<Entities[R]>> }>

/** Type of each operation by method and path: `GET /stations/:id`. */
export type Operations = { [O in Known as `${O['method']} ${O['path']}`]: O }
export type Address = keyof Operations
