import { sentence } from '../../../contract/core/sentence'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { printTickets as printTicketsPdf, reviseHold } from '../../../contract/operations/desk'
import { happenedTo } from '../../../contract/core/events'
import type { MailPreview } from '../../../contract/entities/mail'
import type { Reservation } from '../../../contract/entities/reservation'
import type { Operation } from '../../../contract/core/operations'
import { handOverReservation } from '../../../contract/operations/ownership'
import * as operations from '../../../contract/operations/reservations'
import * as tickets from '../../../contract/operations/tickets'
import * as waiting from '../../../contract/operations/waiting-list'
import type { Id } from '../../../contract/core/scalars'
import type { Done, Step } from '../../crud/store-options'
import type { Store } from '../../crud/store'
import type { AuditEntry } from '../../db/audit-entry'
import type { Db } from '../../db/database'
import type { Tx } from '../../db/transaction'
import { systemContext, type Context } from '../../kernel/context'
import { matchedVersion } from '../../http/etag'
import { knownRecord } from '../../http/known-record'
import { invalidAt } from '../../http/refusal'
import { serve } from '../../http/serve'
import { diff } from '../../kernel/audit'
import type { Feature } from '../feature'
import { priceVersions } from './repository/snapshots'
import { handOver } from './steps/account'
import { amend, cancelDirection, move } from './steps/amend'
import { cancelPassengers, cancelReservation, undoCancellation } from './steps/cancel'
import { confirmReservation, extendHold, releaseHold } from './steps/hold'
import { changeHire } from './steps/change-hire'
import { assignHire, suggestForHire } from './steps/hire'
import { approveReservation, rejectReservation } from './steps/request'
import { revise } from './steps/revise'
import { board, checkIn, completeReservation, markNoShow, stepToJourney, undoCheckIn } from './steps/travel'
import { join, withdraw, stepAndOffer } from './steps/waiting'
import { waitingOn } from './repository/waiting'
import { scanTicketWith } from './scan'
import { printTickets, ticketsFor } from './tickets'
import { reservationsStore } from './store'
import { completeArrived, sweepHolds, sweepWaiting } from './steps/sweeps'

/** Returns the mail that follows an event of the history, or null where none does. */
type PreviewMail = (
  tx: Tx,
  entry: Pick<AuditEntry, 'action' | 'changes' | 'reason'>,
  reservation: Reservation,
) => Promise<MailPreview | null>

interface Deps {
  db: Db
  store: Store<Reservation>
  /** Signs the contents of QR codes of tickets. */
  ticketKey: Uint8Array
  now: () => Date
  previewMail: PreviewMail
}

export const reservationFeature: Feature<Deps> = {
  stores: [reservationsStore],
  routes: reservationRoutes,
  sweeps: ({ db, store, now }) => ({
    holds: () => sweepHolds(db, systemContext('hold sweeper', now)),
    waiting: () => sweepWaiting(db, store, now),
    arrivals: () => completeArrived(db, store, systemContext('journey sweeper', now)),
  }),
}

