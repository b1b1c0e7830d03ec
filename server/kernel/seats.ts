import { sql } from 'kysely'
import { recordEvent, signalAfterCommit } from '../db/after-commit'
import { writeParts, type Parts } from '../db/parts'
import type { Tx } from '../db/transaction'
import { unplanned } from '../db/unplanned'

/*
 * The seat counters of journeys, and the one order in which they are locked: reservations, then journeys by id, then their
 * legs by number, then the account that the sale is charged to (`credit.ts`). Every change of a counter uses this file.
 */

/** Difference for the counters of a journey on the legs between two of its calls. */
export interface Change {
  journey_id: string
  board_seq: number
  alight_seq: number
  /** Seats. */
  held: number
  confirmed: number
  wheelchairs: number
  child_seats: number
  luggage_units: number
}

/**
 * Returns parts of a statement that lock the counters of journeys until the transaction ends. `journey` and `leg` are
 * re-read after locking; all else in that statement is read as of its start.
 * @param heldUntil locks nothing if a hold on one of the journeys has expired at this instant
 */
export function lockedSeats(journeyIds: readonly string[], heldUntil: Date | null = null) {
  // Journeys before legs: their peak load is written with the legs, and a cancellation must not miss a booking.
  const ids = sql`any(${unplanned([...journeyIds], 'uuid[]')})`
  const now = unplanned(heldUntil?.toISOString() ?? null, 'timestamptz')
  return sql`
    overdue as materialized (
      select id from reservations where status = 'on_hold' and hold_expires_at <= ${now}
    ),
    journey as materialized (
      select * from journeys where id = ${ids} and not exists (
        select 1 from overdue join reservation_legs l on l.reservation_id = overdue.id where l.journey_id = ${ids})
      order by id for no key update
    ),
    leg as materialized (
      select l.* from journey join journey_legs l on l.journey_id = journey.id and l.journey_id = ${ids}
      order by l.journey_id, l.leg_seq for update of l
    )`
}

/** Locks the counters of journeys until the transaction ends. */
export async function lockSeats(tx: Tx, journeyIds: readonly string[]): Promise<void> {
  if (journeyIds.length > 0) await sql`with ${lockedSeats(journeyIds)} select count(*) from leg`.execute(tx)
}

const COUNTED = ['held', 'confirmed', 'wheelchairs', 'child_seats', 'luggage_units'] as const

/** Returns whether a change affects a counter. */
export const isReal = (change: Change): boolean => COUNTED.some((counter) => change[counter] !== 0)

/**
 * Changes the counters and peak loads of journeys with locked seats. On a leg that is sold above its current capacity,
 * released seats do not go on sale again.
 */
export async function changeSeats(tx: Tx, changes: readonly Change[]): Promise<void> {
  await writeParts(tx, seatsChanged(tx, changes))
}

/** Returns the same change as parts of a statement, so that it is written together with its cause. */
export function seatsChanged(tx: Tx, changes: readonly Change[]): Parts {
  const real = changes.filter(isReal)
  if (real.length === 0) return {}
  const journeyIds = [...new Set(real.map((change) => change.journey_id))]
  const column = (name: keyof Change) =>
    unplanned(
      real.map((change) => change[name]),
      name === 'journey_id' ? 'uuid[]' : 'int[]',
    )
  const ids = unplanned(journeyIds, 'uuid[]')
  publishSeats(tx, journeyIds)
  return {
    seats_change: sql`
      select l.journey_id, l.leg_seq, sum(c.held)::int as held, sum(c.confirmed)::int as confirmed,
        sum(c.wheelchairs)::int as wheelchairs, sum(c.child_seats)::int as child_seats,
        sum(c.luggage_units)::int as luggage_units
      from unnest(${column('journey_id')}, ${column('board_seq')}, ${column('alight_seq')}, ${column('held')},
        ${column('confirmed')}, ${column('wheelchairs')}, ${column('child_seats')}, ${column('luggage_units')}
      ) as c(journey_id, board_seq, alight_seq, held, confirmed, wheelchairs, child_seats, luggage_units)
      join journey_legs l on l.journey_id = c.journey_id and l.leg_seq >= c.board_seq and l.leg_seq < c.alight_seq
      group by l.journey_id, l.leg_seq`,
    changed_legs: sql`
      update journey_legs l set held = l.held + c.held, confirmed = l.confirmed + c.confirmed,
        wheelchairs = l.wheelchairs + c.wheelchairs, child_seats = l.child_seats + c.child_seats,
        luggage_units = l.luggage_units + c.luggage_units,
        capacity = greatest(least(j.capacity_limit, j.seats), least(l.capacity,
          l.confirmed + c.confirmed + l.held + c.held - l.overbooking_allowance))
      from seats_change c join journeys j on j.id = c.journey_id
      where l.journey_id = c.journey_id and l.leg_seq = c.leg_seq
      returning l.journey_id, l.leg_seq, l.confirmed + l.held as load, l.wheelchairs, l.child_seats, l.luggage_units`,
    // Parts do not see each other's changes, so the load of changed legs comes from what `changed_legs` returns.
    changed_journeys: sql`
      update journeys j set peak_load = now.load, peak_wheelchairs = now.wheelchairs,
        peak_child_seats = now.child_seats, peak_luggage_units = now.luggage_units,
        capacity = greatest(least(j.capacity_limit, j.seats), now.load - j.overbooking_allowance)
      from (
        select journey_id, max(load) as load, max(wheelchairs) as wheelchairs, max(child_seats) as child_seats,
          max(luggage_units) as luggage_units
        from (
          select journey_id, load, wheelchairs, child_seats, luggage_units from changed_legs
          union all
          select l.journey_id, l.confirmed + l.held, l.wheelchairs, l.child_seats, l.luggage_units from journey_legs l
          where l.journey_id = any(${ids}) and not exists (
            select 1 from changed_legs c where c.journey_id = l.journey_id and c.leg_seq = l.leg_seq)
        ) legs group by journey_id
      ) now
      where j.id = now.journey_id and j.id = any(${ids})`,
  }
}

