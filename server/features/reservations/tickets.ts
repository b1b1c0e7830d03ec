import type { Reservation } from '../../../contract/entities/reservation'
import { testTicketKey, ticketPayload } from '../../adapters/tickets'
import type { Reader } from '../../db/transaction'
import { ticketsOf } from './repository/tickets'

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
