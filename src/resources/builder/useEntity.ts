import { use } from 'react'
import type { AnyEntity } from '../../../contract/entity'
import type { AnySpec } from './resource'

const loading = new Map<string, Promise<AnyEntity>>()

/** The contract's schema of a resource; suspends until it is there. Loaded once, and again after a failure. */
export function useEntity(spec: AnySpec): AnyEntity {
  let promise = loading.get(spec.name)
  if (!promise) {
    promise = spec.entity()
    promise.catch(() => loading.delete(spec.name))
    loading.set(spec.name, promise)
  }
  return use(promise)
}
