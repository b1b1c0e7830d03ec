import type { z } from 'zod'
import type { DispatchPlan, PlannedJourney, suggestPlan } from '../../../contract/operations/dispatch-plan'
import { PLAN_MAX_JOURNEYS } from '../../../contract/core/limits/dispatch'
import { sentence } from '../../../contract/core/sentence'
import type { Reader } from '../../db/transaction'
import { fewestChains } from '../../domain/planning/chains'
import { planDrivers, type DriverPlan } from '../../domain/planning/drivers'
import { fleetFor, kindsFor } from '../../domain/planning/fleet'
import { emptyKm, emptyRuns } from '../../domain/planning/jobs'
import { planVehicles, type VehiclePlan } from '../../domain/planning/vehicles'
import { mostAtOnce } from '../../domain/timetable/most-at-once'
import { invalidAt } from '../../http/refusal'
import { runInTurns } from '../../kernel/slices'
import { readDrivers, readJobs, readPlaces, readVehicles, readVehicleTypes } from './repository/planning'

type SuggestRequest = z.output<NonNullable<typeof suggestPlan.body>>

const NO_VEHICLES: VehiclePlan = { assigned: new Map(), left: new Map() }
const NO_DRIVERS: DriverPlan = { assigned: new Map(), left: new Map() }

/** Plans a vehicle and a driver for each journey of a span that lacks one. Writes nothing. @throws Refusal for too many */
export async function suggest(reader: Reader, request: SuggestRequest): Promise<DispatchPlan> {
  const jobs = await readJobs(reader, request)
  if (jobs.length > PLAN_MAX_JOURNEYS)
    throw invalidAt(
      'to',
      sentence`More than ${PLAN_MAX_JOURNEYS} journeys match: choose a shorter period or one station.`,
    )
  const vehicles = await readVehicles(reader, request)
  const drivers = request.drivers ? await readDrivers(reader, request) : []
  const types = await readVehicleTypes(reader)
  const places = await readPlaces(reader)
  const run = emptyRuns(places, request.empty_runs)

  const since = Date.parse(request.from)
  const byVehicle = request.vehicles ? await runInTurns(planVehicles(jobs, vehicles, run, since)) : NO_VEHICLES
  const vehicleById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const vehicleOf = (job: { id: string; vehicleId: string | null }) => byVehicle.assigned.get(job.id) ?? job.vehicleId
  const needs = jobs.map((job) => {
    const plannedVehicleId = vehicleOf(job)
    const vehicle = plannedVehicleId === null ? undefined : vehicleById.get(plannedVehicleId)
    return {
      ...job,
      plannedVehicleId,
      licenceCategories: vehicle?.licenceCategories ?? types.get(job.vehicleTypeId)?.licenceCategories ?? [],
    }
  })
  const byDriver = request.drivers ? await runInTurns(planDrivers(needs, drivers)) : NO_DRIVERS
  const driverById = new Map(drivers.map((driver) => [driver.id, driver]))

  const journeys = jobs.flatMap((job): PlannedJourney[] => {
    const vehicle = vehicleById.get(byVehicle.assigned.get(job.id) ?? '')
    const driver = driverById.get(byDriver.assigned.get(job.id) ?? '')
    const no_vehicle = byVehicle.left.get(job.id) ?? null
    const no_driver = byDriver.left.get(job.id) ?? null
    if (!vehicle && !driver && no_vehicle === null && no_driver === null) return []
    return [
      {
        journey_id: job.id,
        version: job.version,
        label: job.label,
        starts_at: job.departs_at,
        timezone: job.timezone,
        vehicle: vehicle ? { id: vehicle.id, label: vehicle.label } : null,
        driver: driver ? { id: driver.id, label: driver.label } : null,
        no_vehicle,
        no_driver,
      },
    ]
  })
  const kinds = await runInTurns(kindsFor(jobs, vehicles, types))
  const chains = await runInTurns(fewestChains(jobs, kinds, run))
  const fleet = await runInTurns(fleetFor(chains, kinds))
  return {
    journeys,
    journeys_in_all: jobs.length,
    vehicles_used: new Set(jobs.map(vehicleOf).filter((id) => id !== null)).size,
    vehicles_needed: chains.length,
    fleet_needed: [...fleet].map(([id, count]) => ({ id, label: types.get(id)?.label ?? '', count })),
    empty_km: emptyKm(
      jobs.map((job) => ({ ...job, vehicleId: vehicleOf(job) })),
      places,
    ),
    most_at_once: mostAtOnce(jobs),
  }
}
