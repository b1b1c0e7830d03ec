import { sql } from 'kysely'
import type { Journey } from '../../../../contract/entities/journey'
import type { Reader, Tx } from '../../../db/transaction'
import type { Aboard, Places } from '../../../domain/availability/space'
import { busyUntil } from '../../../domain/journeys/calls'
import type { JobToFill } from '../../../kernel/suggestions'

/** Returns the requirements of a journey, used to suggest vehicles and drivers. */
export async function findJob(reader: Reader, id: string): Promise<JobToFill | undefined> {
  const { rows } = await sql<Omit<JobToFill, 'to' | 'aboard'> & Aboard & { arrives_at: string; delay_min: number }>`
    select j.departs_at as from, j.arrives_at, j.delay_min, j.origin_station_id as "stationId", j.peak_load as seats,
      j.peak_wheelchairs as wheelchairs, j.peak_child_seats as child_seats, j.peak_luggage_units as luggage_units,
      j.vehicle_type_id as "vehicleTypeId", least(j.capacity, j.seats) as capacity, j.timezone,
      t.required_licence_categories as "licenceCategories"
    from journeys j left join vehicles v on v.id = j.vehicle_id
    join vehicle_types t on t.id = coalesce(v.vehicle_type_id, j.vehicle_type_id)
    where j.id = ${id}`.execute(reader)
  const [journey] = rows
  if (!journey) return undefined
  const { arrives_at, delay_min, seats, wheelchairs, child_seats, luggage_units, ...job } = journey
  return { ...job, aboard: { seats, wheelchairs, child_seats, luggage_units }, to: busyUntil(arrives_at, delay_min, 0) }
}

export interface TypeRow extends Places {
  seats: number
  licence_categories: string[]
}

/** Returns a vehicle type and locks it for share: the capacity of a journey depends on it. */
export async function holdType(tx: Tx, id: string): Promise<TypeRow | undefined> {
  const { rows } = await sql<TypeRow>`
    select seats, wheelchair_spaces, child_seats, luggage_units, required_licence_categories as licence_categories
    from vehicle_types where id = ${id} for share`.execute(tx)
  return rows[0]
}

export interface Busy extends Pick<
  Journey,
  'vehicle_type_id' | 'vehicle_id' | 'driver_id' | 'co_driver_id' | 'departs_at' | 'arrives_at' | 'delay_min'
> {
  turnaround_min: number
}

/** Returns the vehicle and staff of a stored journey, and the time that they are allocated for. */
export async function busyOf(tx: Reader, id: string): Promise<Busy> {
  const { rows } = await sql<Busy>`
    select j.vehicle_type_id, j.vehicle_id, j.driver_id, j.co_driver_id, j.departs_at, j.arrives_at, j.delay_min,
      coalesce(t.turnaround_min, 0) as turnaround_min
    from journeys j left join vehicles v on v.id = j.vehicle_id left join vehicle_types t on t.id = v.vehicle_type_id
    where j.id = ${id}`.execute(tx)
  const [journey] = rows
  if (!journey) throw new Error(`Journey ${id} is not stored.`)
  return journey
}
