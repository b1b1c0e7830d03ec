import { fits, type PlanJob, type VehicleKind } from './jobs'

/**
 * Kinds of vehicles that a plan can count on: those of the fleet, and where none of them may run a job, the type that is
 * planned for it. A company without vehicles so learns how many it would need.
 */
export function kindsFor(
  jobs: readonly PlanJob[],
  fleet: readonly VehicleKind[],
  types: ReadonlyMap<string, VehicleKind>,
): VehicleKind[] {
  const wanting = jobs.filter((job) => !fleet.some((kind) => fits(kind, job)))
  const planned = [...new Set(wanting.map((job) => job.vehicleTypeId))].map((id) => types.get(id))
  return [...fleet, ...planned.filter((kind) => kind !== undefined)]
}

/**
 * How many vehicles of which type can run chains of jobs, by vehicle type. A chain goes to the type that is planned for
 * its first job, else to the smallest that may run all of it; one that no type may run whole is counted in parts. Jobs
 * that no kind may run are left out.
 */
export function fleetFor(chains: readonly PlanJob[][], kinds: readonly VehicleKind[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const chain of chains)
    for (const { vehicleTypeId } of partsOf(chain, kinds))
      counts.set(vehicleTypeId, (counts.get(vehicleTypeId) ?? 0) + 1)
  return counts
}

/** A kind for each part of a chain that one vehicle can run. */
function partsOf(chain: readonly PlanJob[], kinds: readonly VehicleKind[]): VehicleKind[] {
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
  }
  close()
  return parts
}

const smallest = (kinds: readonly VehicleKind[]) => kinds.toSorted((a, b) => a.seats - b.seats)[0]
