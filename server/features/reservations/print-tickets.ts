import type { Reservation } from '../../../contract/entities/reservation'
import type { Ticket } from '../../../contract/reservation-operations'
import type { Language } from '../../../contract/vocabulary'
import { ticketPayload } from '../../adapters/tickets'
import type { Reader } from '../../db/transaction'
import { ticketPdf } from '../../documents/ticket'
import { wrongState } from '../../http/refusal'
import { companyName, ridesOf } from './repository/ticket-sheet'
import { ticketsOf } from './repository/tickets'

/** The tickets of a reservation with what their codes say, one for each passenger who has one. */
export async function signedTickets(
  reader: Reader,
  { id, reference }: Pick<Reservation, 'id' | 'reference'>,
  key: Uint8Array,
): Promise<Ticket[]> {
  const tickets = await ticketsOf(reader, id)
  return tickets.map(({ ticket_code: code, ...ticket }) => ({
    ...ticket,
    payload: ticketPayload({ reference, code }, key),
  }))
}

/** The tickets of those who travel as a PDF. @throws Refusal invalid_state while there are none */
export async function printTickets(
  reader: Reader,
  reservation: Reservation,
  language: Language,
  key: Uint8Array,
): Promise<Buffer> {
  const tickets = (await signedTickets(reader, reservation, key)).filter(({ status }) => status !== 'cancelled')
  if (tickets.length === 0)
    throw wrongState([{ path: 'status', message: `${reservation.reference} has no tickets: confirm it first.` }])
  const { reference, lead_name, total_minor, paid_minor, currency } = reservation
  return ticketPdf({
    language,
    company: await companyName(reader),
    reference,
    leadName: lead_name,
    rides: await ridesOf(reader, reservation),
    tickets,
    totalMinor: total_minor,
    owedMinor: Math.max(0, total_minor - paid_minor),
    currency,
  })
}
