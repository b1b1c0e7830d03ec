import type { Reservation } from '../../../contract/entities/reservation'
import type { Language } from '../../../contract/core/languages'
import { testTicketKey, ticketPayload } from '../../adapters/tickets'
import type { Reader } from '../../db/transaction'
import { ticketPdf } from '../../documents/ticket'
import { wrongStateAt } from '../../http/refusal'
import { companyName, ridesOf, ticketsOf } from './repository/tickets'

/** The tickets of a reservation with what their QR codes say. Those of the test environment open no door. */
export async function ticketsFor(
  reader: Reader,
  { id, reference, environment }: Pick<Reservation, 'id' | 'reference' | 'environment'>,
  ticketKey: Uint8Array,
) {
  const key = environment === 'test' ? testTicketKey(ticketKey) : ticketKey
  const tickets = await ticketsOf(reader, id)
  return tickets.map(({ ticket_code: code, ...ticket }) => ({
    ...ticket,
    payload: ticketPayload({ reference, code }, key),
  }))
}

type Printed = Pick<
  Reservation,
  'id' | 'reference' | 'environment' | 'legs' | 'lead_name' | 'total_minor' | 'paid_minor' | 'currency'
>

/** The tickets of those who travel as a PDF. @throws Refusal invalid_state while there are none */
export async function printTickets(
  reader: Reader,
  reservation: Printed,
  language: Language,
  key: Uint8Array,
): Promise<Buffer> {
  const tickets = (await ticketsFor(reader, reservation, key)).filter(({ status }) => status !== 'cancelled')
  if (tickets.length === 0) throw wrongStateAt('status', `${reservation.reference} has no tickets: confirm it first.`)
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
