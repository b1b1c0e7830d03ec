import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import { isReturn, type ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { I18nText } from '../../../../contract/core/scalars'
import type { TicketRide } from '../../../documents/ticket'
import type { Reader, Tx } from '../../../db/transaction'
import type { PassengerStatus } from '../../../domain/reservations/status'

/** A passenger with a ticket. */
export interface TicketRow extends ReservationPassenger {
  reservation_id: string
  position: number
  status: PassengerStatus
  seat_label: string | null
  ticket_code: string
}

/** Returns the passengers with a ticket, in their order. */
export async function ticketsOf(reader: Reader, reservationIds: readonly string[]): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select reservation_id, position, category, name, needs, seat_label, status, ticket_code from reservation_passengers
    where reservation_id = any(${[...reservationIds]}::uuid[]) and ticket_code is not null
    order by reservation_id, position`.execute(reader)
  return rows
}

/** Finds the passenger of a ticket. */
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

/** Returns the stored answer of a scan, or undefined for a new nonce. */
export async function earlierScan(reader: Reader, nonce: string): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`select answer from ticket_scans where nonce = ${nonce}`.execute(reader)
  return rows[0]?.answer
}

/** Stores the answer of a scan. @returns false where another transaction stored one for the nonce */
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

interface CallRow {
  journey_id: string
  code: string
  seq: number
  name: I18nText
  timezone: string
  platform: string | null
  arrives: string
  departs: string
  arrives_expected: string
  departs_expected: string
}

/** Returns the rides of a reservation with the names and time zones of their stops; none for a hire. */
export async function ridesOf(reader: Reader, { legs }: Pick<Reservation, 'legs'>): Promise<TicketRide[]> {
  const ids = legs.map((leg) => leg.journey_id)
  const { rows } = await sql<CallRow>`
    select c.journey_id, j.code, c.seq, s.name, s.timezone, coalesce(c.platform, s.platform_code) as platform,
      c.planned_arrive as arrives, c.planned_depart as departs,
      coalesce(c.expected_arrive, c.planned_arrive) as arrives_expected,
      coalesce(c.expected_depart, c.planned_depart) as departs_expected
    from journey_calls c join journeys j on j.id = c.journey_id join stations s on s.id = c.station_id
    where c.journey_id = any(${ids}::uuid[])`.execute(reader)
  const call = (journeyId: string, seq: number) => rows.find((row) => row.journey_id === journeyId && row.seq === seq)
  const isBoth = isReturn(legs)
  return legs.flatMap(({ journey_id, board_seq, alight_seq, direction }): TicketRide[] => {
    const [from, to] = [call(journey_id, board_seq), call(journey_id, alight_seq)]
    return from && to
      ? [
          {
            journeyCode: from.code,
            ...(isBoth && { direction }),
            from: { ...from, at: from.departs, expectedAt: from.departs_expected },
            to: { ...to, at: to.arrives, expectedAt: to.arrives_expected },
          },
        ]
      : []
  })
}

/** Returns the name of the company. */
export async function companyName(reader: Reader): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from company`.execute(reader)
  return rows[0]?.name ?? ''
}
