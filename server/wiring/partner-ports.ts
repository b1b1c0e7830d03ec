import { uuidv7 } from 'uuidv7'
import type { Reservation } from '../../contract/entities/reservation'
import { webhookPoster, type WebhookTargets } from '../adapters/webhook-post'
import type { Store } from '../crud/store'
import type { Done, Step } from '../crud/store-options'
import type { Db } from '../db/database'
import type { Tx } from '../db/transaction'
import type { CallerKind } from '../domain/state-machine'
import { redactBody } from '../domain/partner-logs/redact'
import { dayAt } from '../domain/pricing/travel'
import { writeEntries } from '../features/partner/logs/repository/entries'
import type { Ports as OctoPorts } from '../features/partner/octo/ports'
import { ownerOf, sellerOf } from '../features/partner/sales/caller'
import { departuresOf } from '../features/partner/sales/journeys/departures'
import { pricesOf } from '../features/partner/sales/journeys/price-from'
import type { Ports as SalesPorts } from '../features/partner/sales/ports'
import { getTrip } from '../features/partner/sales/repository/trip-list'
import { getSnapshotDetails, type TripSnapshot } from '../features/partner/sales/repository/trips'
import { HoldBoundRefusal, notifyOfBound } from '../features/partner/sales/trips/hold-bounds'
import { tripUseCases } from '../features/partner/sales/trips/use-cases'
import type { Ports as SandboxPorts } from '../features/partner/sandbox/trips'
import { createOutbox, type Outbox } from '../features/partner/webhooks/outbox'
import { webhookJobs, type SentCall } from '../features/partner/webhooks/sender'
import { quotePrice } from '../features/quotes/quote-price'
import { endHold } from '../features/reservations/steps/sweeps'
import { amend, moveForOperator } from '../features/reservations/steps/amend'
import { cancelReservation } from '../features/reservations/steps/cancel'
import { correct } from '../features/reservations/steps/correct'
import { confirmReservation, extendHold } from '../features/reservations/steps/hold'
import { approveReservation } from '../features/reservations/steps/request'
import { arrive, board, checkIn, markMissed } from '../features/reservations/steps/travel'
import { stepAndOffer } from '../features/reservations/steps/waiting'
import { printTickets, ticketsByReservation } from '../features/reservations/tickets'
import type { Context } from '../kernel/context'
import type { JobHandlers } from '../jobs/worker'

interface Deps {
  db: Db
  reservations: Store<Reservation>
  /** Signs the QR codes of tickets. */
  ticketKey: Uint8Array
}

/** Returns the use cases that partners sell with, which are those of the desk. */
export function partnerPortsOf({ db, reservations, ticketKey }: Deps): SalesPorts {
  const act = async (tx: Tx, id: string, context: Context, step: Step<Reservation>) =>
    await stepAndOffer(tx, reservations, id, null, context, step)
  const change = async (tx: Tx, id: string, context: Context, step: Step<Reservation>) => {
    const applied: { done?: Done | null } = {}
    const reservation = await act(tx, id, context, async (within, current) => {
      applied.done = await step(within, current)
      return applied.done
    })
    return { ...reservation, ...applied.done?.explain?.() }
  }

  return {
    quotePrice: (request, context) =>
      quotePrice(db, request, { now: context.now(), setsAnyPrice: false, seesTerms: true }),
    completeHistory: (reader, entries) => reservations.completeHistory(reader, entries),
    write: async (context, work, dryRun) => {
      try {
        return await reservations.write(context, work, dryRun)
      } catch (error) {
        if (error instanceof HoldBoundRefusal) await notifyOfBound(db, error, context)
        throw error
      }
    },
    create: async (tx, requested, context) =>
      await reservations.createIn(tx, reservations.entity.create.parse(requested), context),
    confirm: (tx, id, agreedHash, context) => act(tx, id, context, confirmReservation(agreedHash, context)),
    extend: (tx, id, context) => act(tx, id, context, extendHold(context)),
    cancel: (tx, id, { reason, isFree }, context) =>
      change(tx, id, context, cancelReservation({ reason, waive_fee: isFree }, waiving(context, isFree))),
    amend: (tx, id, { isFree, ...requested }, context) =>
      change(tx, id, context, amend({ ...requested, waive_fee: isFree }, waiving(context, isFree))),
    correct: (tx, id, requested, context) => act(tx, id, context, correct(requested, context)),
    // Passengers pay the partner, so the operator's tickets show no amount due.
    printTickets: (reader, trip, language) =>
      printTickets(
        reader,
        { ...trip, total_minor: trip.gross_minor, paid_minor: trip.gross_minor },
        language,
        ticketKey,
      ),
    tickets: (reader, sold) => ticketsByReservation(reader, sold, ticketKey),
  }
}

/** A contract that allows free cancellation waives the fee, which otherwise only managers may. */
const waiving = (context: Context, isFree: boolean): Context =>
  isFree ? { ...context, allows: ['waive_fee'] } : context

