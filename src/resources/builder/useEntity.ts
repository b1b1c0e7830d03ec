import type { AnyEntity } from '../../../contract/entity'
import { arrival, type Arrival } from '../../providers/arrival'
import { useArrival } from '../../providers/useArrival'
import type { AnySpec } from './resource'

const entities = new Map<string, Arrival<AnyEntity>>()

/** @returns the contract's schema of a resource, once it is there; throws where it cannot be fetched */
export function useEntity({ name, entity }: AnySpec): AnyEntity | undefined {
  const known = entities.get(name) ?? arrival(entity)
  entities.set(name, known)
  return useArrival(known)
}
