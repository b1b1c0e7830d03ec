import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction'
import { spaceOf, type Places } from '../../../domain/availability/space'
import type { PersonForJourney, VehicleForJourney } from '../../../domain/journeys/assignment'
import type { Driver } from '../../../domain/journeys/driving'

export type HireVehicle = VehicleForJourney & { turnaround_min: number }
export type HireDriver = PersonForJourney & Driver

/** What a vehicle has to be judged by before it is given to a hire. */
export async function findVehicle(tx: Tx, id: string): Promise<HireVehicle | undefined> {
  const { rows } = await sql<Omit<HireVehicle, 'space'> & Places>`
    select v.registration_plate, v.status, v.inspection_expires_on, v.insurance_expires_on,
      least(v.seats_override, t.seats) as seats, t.turnaround_min,
      t.wheelchair_spaces, t.child_seats, t.luggage_units
    from vehicles v join vehicle_types t on t.id = v.vehicle_type_id where v.id = ${id}`.execute(tx)
  const [vehicle] = rows
  return vehicle && { ...vehicle, space: spaceOf(vehicle) }
}

/** The same of a driver. */
export async function findDriver(tx: Tx, id: string): Promise<HireDriver | undefined> {
  const { rows } = await sql<HireDriver>`
    select first_name, last_name, status, roles, licence_categories, licence_expires_on, medical_expires_on,
      max_daily_drive_min, min_rest_min
    from staff where id = ${id}`.execute(tx)
  return rows[0]
}

interface Needs {
  licenceCategories: string[]
  /** The company's. */
  timezone: string
}

/** What the vehicle of a hire, or else its type, asks of who drives it. */
export async function needsOf(tx: Tx, vehicleId: string | null, vehicleTypeId: string): Promise<Needs> {
  const { rows } = await sql<Needs>`
    select t.required_licence_categories as "licenceCategories", c.timezone from company c
    left join vehicles v on v.id = ${vehicleId}
    join vehicle_types t on t.id = coalesce(v.vehicle_type_id, ${vehicleTypeId}::uuid)`.execute(tx)
  return rows[0] ?? { licenceCategories: [], timezone: 'UTC' }
}