/** "From" prices are those of a departure this far ahead. */
const AHEAD_MS = 7 * 86_400_000

/** Returns what OCTO resellers sell with, from the ports of partners. */
export const octoPortsOf = (sales: SalesPorts): OctoPorts => ({
  seller: sellerOf,
  owner: ownerOf,
  departures: async (reader, { routeId, originId, destinationId, ...asked }, context) => {
    const question = { ...asked, routeId, origins: [originId], destinations: [destinationId] }
    return departuresOf(reader, question, await sellerOf(reader, context), context.now())
  },
  pricesAhead: async (reader, segments, parties, context) => {
    const departsAt = new Date(context.now().getTime() + AHEAD_MS).toISOString()
    const ride = { vehicleTypeId: '', serviceDate: dayAt(departsAt, 'UTC'), departsAt, seats: [] }
    const rides = segments.map((segment) => ({ ...segment, ...ride }))
    return pricesOf(reader, rides, parties, await sellerOf(reader, context), context.now())
  },
  tickets: sales.tickets,
  write: sales.write,
  trips: tripUseCases(sales),
})

/** Returns what the sandbox uses: the desk's steps of reservations, and those that otherwise only time triggers. */
export function sandboxPortsOf(reservations: Store<Reservation>, outbox: Outbox): SandboxPorts {
  // The scenario runner plays both sides, whether a call of the partner or the clock makes it go on.
  const acting =
    (actingAs: CallerKind) =>
    (tx: Tx, id: string, context: Context, step: Step<Reservation>): Promise<Reservation> =>
      stepAndOffer(tx, reservations, id, null, { ...context, actingAs }, step)
  const [asPartner, asStaff] = [acting('partner'), acting('staff')]

  return {
    create: async (tx, requested, context) =>
      await reservations.createIn(tx, reservations.entity.create.parse(requested), context),
    confirm: (tx, id, context) => asPartner(tx, id, context, confirmReservation(undefined, context)),
    approve: (tx, id, context) => asStaff(tx, id, context, approveReservation(context)),
    cancel: (tx, id, reason, context) =>
      asStaff(tx, id, context, cancelReservation({ reason, waive_fee: true }, waiving(context, true))),
    move: (tx, id, to_journey_id, context) =>
      asStaff(tx, id, context, moveForOperator({ to_journey_id, reason: 'Mock trip: a later departure' }, context)),
    checkIn: (tx, id, context) => asStaff(tx, id, context, checkIn(undefined)),
    expire: (tx, id, context) => endHold(tx, id, context),
    markNoShow: (tx, id, context) => asStaff(tx, id, context, markMissed(undefined)),
    complete: async (tx, id, context) => {
      await asStaff(tx, id, context, board(undefined))
      await asStaff(tx, id, context, arrive())
    },
    notifyOfJourney: outbox.notifyOfSandboxJourney,
    readTrip: (reader, partnerId, id) => getTrip(reader, { partnerId, environment: 'test' }, id),
  }
}

/** Creates an outbox with trips in the form that the partner API answers. */
export const webhookOutbox = (now: () => Date) =>
  createOutbox({
    now,
    readTrips: async (reader, owner, snapshot) => {
      const trips = await getSnapshotDetails(reader, owner, snapshot as readonly TripSnapshot[])
      return trips.map((trip) => ({ ...trip, price_lines: trip.price_lines.map(withoutRule) }))
    },
  })

interface SenderDeps {
  db: Db
  /** Key that decrypts the secrets of receivers. */
  key: Uint8Array
  targets: WebhookTargets
  now: () => Date
  onError: (error: unknown) => void
}

/** Sends pending webhooks, and writes each attempt into the log of the partner's calls. */
export const webhookSending = ({ db, targets, ...deps }: SenderDeps): JobHandlers =>
  webhookJobs({
    ...deps,
    db,
    post: webhookPoster({ targets }),
    log: (calls) => writeEntries(db, calls.map(entryOf)),
  })

/** Removes the operator's pricing rule, which partners must not see, from a price line. */
const withoutRule = (line: object) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'rule_id' && name !== 'rule_version'))

function entryOf({ delivery, at, answer, headers }: SentCall): Parameters<typeof writeEntries>[1][number] {
  const { partner_id, environment, trip_reference, partner_reference } = delivery
  const url = new URL(delivery.url)
  return {
    id: uuidv7(),
    at: at.toISOString(),
    partner_id,
    credential_id: null,
    environment,
    direction: 'webhook',
    method: 'POST',
    path: `${url.origin}${url.pathname}`,
    query: '',
    status: answer.status,
    problem_code: null,
    duration_ms: answer.durationMs,
    ip: null,
    user_agent: null,
    request_id: delivery.id,
    idempotency_key: null,
    trip_reference,
    partner_reference,
    request_headers: headers,
    request_body: redactBody(JSON.parse(delivery.payload)),
    response_headers: {},
    response_body: redactBody(answer.text),
  }
}
