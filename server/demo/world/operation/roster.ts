import { MINUTE_MS, HOUR_MS } from '../clock'
import { typeOf } from '../fleet/vehicle-types'
import type { Vehicle } from '../fleet/vehicles'
import type { Driver } from '../people/staff'
import type { Run } from './timetable'

/** Vehicle and driver of a journey; null where none was free. */
export interface Duty {
  vehicle: Vehicle | null
  driver: Driver | null
}

/** Time in which a vehicle or a person is away, milliseconds since 1970; `to` is Infinity for an open end. */
export interface Away {
  from: number
  to: number
}

export interface Resources {
  vehicles: readonly Vehicle[]
  drivers: readonly Driver[]
  /** By the id of the vehicle or the person. */
  away: ReadonlyMap<string, readonly Away[]>
}

const DAILY_DRIVE_MIN = 540
const REST_MS = 11 * HOUR_MS
const LONGEST_DUTY_MS = 13 * HOUR_MS
const WORKING_DAYS = 5
/** Time for an empty vehicle to any other location. */
const EMPTY_MOVE_MS = 100 * MINUTE_MS
/** Drivers are assigned two weeks ahead, vehicles for the whole timetable. */
const DRIVERS_PLANNED_DAYS = 14

interface VehicleState {
  vehicle: Vehicle
  place: string
  freeAt: number
  lastDriver: DriverState | null
}

interface DriverState {
  driver: Driver
  place: string
  freeAt: number
  day: string
  dutyFrom: number
  drivenMin: number
  /** Sum over all days, to share the work out. */
  totalMin: number
}

/** Assigns a vehicle and a driver to every journey, in the order of departure; none is ever in two places. */
export function roster(runs: readonly Run[], resources: Resources): Map<string, Duty> {
  const vehicles = resources.vehicles
    .filter((vehicle) => vehicle.isUsable)
    .map((vehicle): VehicleState => ({ vehicle, place: vehicle.home, freeAt: 0, lastDriver: null }))
  const drivers = resources.drivers
    .filter((driver) => driver.isActive)
    .map((driver): DriverState => ({ driver, place: '', freeAt: 0, day: '', dutyFrom: 0, drivenMin: 0, totalMin: 0 }))
  const duties = new Map<string, Duty>()
  for (const run of runs) {
    const vehicle = vehicleFor(run, vehicles, resources.away)
    const driver =
      run.offset < DRIVERS_PLANNED_DAYS ? driverFor(run, drivers, vehicle?.lastDriver ?? null, resources.away) : null
    duties.set(run.id, { vehicle: vehicle?.vehicle ?? null, driver: driver?.driver ?? null })
    if (vehicle) Object.assign(vehicle, { place: endOf(run), freeAt: vehicleFreeAt(run), lastDriver: driver })
    if (driver) sendOff(driver, run)
  }
  return duties
}

const startOf = (run: Run) => run.line.stops[0]?.station ?? ''
const endOf = (run: Run) => run.line.stops.at(-1)?.station ?? ''

/** Returns when the crew of a journey is free again: people at once, a vehicle after its turnaround. */
const personFreeAt = (run: Run) => run.arrives + run.lateMin * MINUTE_MS
const vehicleFreeAt = (run: Run) => personFreeAt(run) + typeOf(run.line.vehicleType).turnaround_min * MINUTE_MS

const isAway = (away: Resources['away'], id: string, from: number, to: number) =>
  (away.get(id) ?? []).some((time) => time.from < to && from < time.to)

/** Returns the vehicle at the stop that arrived last; otherwise one with enough time to come empty. */
function vehicleFor(run: Run, vehicles: readonly VehicleState[], away: Resources['away']): VehicleState | null {
  const free = vehicles
    .filter(
      ({ vehicle, freeAt }) =>
        vehicle.type === run.line.vehicleType &&
        freeAt <= run.departs &&
        // The day after counts: a journey may arrive past midnight.
        vehicle.inspectionUntil > run.day &&
        vehicle.insuranceUntil > run.day &&
        !isAway(away, vehicle.id, run.departs, vehicleFreeAt(run)),
    )
    .toSorted((a, b) => b.freeAt - a.freeAt || (a.vehicle.fleetCode < b.vehicle.fleetCode ? -1 : 1))
  return (
    free.find(({ place }) => place === startOf(run)) ??
    free.findLast(({ freeAt }) => freeAt + EMPTY_MOVE_MS <= run.departs) ??
    null
  )
}

/** Returns the driver of the vehicle, else one at the stop, else one who starts the day, else one with a day off. */
function driverFor(
  run: Run,
  drivers: readonly DriverState[],
  came: DriverState | null,
  away: Resources['away'],
): DriverState | null {
  const able = drivers.filter((state) => canDrive(state, run, away))
  const going = able.filter((state) => state.day === run.day && state.place === startOf(run))
  if (came && going.includes(came)) return came
  const waiting = going.toSorted((a, b) => b.freeAt - a.freeAt)[0]
  if (waiting) return waiting
  const rested = able
    .filter((state) => state.day !== run.day && state.freeAt + REST_MS <= run.departs)
    .toSorted((a, b) => a.totalMin - b.totalMin || a.driver.number - b.driver.number)
  return rested.find((state) => worksOn(state.driver, run)) ?? rested[0] ?? null
}

const drivingMin = (run: Run) => (run.arrives - run.departs) / MINUTE_MS

function canDrive({ driver, ...state }: DriverState, run: Run, away: Resources['away']): boolean {
  const needed = typeOf(run.line.vehicleType).required_licence_categories
  const isGoing = state.day === run.day
  return (
    state.freeAt <= run.departs &&
    driver.licences.some((licence) => needed.includes(licence)) &&
    // As for a vehicle, the day after counts.
    driver.licenceUntil > run.day &&
    driver.medicalUntil > run.day &&
    !isAway(away, driver.id, run.departs, personFreeAt(run)) &&
    (!isGoing || state.drivenMin + drivingMin(run) <= DAILY_DRIVE_MIN) &&
    (!isGoing || personFreeAt(run) - state.dutyFrom <= LONGEST_DUTY_MS)
  )
}

const worksOn = (driver: Driver, run: Run) => (driver.number + run.offset + 70) % 7 < WORKING_DAYS

function sendOff(state: DriverState, run: Run): void {
  if (state.day !== run.day) Object.assign(state, { day: run.day, dutyFrom: run.departs, drivenMin: 0 })
  state.place = endOf(run)
  state.freeAt = personFreeAt(run)
  state.drivenMin += drivingMin(run)
  state.totalMin += drivingMin(run)
}