/** Signals changed seats, because a sale changes neither the version nor the history of the journey. */
function publishSeats(tx: Tx, journeyIds: readonly string[]): void {
  for (const id of journeyIds) {
    signalAfterCommit(tx, { kind: 'change', resource: 'journeys', id, version: null, change: 'updated', by: null })
    recordEvent(tx, {
      actor: null,
      entry: { action: 'journeys.seats_changed', entity: { type: 'journeys', id, label: '' } },
      audience: { staff: false, passengers: false },
    })
  }
}

/** Copies capacity and overbooking allowance of a journey to its legs; together they cover at least the seats sold. */
export async function passCapacityOn(tx: Tx, journeyId: string): Promise<void> {
  await sql`
    update journey_legs l set overbooking_allowance = j.overbooking_allowance, capacity = ${CAPACITY_OF_LEG}
    from journeys j where j.id = l.journey_id and j.id = ${journeyId}
      and (l.capacity <> ${CAPACITY_OF_LEG} or l.overbooking_allowance <> j.overbooking_allowance)`.execute(tx)
}

/** Capacity of the leg `l` of the journey `j`. */
const CAPACITY_OF_LEG = sql`greatest(least(j.capacity_limit, j.seats), l.confirmed + l.held - j.overbooking_allowance)`

/** Journey with more seats or spaces sold than its vehicle now has. */
export interface ShortJourney {
  id: string
  code: string
  /** Seats for sale before and after. */
  before: number
  after: number
}

/**
 * Updates seats and spaces of future journeys from their vehicle, or from their planned vehicle type if they have none.
 * `source` selects the journeys by vehicle or by vehicle type. Journeys of another operating company stay unchanged.
 * @returns journeys with more sold than there is now
 */
export async function deriveSeats(
  tx: Tx,
  source: { vehicleIds: readonly string[] } | { vehicleTypeId: string },
  now: Date,
): Promise<ShortJourney[]> {
  const ofSource =
    'vehicleIds' in source
      ? sql`j.vehicle_id = any(${[...source.vehicleIds]}::uuid[])`
      : sql`(j.vehicle_id in (select id from vehicles where vehicle_type_id = ${source.vehicleTypeId})
          or (j.vehicle_id is null and j.vehicle_type_id = ${source.vehicleTypeId}))`
  const { rows: ahead } = await sql<{ id: string }>`
    select j.id from journeys j
    where ${ofSource} and j.operated_by_partner_id is null and j.arrives_at > ${now.toISOString()}
      and j.service_status not in ('completed', 'cancelled')`.execute(tx)
  const ids = ahead.map(({ id }) => id)
  await lockSeats(tx, ids)
  const { rows } = await sql<ShortJourney & { is_short: boolean }>`
    update journeys j set seats = n.seats, wheelchair_spaces = n.wheelchair_spaces, child_seats = n.child_seats,
      luggage_units = n.luggage_units,
      capacity = greatest(least(j.capacity_limit, n.seats), j.peak_load - j.overbooking_allowance)
    from (
      select j.id, j.capacity, least(v.seats_override, t.seats) as seats, t.wheelchair_spaces, t.child_seats, t.luggage_units
      from journeys j left join vehicles v on v.id = j.vehicle_id
      join vehicle_types t on t.id = coalesce(v.vehicle_type_id, j.vehicle_type_id)
      where j.id = any(${ids}::uuid[])
    ) n
    where n.id = j.id and (j.seats, j.wheelchair_spaces, j.child_seats, j.luggage_units)
      is distinct from (n.seats, n.wheelchair_spaces, n.child_seats, n.luggage_units)
    returning j.id, j.code, n.capacity as before, j.capacity as after, j.peak_load > j.seats
      or j.peak_wheelchairs > j.wheelchair_spaces or j.peak_child_seats > j.child_seats
      or j.peak_luggage_units > j.luggage_units as is_short`.execute(tx)
  const changed = rows.map(({ id }) => id)
  await sql`
    update journey_legs l set capacity = ${CAPACITY_OF_LEG} from journeys j
    where j.id = l.journey_id and j.id = any(${changed}::uuid[]) and l.capacity <> ${CAPACITY_OF_LEG}`.execute(tx)
  publishSeats(tx, changed)
  return rows.filter(({ is_short }) => is_short).map(({ is_short: _, ...journey }) => journey)
}
