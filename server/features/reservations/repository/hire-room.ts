import { sql } from 'kysely'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Tx } from '../../../db/transaction'
import { SPACE_KINDS, aboardOf, spaceOf, type Aboard, type Places } from '../../../domain/availability/space'
import type { Context } from '../../../http/context'
import { refuseOverride } from '../../../http/overrides'
import { Refusal, invalid, pointerOf } from '../../../http/refusal'

interface Wish extends Pick<Reservation, 'passengers' | 'vehicle_id' | 'operated_by_partner_id'> {
  /** Null for a new one. */
  id: string | null
  hire: Hire
  /** It takes a vehicle of its type; a request does not yet. */
  isTaking: boolean
  /** Whether its start is said now. */
  isTimed: boolean
  /** Whoever asks means it, though it starts in the past or goes beyond the fleet. */
  isMeant: boolean
}

/** What a hire takes up: the people and luggage that were named, and what its passengers need. */
export function aboardOfHire(
  { passengers }: Pick<Reservation, 'passengers'>,
  { passengers: seats, luggage_units }: Hire,
): Aboard {
  return { ...aboardOf(passengers, []), seats, luggage_units }
}

interface TypeRow extends Places {
  code: string
  seats: number
  turnaround_min: number
}

/**
 * Refuses a hire that starts in the past, for which its vehicle type is too small, or for which no vehicle of the type is left.
 * @throws Refusal confirmation_required, forbidden, validation or sold_out
 */
export async function refuseHire(tx: Tx, wish: Wish, context: Context): Promise<void> {
  const { hire } = wish
  if (wish.isTimed && Date.parse(hire.starts_at) < context.now().getTime())
    refuseUnmeant(wish, 'hire_in_past', 'hire.starts_at', 'This hire starts in the past.', context)
  if (wish.operated_by_partner_id !== null) return
  // Held until the end: two who take the last vehicle of a type see each other.
  const { rows } = await sql<TypeRow>`
    select code, seats, turnaround_min, wheelchair_spaces, child_seats, luggage_units from vehicle_types
    where id = ${hire.vehicle_type_id} for no key update`.execute(tx)
  const type = rows[0]
  if (!type) return
  const issues = roomIssues(type, aboardOfHire(wish, hire))
  if (issues.length > 0) throw invalid(issues)
  if (!wish.isTaking || wish.vehicle_id !== null) return
  const { vehicles, known, taken } = await fleetDuring(tx, wish, type)
  // Of a type without any vehicle on record nobody can say how many there are.
  if (known === 0 || taken < vehicles) return
  const detail =
    vehicles === 0
      ? `No vehicle ${type.code} is in service with valid papers then.`
      : `All vehicles ${type.code} in service (${vehicles}) are taken at some time of this hire.`
  if (!wish.isMeant)
    throw new Refusal('sold_out', `${detail} Choose another type or time, or leave it as a request.`, {
      errors: [{ pointer: pointerOf('hire.vehicle_type_id'), code: 'sold_out', detail }],
    })
  refuseUnmeant(wish, 'overbook', 'hire.vehicle_type_id', detail, context)
}

function refuseUnmeant(
  { isMeant }: Wish,
  right: Parameters<typeof refuseOverride>[0],
  path: string,
  fact: string,
  context: Context,
): void {
  if (!isMeant)
    throw new Refusal('confirmation_required', `${fact} Choose another time, or confirm that you mean it.`, {
      errors: [{ pointer: pointerOf(path), code: 'unlikely', detail: fact }],
    })
  refuseOverride(right, context, `${fact} Your role may not do that. Ask a manager.`)
}

const FIELDS = {
  wheelchairs: ['passengers', 'wheelchair spaces'],
  child_seats: ['passengers', 'child seats'],
  luggage_units: ['hire.luggage_units', 'places for luggage'],
} as const

function roomIssues({ code, seats, ...places }: TypeRow, aboard: Aboard): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (aboard.seats > seats)
    issues.push({
      path: 'hire.passengers',
      message: `${code} has ${seats} seats and ${aboard.seats} travel: choose a larger type, or several hires.`,
    })
  const space = spaceOf(places)
  for (const kind of SPACE_KINDS)
    if (aboard[kind] > space[kind]) {
      const [path, name] = FIELDS[kind]
      const message = `${code} has ${space[kind]} ${name} and ${aboard[kind]} are needed: choose another type.`
      issues.push({ path, message })
    }
  return issues
}

interface Fleet {
  /** In service, with papers that are good to the end. */
  vehicles: number
  /** On record at all. */
  known: number
  /** Taken, or wanted by what has none yet, at the busiest time within the hire. */
  taken: number
}

/** How many vehicles of a type there are for a hire, and how many others need one meanwhile. */
async function fleetDuring(tx: Tx, { id, hire }: Wish, { turnaround_min }: TypeRow): Promise<Fleet> {
  const type = sql`${hire.vehicle_type_id}::uuid`
  const turn = sql`${turnaround_min} * interval '1 minute'`
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
    ), meanwhile as (
      select span from need
      where span && tstzrange(${hire.starts_at}::timestamptz, ${hire.ends_at}::timestamptz + ${turn})
    )
    select (select count(*) filter (where is_fit) from fleet)::int as vehicles, (select count(*) from fleet)::int as known,
      coalesce((select max(at_once) from (
        select (select count(*) from meanwhile o
          where o.span @> greatest(lower(m.span), ${hire.starts_at}::timestamptz)) as at_once
        from meanwhile m) counted), 0)::int as taken`.execute(tx)
  const [fleet] = rows
  if (!fleet) throw new Error('Counting the fleet gave no row.')
  return fleet
}
