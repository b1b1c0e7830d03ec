import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { RESERVATION_REFERENCE_CHARS } from '../../../../contract/core/limits'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { NewParts } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { referenceOf } from '../../../domain/reservations/reference'
import {
  SEATED,
  passengerStatus,
  type PassengerStatus,
  type ReservationStatus,
} from '../../../domain/reservations/status'

/** The legs and passengers of the reservation `t`, in their order. */
export const PARTS = {
  legs: `select coalesce(json_agg(json_build_object(
      'journey_id', l.journey_id, 'board_seq', l.board_seq, 'alight_seq', l.alight_seq) order by l.position), '[]')
    from reservation_legs l where l.reservation_id = t.id`,
  passengers: `select coalesce(json_agg(json_build_object(
      'category', p.category, 'name', p.name, 'needs', p.needs) order by p.position), '[]')
    from reservation_passengers p where p.reservation_id = t.id`,
  passenger_statuses: `select coalesce(json_agg(p.status order by p.position), '[]')
    from reservation_passengers p where p.reservation_id = t.id`,
}

/** A reference drawn at random; the transaction runs again in the rare case that it is taken. */
export const drawReference = (): string => referenceOf(randomBytes(RESERVATION_REFERENCE_CHARS))

interface Parts {
  legs: readonly ReservationLeg[]
  passengers: readonly ReservationPassenger[]
  status: ReservationStatus
}

/** The legs and passengers of a new reservation. */
export function newParts(tx: Tx, id: string, { legs, passengers, status }: Parts): NewParts {
  const rows = passengers.map((passenger, index) => ({
    ...passenger,
    id: uuidv7(),
    reservation_id: id,
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
    inserts: [
      tx.insertInto('reservation_passengers').values(rows),
      // A hire has no legs.
      ...(legs.length > 0 ? [tx.insertInto('reservation_legs').values(legRows(id, legs))] : []),
    ],
    elsewhere,
  }
}

const legRows = (id: string, legs: readonly ReservationLeg[]) =>
  legs.map((leg, index) => ({ ...leg, reservation_id: id, position: index + 1 }))

/** Gives the passengers who still travel the status of their reservation; the first that seats them makes their tickets. */
export async function changePassengers(tx: Tx, id: string, status: ReservationStatus): Promise<void> {
  // Who did not come has not arrived either.
  if (status === 'completed') return
  await sql`
    update reservation_passengers set status = ${passengerStatus(status)}
    where reservation_id = ${id} and status <> 'cancelled'`.execute(tx)
  if (status === 'confirmed') await makeTickets(tx, id)
}

/** Gives the passengers at these places a status each. */
export async function markPassengers(tx: Tx, id: string, marks: ReadonlyMap<number, PassengerStatus>): Promise<void> {
  for (const [position, status] of marks)
    await tx
      .updateTable('reservation_passengers')
      .set({ status })
      .where('reservation_id', '=', id)
      .where('position', '=', position)
      .execute()
}

/** Gives the passengers at these places their names. */
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

/** Puts another party in the place of the one that was booked; who keeps the place keeps the ticket. */
export async function replacePassengers(
  tx: Tx,
  id: string,
  passengers: readonly ReservationPassenger[],
  status: ReservationStatus,
): Promise<void> {
  await sql`
    delete from reservation_passengers where reservation_id = ${id} and position > ${passengers.length}`.execute(tx)
  for (const [index, { category, name, needs }] of passengers.entries())
    await sql`
      insert into reservation_passengers (id, reservation_id, position, category, name, needs, status)
      values (${uuidv7()}, ${id}, ${index + 1}, ${category}, ${name}, ${needs}, ${passengerStatus(status)})
      on conflict (reservation_id, position) do update
        set category = excluded.category, name = excluded.name, needs = excluded.needs,
          status = case when reservation_passengers.status = 'cancelled' then excluded.status
            else reservation_passengers.status end`.execute(tx)
  if (SEATED.includes(status)) await makeTickets(tx, id)
}

/** Puts other legs in the place of those that were booked. */
export async function replaceLegs(tx: Tx, id: string, legs: readonly ReservationLeg[]): Promise<void> {
  await tx.deleteFrom('reservation_legs').where('reservation_id', '=', id).execute()
  await tx.insertInto('reservation_legs').values(legRows(id, legs)).execute()
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

/** 128 random bits in hex. */
const ticketCode = (): string => randomBytes(16).toString('hex')
