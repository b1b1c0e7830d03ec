import type { Reservation } from '../../../contract/entities/reservation'
import type { MailKind } from '../../../contract/core/vocabulary'
import type { Language } from '../../../contract/core/languages'
import type { Reader } from '../../db/transaction'
import type { TicketRide } from '../../documents/ticket'

/** Access to reservations. */
export interface Ports {
  read: (reader: Reader, id: string) => Promise<Reservation>
  rides: (reader: Reader, reservation: Reservation) => Promise<TicketRide[]>
  /** Returns the URL of a link in a mail of this kind. */
  linkAddress: (kind: MailKind, linkId: string, origin: string) => string
  /** @throws Refusal invalid_state while there are no tickets */
  print: (reader: Reader, reservation: Reservation, language: Language) => Promise<Buffer>
}
