import { sentence } from '../../../contract/core/sentence'
import type { Reservation } from '../../../contract/entities/reservation'
import type { Ticket } from '../../../contract/operations/tickets'
import type { Language } from '../../../contract/core/languages'
import { testTicketKey, ticketPayload } from '../../adapters/tickets'
import type { Reader } from '../../db/transaction'
import { groupBy } from '../../domain/group-by'
import { printPdf } from '../../documents/print-pdf'
import { wrongStateAt } from '../../http/refusal'
import { companyName, ridesOf, ticketsOf } from './repository/tickets'

type Ticketed = Pick<Reservation, 'id' | 'reference' | 'environment'>

/** Returns the tickets of reservations with the contents of their QR codes, by reservation id. Test tickets are not valid. */
export async function ticketsByReservation(
  reader: Reader,
  reservations: readonly Ticketed[],
  ticketKey: Uint8Array,
): Promise<Map<string, Ticket[]>> {
  const ids = reservations.map(({ id }) => id)
  const rows = groupBy(await ticketsOf(reader, ids), ({ reservation_id }) => reservation_id)
  return new Map(
    reservations.map(({ id, reference, environment }) => {
      const key = environment === 'test' ? testTicketKey(ticketKey) : ticketKey
      const tickets = (rows.get(id) ?? []).map(({ ticket_code: code, reservation_id: _, ...ticket }) => ({
        ...ticket,
        payload: ticketPayload({ reference, code }, key),
      }))
      return [id, tickets]
    }),
  )
}

/** Returns the tickets of one reservation. */
export const ticketsFor = async (reader: Reader, reservation: Ticketed, ticketKey: Uint8Array): Promise<Ticket[]> =>
  (await ticketsByReservation(reader, [reservation], ticketKey)).get(reservation.id) ?? []

type Printed = Pick<
  Reservation,
  'id' | 'reference' | 'environment' | 'legs' | 'lead_name' | 'total_minor' | 'paid_minor' | 'currency'
>

/** Prints the tickets of the passengers who travel, as a PDF. @throws Refusal invalid_state where there are none */
export async function printTickets(
  reader: Reader,
  reservation: Printed,
  language: Language,
  key: Uint8Array,
): Promise<Buffer> {
  const tickets = (await ticketsFor(reader, reservation, key)).filter(({ status }) => status !== 'cancelled')
  if (tickets.length === 0)
    throw wrongStateAt('status', sentence`${reservation.reference} has no tickets: confirm it first.`)
  const { reference, lead_name, total_minor, paid_minor, currency } = reservation
  const sheet = {
    language,
    company: await companyName(reader),
    reference,
    leadName: lead_name,
    rides: await ridesOf(reader, reservation),
    tickets,
    totalMinor: total_minor,
    owedMinor: Math.max(0, total_minor - paid_minor),
    currency,
  }
  return printPdf({ kind: 'ticket', sheet })
}
