import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { RESERVATION_REFERENCE_CHARS } from '../../../../contract/core/limits/sales'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { NewParts } from '../../../crud/store-options'
import type { Parts } from '../../../db/parts'
import type { Tx } from '../../../db/transaction'
import { referenceOf } from '../../../domain/reservations/reference'
import {
  ACTIVE,
  SEATED,
  passengerStatus,
  type PassengerStatus,
  type ReservationStatus,
} from '../../../domain/reservations/status'

/** SQL for the legs and passengers of the reservation `t`, in their order. */
export const PARTS = {
  legs: `select coalesce(json_agg(json_build_object(
      'journey_id', l.journey_id, 'board_seq', l.board_seq, 'alight_seq', l.alight_seq,
      'direction', l.direction) order by l.position), '[]')
    from reservation_legs l where l.reservation_id = t.id`,
  passengers: `select coalesce(json_agg(json_build_object(
      'category', p.category, 'name', p.name, 'needs', p.needs) order by p.position), '[]')
    from reservation_passengers p where p.reservation_id = t.id`,
  passenger_statuses: `select coalesce(json_agg(p.status order by p.position), '[]')
    from reservation_passengers p where p.reservation_id = t.id`,
}

/** SQL condition: reservation `t` has a leg on one of these journeys. */
export const travelsOn = (journeyIds: string | string[]) => sql<boolean>`t.id in (
  select l.reservation_id from reservation_legs l where l.journey_id = any(${[journeyIds].flat()}::uuid[]))`

/** Draws a reference at random. The transaction is retried in the rare case that it exists. */
export const drawReference = (): string => referenceOf(randomBytes(RESERVATION_REFERENCE_CHARS))

interface NewTrip {
  legs: readonly ReservationLeg[]
  passengers: readonly ReservationPassenger[]
  status: ReservationStatus
}

/** Returns the parts of a statement that insert the legs and passengers of a new reservation. */
export function newParts(id: string, { legs, passengers, status }: NewTrip): NewParts {
  const rows = passengers.map((passenger, index) => ({
    ...passenger,
    id: uuidv7(),
    position: index + 1,
    ticket_code: SEATED.includes(status) ? ticketCode() : null,
    status: passengerStatus(status),
  }))
  const elsewhere: Record<keyof typeof PARTS, unknown> = {
    legs: legs.map((leg) => ({ ...leg, journey_id: leg.journey_id.toLowerCase() })),
    passengers,
    passenger_statuses: rows.map((row) => row.status),
  }
  return {
    parts: {
      // The same text for any number of passengers lets PostgreSQL reuse its plan.
      new_passengers: sql`
        insert into reservation_passengers (id, reservation_id, position, category, name, needs, ticket_code, status)
        select passenger.id, ${id}::uuid, position, category, name, needs, ticket_code, status
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as passenger(id uuid, position int, category text,
          name text, needs text[], ticket_code text, status text)`,
      ...(legs.length > 0 && {
        new_legs: sql`
          insert into reservation_legs (reservation_id, position, journey_id, board_seq, alight_seq, direction)
          select ${id}::uuid, position, journey_id, board_seq, alight_seq, direction
          from jsonb_to_recordset(${JSON.stringify(numbered(legs))}::jsonb) as leg(position int, journey_id uuid,
            board_seq int, alight_seq int, direction text)`,
      }),
    },
    elsewhere,
  }
}

const numbered = (legs: readonly ReservationLeg[]) => legs.map((leg, index) => ({ ...leg, position: index + 1 }))

/**
 * Returns the parts of a statement that set the status of the travelling passengers to that of their reservation. Tickets are
 * created with the confirmation.
 */
export function passengersChanged(
  { id, passengers }: { id: string; passengers: readonly unknown[] },
  status: ReservationStatus,
): Parts {
  // No-shows keep their status.
  if (status === 'completed') return {}
  const tickets = status === 'confirmed' ? passengers.map(ticketCode) : []
  return {
    changed_passengers: sql`
      update reservation_passengers set status = ${passengerStatus(status)},
        ticket_code = coalesce(ticket_code, (${tickets}::text[])[position])
      where reservation_id = ${id} and status <> 'cancelled'`,
  }
}

/** Sets the status of passengers by their position. */
export async function markPassengers(tx: Tx, id: string, marks: ReadonlyMap<number, PassengerStatus>): Promise<void> {
  for (const [position, status] of marks)
    await tx
      .updateTable('reservation_passengers')
      .set({ status })
      .where('reservation_id', '=', id)
      .where('position', '=', position)
      .execute()
}

/** Stores the passenger statuses of the outbound, and resets those of travelling passengers for the return. */
export async function turnRound(tx: Tx, id: string): Promise<void> {
  await sql`
    update reservation_passengers set outbound_status = status,
      status = case status when 'cancelled' then 'cancelled' else 'booked' end
    where reservation_id = ${id}`.execute(tx)
}

