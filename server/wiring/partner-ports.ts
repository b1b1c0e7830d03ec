import type { Reservation } from '../../contract/entities/reservation'
import type { Step } from '../crud/store-options'
import type { Store } from '../crud/store'
import type { Db } from '../db/database'
import type { Tx } from '../db/transaction'
import type { Context } from '../http/context'
import type { Ports } from '../features/partner/sales/ports'
import { quotePrice } from '../features/quotes/quote-price'
import { printTickets } from '../features/reservations/print-tickets'
import { amend } from '../features/reservations/repository/steps/amend'
import { cancelWhole } from '../features/reservations/repository/steps/cancel'
import { correct } from '../features/reservations/repository/steps/correct'
import { confirmHold, extendHoldOf } from '../features/reservations/repository/steps/hold'
import { stepAndOffer } from '../features/reservations/step-and-offer'
import { ticketsFor } from '../features/reservations/tickets'

interface Settings {
  db: Db
  reservations: Store
  /** Signs what the QR codes of tickets say. */
  ticketKey: Uint8Array
}

/** Hands partners what they sell with: the same use cases that the desk has. */
export function partnerPortsOf({ db, reservations, ticketKey }: Settings): Ports {
  const act = async (tx: Tx, id: string, context: Context, step: Step) =>
    (await stepAndOffer(tx, reservations, id, null, context, step)) as unknown as Reservation

  return {
    quotePrice: (request, context) =>
      quotePrice(db, request, { now: context.now(), role: context.actor.role, seesTerms: true }),
    write: (context, work, isTrial) => reservations.write(context, work, isTrial),
    create: async (tx, wish, context) =>
      (await reservations.createIn(tx, reservations.entity.create.parse(wish), context)) as unknown as Reservation,
    confirm: (tx, id, agreedHash, context) => act(tx, id, context, confirmHold(agreedHash, context)),
    extend: (tx, id, context) => act(tx, id, context, extendHoldOf(context)),
    cancel: (tx, id, { reason, isFree }, context) =>
      act(tx, id, context, cancelWhole({ reason, waive_fee: isFree }, waiving(context, isFree))),
    amend: (tx, id, { isFree, ...wish }, context) =>
      act(tx, id, context, amend({ ...wish, waive_fee: isFree }, waiving(context, isFree))),
    correct: (tx, id, wish, context) => act(tx, id, context, correct(wish, context)),
    // What passengers still owe they owe to the partner: that is no word of the operator's tickets.
    printTickets: (reader, trip, language) =>
      printTickets(
        reader,
        { ...trip, total_minor: trip.gross_minor, paid_minor: trip.gross_minor },
        language,
        ticketKey,
      ),
    tickets: (reader, reservation) => ticketsFor(reader, reservation, ticketKey),
  }
}

/** Who may cancel free of charge has it from the contract, as a manager has it from the role. */
const waiving = (context: Context, isFree: boolean): Context =>
  isFree ? { ...context, actor: { ...context.actor, role: 'manager' } } : context
