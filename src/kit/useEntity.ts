import type { AnyEntity } from '../../contract/core/entity'
import { lazyModule, type LazyModule } from '../providers/lazyModule'
import { useLazyModule } from '../providers/useLazyModule'
import type { AnySpec } from './resource'

const entities = new Map<string, LazyModule<AnyEntity>>()

/** @returns the contract's schema of a resource, once it is there; throws where it cannot be fetched */
export function useEntity({ name, entity }: AnySpec): AnyEntity | undefined {
  const known = entities.get(name) ?? lazyModule(entity)
  entities.set(name, known)
  return useLazyModule(known)
}
