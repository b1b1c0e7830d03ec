import type { Reservation } from '../../../contract/entities/reservation'
import type { Language } from '../../../contract/core/vocabulary'
import type { Reader } from '../../db/transaction'
import { ticketPdf } from '../../documents/ticket'
import { wrongState } from '../../http/refusal'
import { companyName, ridesOf } from './repository/ticket-sheet'
import { ticketsFor } from './tickets'

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