/** Routes for transitions and tickets of reservations, and for waiting lists of journeys. */
function reservationRoutes(app: FastifyInstance, { db, store, ticketKey, previewMail }: Deps): void {
  const read = async (id: string) => await store.get(id)
  const step: Stepping = (operation, make) =>
    serve(app, operation, async ({ params, body, context, request, reply }) => {
      const version = matchedVersion(request)
      const { simulate = false, journey_id } = body as { simulate?: boolean; journey_id?: string }
      const row = await store.write(
        context,
        async (tx) => {
          const turn =
            journey_id === undefined ? null : stepToJourney(await store.getIn(tx, params.id), journey_id, context)
          if (turn) await store.actIn(tx, params.id, version, context, turn)
          return stepAndOffer(tx, store, params.id, turn ? null : version, context, make(body as never, context))
        },
        simulate,
      )
      reply.header('etag', `"${row.version}"`)
      return row
    })

  const change: Changing = (operation, make) =>
    serve(app, operation, async ({ params, body, context, request, reply }) => {
      const version = matchedVersion(request)
      const { simulate, notify_customer: notifiesCustomer } = body as Changed
      const reason = operations.reasonText(body as Changed)
      const take = make({ ...(body as object), reason } as never, context)
      const row = await store.write(
        context,
        async (tx) => {
          const applied: { before?: Reservation; done?: Done | null } = {}
          const after = await stepAndOffer(tx, store, params.id, version, context, async (within, current) => {
            applied.before = current
            applied.done = await take(within, current)
            return applied.done && { ...applied.done, ...(!notifiesCustomer && { isUntold: true as const }) }
          })
          const { before, done } = applied
          if (!simulate || !before || !done) return after
          const changes = diff({ ...before }, { ...after }, MAILED_OF)
          const event = { action: happenedTo('reservations', done.action), changes, reason }
          return { ...after, ...done.explain?.(), message: await previewMail(tx, event, after) }
        },
        simulate,
      )
      reply.header('etag', `"${row.version}"`)
      return row
    })

  step(operations.confirmReservation, (body, context) => confirmReservation(body.price_hash, context))
  step(operations.extendHold, (_, context) => extendHold(context))
  step(operations.releaseHold, (_, context) => releaseHold(context))
  step(operations.approveReservation, (body, context) => approveReservation(context, body.accept_warnings))
  step(operations.rejectReservation, (body) => rejectReservation(body))
  change(operations.cancelReservation, cancelReservation)
  step(operations.undoCancellation, (body, context) => undoCancellation(body.reason, context))
  change(operations.cancelPassengers, (body, context) => cancelPassengers(body.positions, body, context))
  change(operations.cancelDirection, cancelDirection)
  change(operations.amendReservation, amend)
  change(operations.moveReservation, move)
  step(operations.checkInReservation, (body) => checkIn(body.positions))
  step(operations.undoCheckIn, (body, context) => undoCheckIn(body.positions, context))
  step(operations.boardReservation, (body) => board(body.positions))
  step(operations.markNoShow, (body, context) => markNoShow(body.positions, context))
  step(operations.completeReservation, (_, context) => completeReservation(context))
  step(operations.assignHire, assignHire)
  change(operations.changeHire, changeHire)
  serve(app, operations.suggestForHire, async ({ params }) => suggestForHire(db, await read(params.id)))
  step(reviseHold, revise)
  step(handOverReservation, handOver)

  serve(app, operations.bookRoundTrip, ({ body, context }) =>
    store.write(context, async (tx) => {
      if (body.out.status !== 'confirmed')
        throw invalidAt(
          'out.status',
          sentence`A return requires a confirmed outbound reservation. Confirm both together.`,
        )
      const out = await store.createIn(tx, body.out, context)
      const back = await store.createIn(tx, { ...body.back, return_of_id: out.id }, context)
      return { out, back }
    }),
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
  serve(app, waiting.listWaiting, async ({ params }) => waitingOn(db, await knownRecord(db, 'journeys', params.id)))
  serve(app, waiting.leaveWaitingList, ({ params, context }) =>
    store.write(context, (tx) => withdraw(tx, params.id, context)),
  )
}

/** Events of reservations that decide which mail follows. */
const MAILED_OF: readonly (keyof Reservation)[] = ['status', 'legs']

/** Fields that every change of a sale has in common. */
type Changed = Parameters<typeof operations.reasonText>[0] & {
  simulate: boolean
  notify_customer: boolean
}

type Changing = <B extends z.ZodType>(
  operation: Operation<z.ZodObject<{ id: typeof Id }>, undefined, B>,
  make: (body: z.output<B> & { reason: string }, context: Context) => Step<Reservation>,
) => void

type Stepping = <B extends z.ZodType>(
  operation: Operation<z.ZodObject<{ id: typeof Id }>, undefined, B>,
  make: (body: z.output<B>, context: Context) => Step<Reservation>,
) => void
