import type { Reservation } from '../../contract/entities/reservation'
import type { Store } from '../crud/store'
import type { AccountSecrets } from '../adapters/account-secrets'
import { linkAddress } from '../features/auth/links'
import type { Ports as MailPorts } from '../features/mails/ports'
import { invitationAddress } from '../features/partner/access/people'
import { printTickets } from '../features/reservations/print-tickets'
import { ridesOf } from '../features/reservations/repository/ticket-sheet'

/** Hands mail what it tells of reservations and accounts. */
export const mailPortsOf = (reservations: Store, ticketKey: Uint8Array, secrets: AccountSecrets): MailPorts => ({
  read: async (reader, id) => (await reservations.getIn(reader, id)) as unknown as Reservation,
  rides: ridesOf,
  linkAddress: (kind, id, origin) =>
    kind === 'partner_invitation'
      ? invitationAddress(origin, secrets.invitationToken(id))
      : linkAddress(origin, secrets.linkToken(id)),
  print: (reader, reservation, language) => printTickets(reader, reservation, language, ticketKey),
})
