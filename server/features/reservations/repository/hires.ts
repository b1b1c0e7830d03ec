import { sql } from 'kysely'
import type { HireTariff } from '../../../../contract/entities/hire-tariff'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Reader, Tx } from '../../../db/transaction'
import type { Places } from '../../../domain/availability/space'

interface Requirements {
  licenceCategories: string[]
  /** Time zone of the company. */
  timezone: string
}

/** Returns the licence categories that the vehicle of a hire, or else its type, requires of a driver. */
export async function requirementsOf(
  reader: Reader,
  vehicleId: string | null,
  vehicleTypeId: string,
): Promise<Requirements> {
  const { rows } = await sql<Requirements>`
    select t.required_licence_categories as "licenceCategories", c.timezone from company c
    left join vehicles v on v.id = ${vehicleId}
    join vehicle_types t on t.id = coalesce(v.vehicle_type_id, ${vehicleTypeId}::uuid)`.execute(reader)
  return rows[0] ?? { licenceCategories: [], timezone: 'UTC' }
}

export interface TypeRow extends Places {
  code: string
  seats: number
  turnaround_min: number
}

/** Locks a vehicle type until the transaction ends, so that two hires cannot take its last vehicle. */
export async function lockType(tx: Tx, id: string): Promise<TypeRow | undefined> {
  const { rows } = await sql<TypeRow>`
    select code, seats, turnaround_min, wheelchair_spaces, child_seats, luggage_units from vehicle_types
    where id = ${id} for no key update`.execute(tx)
  return rows[0]
}

interface Fleet {
  /** Vehicles in service with documents valid until the end of the hire. */
  vehicles: number
  /** Vehicles on record. */
  known: number
  /** Vehicles allocated, or required by hires without one, at the busiest time within the hire. */
  taken: number
}

/** Counts the vehicles of a type for a hire, and those that others need during it. */
export async function fleetDuring(
  tx: Tx,
  { id, hire }: { id: string | null; hire: Hire },
  turnaroundMin: number,
): Promise<Fleet> {
  const type = sql`${hire.vehicle_type_id}::uuid`
  const turn = sql`${turnaroundMin} * interval '1 minute'`
  const { rows } = await sql<Fleet>`
    with fleet as (
      select v.id, v.status = 'available' and coalesce(least(v.inspection_expires_on, v.insurance_expires_on)
        >= (${hire.ends_at}::timestamptz at time zone company.timezone)::date, true) as is_fit
      from vehicles v cross join company where v.vehicle_type_id = ${type} and v.status <> 'retired'
    ), need as (
      select tstzrange(a.busy_from, a.busy_to) as span from resource_allocations a join fleet f on f.id = a.resource_id
      where a.resource_kind = 'vehicle' and a.state <> 'released' and f.is_fit and a.source_id is distinct from ${id}::uuid
      union all
      select tstzrange(j.departs_at, j.arrives_at + greatest(j.delay_min, 0) * interval '1 minute' + ${turn})
      from journeys j where j.vehicle_type_id = ${type} and j.vehicle_id is null and j.operated_by_partner_id is null
        and j.service_status in ('scheduled', 'boarding')
        and j.departs_at < ${hire.ends_at}::timestamptz + ${turn}
        and j.departs_at > ${hire.starts_at}::timestamptz - interval '3 days'
      union all
      select tstzrange((r.hire->>'starts_at')::timestamptz, (r.hire->>'ends_at')::timestamptz + ${turn})
      from reservations r where r.kind = 'private_hire' and r.environment = 'live' and r.vehicle_id is null
        and r.operated_by_partner_id is null and r.status in ('confirmed', 'checked_in', 'boarded')
        and (r.hire->>'vehicle_type_id')::uuid = ${type} and r.id is distinct from ${id}::uuid
        and r.travel_at < ${hire.ends_at}::timestamptz + ${turn}
    ), other as (
      select span from need
      where span && tstzrange(${hire.starts_at}::timestamptz, ${hire.ends_at}::timestamptz + ${turn})
    )
    select (select count(*) filter (where is_fit) from fleet)::int as vehicles, (select count(*) from fleet)::int as known,
      coalesce((select max(at_once) from (
        select (select count(*) from other o
          where o.span @> greatest(lower(m.span), ${hire.starts_at}::timestamptz)) as at_once
        from other m) counted), 0)::int as taken`.execute(tx)
  const [fleet] = rows
  if (!fleet) throw new Error('Counting the fleet gave no row.')
  return fleet
}

/** Returns the tariffs of a vehicle type. */
export async function tariffsOf(tx: Tx, vehicleTypeId: string): Promise<HireTariff[]> {
  const { rows } = await sql<HireTariff>`
    select * from hire_tariffs where vehicle_type_id = ${vehicleTypeId}`.execute(tx)
  return rows
}

/** Returns the ids that belong to stations or vehicle types, in lower case. */
export async function knownOf(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from stations where id = any(${[...ids]}::uuid[])
    union all select id from vehicle_types where id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
