import type { PriceChange } from '../../../../contract/entities/price-change'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { PartnerTripDetail, TripUpdateBody } from '../../../../contract/partner/trips'
import type { Quote, QuoteRequest } from '../../../../contract/operations/quote'
import type { Ticket } from '../../../../contract/operations/tickets'
import type { Language } from '../../../../contract/core/languages'
import type { HistoryEntry } from '../../../crud/history'
import type { Reader, Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'

/** Steps of reservations receive the transaction, so that related writes commit together. */
type Act<Args extends unknown[], Answer = Reservation> = (
  tx: Tx,
  id: string,
  ...args: [...Args, context: Context]
) => Promise<Answer>

/** A reservation after a change, with the reasons for a new price when the price changed. */
type Repriced = Reservation & { price_change?: PriceChange }

/**
 * Use cases of reservations that the partner side shares with staff; injected by the wiring. Refusals may contain data for
 * staff only, which callers must remove.
 */
export interface Ports {
  /** @throws Refusal validation, no_fare or selling_price_below_net */
  quotePrice: (request: QuoteRequest, context: Context) => Promise<Quote>
  /** Runs one transaction, at most once for an Idempotency-Key; a dry run is rolled back. */
  write: <T>(context: Context, work: (tx: Tx) => Promise<T>, dryRun?: boolean) => Promise<T>
  create: (tx: Tx, requested: ReservationCreate, context: Context) => Promise<Reservation>
  confirm: Act<[agreedHash: string | undefined]>
  extend: Act<[]>
  cancel: Act<[requested: { reason: string; isFree: boolean }], Repriced>
  amend: Act<
    [
      requested: {
        legs?: ReservationLeg[] | undefined
        passengers?: ReservationPassenger[] | undefined
        reason: string
        /** Whether the cancelled part is free of a fee. */
        isFree: boolean
      },
    ],
    Repriced
  >
  correct: Act<[requested: TripUpdateBody]>
  /** Adds the initial values to the creation entries of trips. */
  completeHistory: (reader: Reader, entries: readonly HistoryEntry[]) => Promise<void>
  /** Returns the tickets as a PDF. @throws Refusal invalid_state when there are none */
  printTickets: (reader: Reader, trip: PartnerTripDetail, language: Language) => Promise<Buffer>
  /** Returns tickets by reservation id. */
  tickets: (
    reader: Reader,
    reservations: readonly Pick<Reservation, 'id' | 'reference' | 'environment'>[],
  ) => Promise<Map<string, Ticket[]>>
}
