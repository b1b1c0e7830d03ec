import type { PriceChange } from '../../../../contract/entities/price-change'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { PartnerTripDetail, TripUpdateBody } from '../../../../contract/partner/trips'
import type { Quote, QuoteRequest } from '../../../../contract/operations/quote'
import type { Ticket } from '../../../../contract/operations/tickets'
import type { Language } from '../../../../contract/core/languages'
import type { HistoryEntry } from '../../../crud/history'
import type { Reader, Tx } from '../../../db/transaction'
import type { Context } from '../../../http/context'

/** Steps of reservations take the transaction, so that what belongs to a step happens with it or not at all. */
type Act<Wish extends unknown[], Answer = Reservation> = (
  tx: Tx,
  id: string,
  ...wish: [...Wish, context: Context]
) => Promise<Answer>

/** A reservation after a change, and why it costs something else; without that where nothing changed. */
type Repriced = Reservation & { price_change?: PriceChange }

/**
 * What partners sell with, and the desk sells with too: handed over by who composes the features. Refusals may carry
 * what only staff may see: whoever passes them on takes it out.
 */
export interface Ports {
  /** @throws Refusal validation, no_fare or selling_price_below_net */
  quotePrice: (request: QuoteRequest, context: Context) => Promise<Quote>
  /** One transaction, answered once for an Idempotency-Key; a trial is taken back. */
  write: <T>(context: Context, work: (tx: Tx) => Promise<T>, dryRun?: boolean) => Promise<T>
  create: (tx: Tx, wish: ReservationCreate, context: Context) => Promise<Reservation>
  confirm: Act<[agreedHash: string | undefined]>
  extend: Act<[]>
  cancel: Act<[wish: { reason: string; isFree: boolean }], Repriced>
  amend: Act<
    [
      wish: {
        legs?: ReservationLeg[] | undefined
        passengers?: ReservationPassenger[] | undefined
        reason: string
        /** Whether nothing is kept of what is given up. */
        isFree: boolean
      },
    ],
    Repriced
  >
  correct: Act<[wish: TripUpdateBody]>
  /** Puts into the history of trips what they were made with. */
  completeHistory: (reader: Reader, entries: readonly HistoryEntry[]) => Promise<void>
  /** The tickets as a PDF. @throws Refusal invalid_state while there are none */
  printTickets: (reader: Reader, trip: PartnerTripDetail, language: Language) => Promise<Buffer>
  /** By the id of each reservation. */
  tickets: (
    reader: Reader,
    reservations: readonly Pick<Reservation, 'id' | 'reference' | 'environment'>[],
  ) => Promise<Map<string, Ticket[]>>
}