/** Resets check-ins for an outbound that is cancelled. @returns the status of each passenger */
export async function startAnew(tx: Tx, id: string): Promise<PassengerStatus[]> {
  const { rows } = await sql<{ status: PassengerStatus }>`
    with changed as (
      update reservation_passengers set status = case status when 'checked_in' then 'booked' else status end
      where reservation_id = ${id} returning position, status
    ) select status from changed order by position`.execute(tx)
  return rows.map((row) => row.status)
}

/** Restores the passenger statuses of the outbound once the return is cancelled. @returns the status of each passenger */
export async function turnBack(tx: Tx, id: string): Promise<PassengerStatus[]> {
  const { rows } = await sql<{ status: PassengerStatus }>`
    with changed as (
      update reservation_passengers
      set status = case status when 'cancelled' then status else coalesce(outbound_status, status) end,
        outbound_status = null
      where reservation_id = ${id} returning position, status
    ) select status from changed order by position`.execute(tx)
  return rows.map((row) => row.status)
}

/** Sets the names of passengers by their position. */
export async function renamePassengers(
  tx: Tx,
  id: string,
  names: readonly { position: number; name: string | null }[],
): Promise<void> {
  for (const { position, name } of names)
    await sql`
      update reservation_passengers set name = ${name} where reservation_id = ${id} and position = ${position}`.execute(
      tx,
    )
}

/**
 * Replaces the passengers of a reservation. Positions count travelling passengers only: an unchanged position keeps its ticket
 * and status, a new one starts as booked, and cancelled passengers are deleted.
 * @returns the status of each passenger
 */
export async function replacePassengers(
  tx: Tx,
  id: string,
  passengers: readonly ReservationPassenger[],
  status: ReservationStatus,
): Promise<PassengerStatus[]> {
  await closeRanks(tx, id)
  const marks: PassengerStatus[] = []
  await sql`
    delete from reservation_passengers where reservation_id = ${id} and position > ${passengers.length}`.execute(tx)
  for (const [index, { category, name, needs }] of passengers.entries()) {
    const { rows } = await sql<{ status: PassengerStatus }>`
      insert into reservation_passengers (id, reservation_id, position, category, name, needs, status)
      values (${uuidv7()}, ${id}, ${index + 1}, ${category}, ${name}, ${needs}, 'booked')
      on conflict (reservation_id, position) do update
        set category = excluded.category, name = excluded.name, needs = excluded.needs
      returning status`.execute(tx)
    marks.push(...rows.map((row) => row.status))
  }
  if (SEATED.includes(status)) await makeTickets(tx, id)
  return marks
}

/** Deletes cancelled passengers and renumbers the others. */
async function closeRanks(tx: Tx, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('reservation_passengers')
    .where('reservation_id', '=', id)
    .where('status', '=', 'cancelled')
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  const staying = await tx
    .selectFrom('reservation_passengers')
    .select('id')
    .where('reservation_id', '=', id)
    .orderBy('position')
    .execute()
  // One by one from the front, because positions are unique even within a statement.
  for (const [index, passenger] of staying.entries())
    await tx
      .updateTable('reservation_passengers')
      .set({ position: index + 1 })
      .where('id', '=', passenger.id)
      .execute()
}

/** Replaces the legs of a reservation. */
export async function replaceLegs(tx: Tx, id: string, legs: readonly ReservationLeg[]): Promise<void> {
  await tx.deleteFrom('reservation_legs').where('reservation_id', '=', id).execute()
  const rows = numbered(legs).map((leg) => ({ ...leg, reservation_id: id }))
  await tx.insertInto('reservation_legs').values(rows).execute()
}

async function makeTickets(tx: Tx, id: string): Promise<void> {
  const unticketed = await tx
    .selectFrom('reservation_passengers')
    .select('id')
    .where('reservation_id', '=', id)
    .where('ticket_code', 'is', null)
    .execute()
  for (const passenger of unticketed)
    await tx
      .updateTable('reservation_passengers')
      .set({ ticket_code: ticketCode() })
      .where('id', '=', passenger.id)
      .execute()
}

/** Returns 128 random bits in hex. */
const ticketCode = (): string => randomBytes(16).toString('hex')

/** Locks the active reservations on a journey. @returns their ids in the order of booking */
export async function activeOn(tx: Tx, journeyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r
    where r.environment = 'live' and r.status = any(${[...ACTIVE]}::text[])
      and r.id in (select reservation_id from reservation_legs where journey_id = ${journeyId})
    -- Ids grow with time, and everybody takes locks in their order.
    order by r.id for no key update of r`.execute(tx)
  return rows.map((row) => row.id)
}

/** State of a reservation before its cancellation. */
export interface CancelledFrom {
  status: ReservationStatus
  passengers: PassengerStatus[]
  /** End of the hold, in UTC. Missing in rows from before holds could be restored. */
  hold_expires_at?: string | null
  /** Vehicle of a hire. */
  vehicle_id: string | null
  driver_id: string | null
}

/** Reads the state before the last cancellation, or null where none is stored. */
export async function cancelledFrom(tx: Tx, id: string): Promise<CancelledFrom | null> {
  const { rows } = await sql<{ from: CancelledFrom | null }>`
    select cancelled_from as from from reservations where id = ${id}`.execute(tx)
  return rows[0]?.from ?? null
}
