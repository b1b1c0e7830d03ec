import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Reader, Tx } from '../../../db/transaction'
import type { PassengerStatus } from '../../../domain/reservations/status'

/** A passenger with the ticket. */
export interface TicketRow extends ReservationPassenger {
  position: number
  status: PassengerStatus
  seat_label: string | null
  ticket_code: string
}

/** The passengers of a reservation who have a ticket. */
export async function ticketsOf(reader: Reader, reservationId: string): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select position, category, name, needs, seat_label, status, ticket_code from reservation_passengers
    where reservation_id = ${reservationId} and ticket_code is not null order by position`.execute(reader)
  return rows
}

/** Where a ticket belongs; undefined when no passenger has it. */
export async function findTicket(
  reader: Reader,
  reference: string,
  code: string,
): Promise<{ reservation_id: Reservation['id']; position: number } | undefined> {
  const { rows } = await sql<{ reservation_id: string; position: number }>`
    select p.reservation_id, p.position from reservation_passengers p join reservations r on r.id = p.reservation_id
    where p.ticket_code = ${code} and r.reference = ${reference}`.execute(reader)
  return rows[0]
}

/** What a scan with this nonce was answered; undefined when it comes for the first time. */
export async function earlierScan(reader: Reader, nonce: string): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`select answer from ticket_scans where nonce = ${nonce}`.execute(reader)
  return rows[0]?.answer
}

/** @returns false when a scan with this nonce was written meanwhile. */
export async function writeScan(
  tx: Tx,
  scan: { nonce: string; reservationId: string; action: string; at: string; answer: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into ticket_scans (nonce, reservation_id, action, at, answer)
    values (${scan.nonce}, ${scan.reservationId}, ${scan.action}, ${scan.at}, ${scan.answer})
    on conflict (nonce) do nothing returning 1`.execute(tx)
  return rows.length > 0
}
