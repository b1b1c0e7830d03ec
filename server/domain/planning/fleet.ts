import { fits, type PlanJob, type VehicleKind } from './jobs'
import type { Steps } from './steps'

/**
 * Returns the kinds of vehicles for a plan: those of the fleet, and the planned type of each job that none of them can
 * run. This shows a company without vehicles how many it needs.
 */
export function* kindsFor(
  jobs: readonly PlanJob[],
  fleet: readonly VehicleKind[],
  types: ReadonlyMap<string, VehicleKind>,
): Steps<VehicleKind[]> {
  const wanting: PlanJob[] = []
  for (const job of jobs) {
    if (!fleet.some((kind) => fits(kind, job))) wanting.push(job)
    yield
  }
  const planned = [...new Set(wanting.map((job) => job.vehicleTypeId))].map((id) => types.get(id))
  return [...fleet, ...planned.filter((kind) => kind !== undefined)]
}

/**
 * Returns the number of vehicles that chains of jobs need, by vehicle type. A chain gets the planned type of its first job,
 * else the smallest that can run all of it. A chain that no type can run as a whole is counted in parts. Jobs that no type
 * can run are omitted.
 */
export function* fleetFor(chains: readonly PlanJob[][], kinds: readonly VehicleKind[]): Steps<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const chain of chains)
    for (const { vehicleTypeId } of yield* partsOf(chain, kinds))
      counts.set(vehicleTypeId, (counts.get(vehicleTypeId) ?? 0) + 1)
  return counts
}

/** A kind for each part of a chain that one vehicle can run. */
function* partsOf(chain: readonly PlanJob[], kinds: readonly VehicleKind[]): Steps<VehicleKind[]> {
  const parts: VehicleKind[] = []
  let first: PlanJob | undefined
  let able: VehicleKind[] = []
  const close = () => {
    const chosen = able.find(({ vehicleTypeId }) => vehicleTypeId === first?.vehicleTypeId) ?? smallest(able)
    if (chosen) parts.push(chosen)
  }
  for (const job of chain) {
    const still = able.filter((kind) => fits(kind, job))
    if (still.length === 0) {
      close()
      first = job
    }
    able = still.length === 0 ? kinds.filter((kind) => fits(kind, job)) : still
    yield
  }
  close()
  return parts
}

const smallest = (kinds: readonly VehicleKind[]) => kinds.toSorted((a, b) => a.seats - b.seats)[0]
