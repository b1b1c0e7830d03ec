import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { confirmRoundTrip, printTickets as printTicketsPdf, reviseHold } from '../../../contract/operations/desk'
import type { Reservation } from '../../../contract/entities/reservation'
import type { Operation } from '../../../contract/core/operations'
import { handOverReservation, recordPayment } from '../../../contract/operations/ownership'
import * as operations from '../../../contract/operations/reservations'
import * as tickets from '../../../contract/operations/tickets'
import * as waiting from '../../../contract/operations/waiting-list'
import type { Id } from '../../../contract/core/scalars'
import type { Step } from '../../crud/store-options'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { systemContext, type Context } from '../../http/context'
import { matchedVersion } from '../../http/etag'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { printTickets } from './print-tickets'
import { priceVersions } from './repository/snapshots'
import { handOver, notePayment } from './steps/account'
import { amend, move } from './steps/amend'
import { cancelPassengers, cancelReservation, undoCancellation } from './steps/cancel'
import { confirmReservation, extendHold } from './steps/hold'
import { changeHire } from './steps/change-hire'
import { assignHire } from './steps/hire'
import { approveReservation, rejectReservation } from './steps/request'
import { revise } from './steps/revise'
import { board, checkIn, completeReservation, markNoShow, undoCheckIn } from './steps/travel'
import { join, waitingOn, withdraw } from './repository/waiting'
import { scanTicketWith } from './scan'
import { stepAndOffer } from './step-and-offer'
import { ticketsFor } from './tickets'
import { reservationsStore } from './repository'
import { completeArrived, sweepHolds, sweepWaiting } from './repository/sweep'

interface Settings {
  db: Db
  store: Store<Reservation>
  /** Signs what the QR codes of tickets say. */
  ticketKey: Uint8Array
  now: () => Date
}

export const reservationFeature: Feature<Settings> = {
  stores: [reservationsStore],
  routes: reservationRoutes,
  sweeps: ({ db, store, now }) => [
    () => sweepHolds(db, systemContext('hold sweeper', now)),
    () => sweepWaiting(db, store, now),
    () => completeArrived(db, store, systemContext('journey sweeper', now)),
  ],
}

/** The steps in the life of a reservation, its tickets, and the waiting lists of journeys. */
function reservationRoutes(app: FastifyInstance, { db, store, ticketKey }: Settings): void {
  const read = async (id: string) => await store.get(id)
  const step: Stepping = (operation, make) =>
    serve(app, operation, async ({ params, body, context, request, reply }) => {
      const version = matchedVersion(request)
      const isTrial = (body as { simulate?: boolean }).simulate === true
      const row = await store.write(
        context,
        (tx) => stepAndOffer(tx, store, params.id, version, context, make(body as never, context)),
        isTrial,
      )
      reply.header('etag', `"${row.version}"`)
      return row
    })

  step(operations.confirmReservation, (body, context) => confirmReservation(body.price_hash, context))
  step(operations.extendHold, (_, context) => extendHold(context))
  step(operations.approveReservation, (body, context) => approveReservation(context, body.accept_warnings))
  step(operations.rejectReservation, (body) => rejectReservation(body))
  step(operations.cancelReservation, cancelReservation)
  step(operations.undoCancellation, (body, context) => undoCancellation(body.reason, context))
  step(operations.cancelPassengers, (body, context) => cancelPassengers(body.positions, body, context))
  step(operations.amendReservation, amend)
  step(operations.moveReservation, move)
  step(operations.checkInReservation, (body) => checkIn(body.positions))
  step(operations.undoCheckIn, (body, context) => undoCheckIn(body.positions, context))
  step(operations.boardReservation, (body) => board(body.positions))
  step(operations.markNoShow, (body, context) => markNoShow(body.positions, context))
  step(operations.completeReservation, completeReservation)
  step(operations.assignHire, assignHire)
  step(operations.changeHire, changeHire)
  step(reviseHold, revise)
  step(recordPayment, notePayment)
  step(handOverReservation, handOver)

  serve(app, operations.bookRoundTrip, ({ body, context }) =>
    store.write(context, async (tx) => {
      const out = await store.createIn(tx, body.out, context)
      const back = await store.createIn(tx, { ...body.back, return_of_id: out.id }, context)
      return { out, back }
    }),
  )

  serve(app, confirmRoundTrip, ({ params, body: { price_hash, back }, context, request }) =>
    store.write(context, async (tx) => ({
      out: await store.actIn(tx, params.id, matchedVersion(request), context, confirmReservation(price_hash, context)),
      back: await store.actIn(tx, back.id, back.version, context, confirmReservation(back.price_hash, context)),
    })),
  )

  serve(app, tickets.listTickets, async ({ params }) => ticketsFor(db, await read(params.id), ticketKey))
  serve(app, printTicketsPdf, async ({ params, query, reply }) => {
    const reservation = await read(params.id)
    const language = query.language ?? reservation.locale
    const pdf = await printTickets(db, reservation, language, ticketKey)
    reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${reservation.reference}-${language}.pdf"`)
    return pdf
  })
  serve(app, operations.listPriceVersions, async ({ params }) => priceVersions(db, await read(params.id)))
  serve(app, tickets.scanTicket, ({ body, context }) => scanTicketWith(store, ticketKey, body, context))

  serve(app, waiting.joinWaitingList, ({ params, body, context }) =>
    store.write(context, (tx) => join(tx, params.id, body, context)),
  )
  serve(app, waiting.listWaiting, ({ params }) => waitingOn(db, params.id))
  serve(app, waiting.leaveWaitingList, ({ params, context }) =>
    store.write(context, (tx) => withdraw(tx, params.id, context)),
  )
}

type Stepping = <B extends z.ZodType>(
  operation: Operation<z.ZodObject<{ id: typeof Id }>, undefined, B>,
  make: (body: z.output<B>, context: Context) => Step<Reservation>,
) => void
