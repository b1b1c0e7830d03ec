import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import type { PartnerTrip } from '../../../../contract/partner/sales'
import type { WebhookEvent } from '../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../db/transaction'
import type { Context } from '../../../http/context'

/** What a rehearsal does with test trips: handed over by who composes the features. */
export interface Ports {
  /** @throws Refusal where the seats cannot be sold */
  create: (tx: Tx, wish: ReservationCreate, context: Context) => Promise<Reservation>
  confirm: (tx: Tx, id: string, context: Context) => Promise<unknown>
  approve: (tx: Tx, id: string, context: Context) => Promise<unknown>
  cancel: (tx: Tx, id: string, reason: string, context: Context) => Promise<unknown>
  move: (tx: Tx, id: string, toJourneyId: string, context: Context) => Promise<unknown>
  checkIn: (tx: Tx, id: string, context: Context) => Promise<unknown>
  /** What only time would bring about: the hold runs out, the vehicle has left without the party, or has brought it. */
  runOut: (tx: Tx, id: string, context: Context) => Promise<unknown>
  miss: (tx: Tx, id: string, context: Context) => Promise<unknown>
  arrive: (tx: Tx, id: string, context: Context) => Promise<unknown>
  /** Tells the partner of something that did not happen to the journey. */
  tellOfJourney: (tx: Tx, tripId: string, type: WebhookEvent, changes: Record<string, unknown>) => Promise<void>
  readTrip: (reader: Reader, partnerId: string, id: string) => Promise<PartnerTrip | undefined>
}
