import type { FastifyInstance } from 'fastify'
import * as operations from '../../../../../contract/partner/trips'
import type { Db } from '../../../../db/database'
import type { Tx } from '../../../../db/transaction'
import { matchedVersion, tagged } from '../../../../http/etag'
import { serve } from '../../../../http/serve'
import type { Ports } from '../ports'
import { historyOf } from '../repository/trips'
import { eventsOf } from './presenters'
import { tripUseCases } from './use-cases'

/** Registers the routes for single trips of a partner. */
export function partnerTripRoutes(app: FastifyInstance, { db, ports }: { db: Db; ports: Ports }): void {
  const trips = tripUseCases(ports)

  serve(app, operations.getPartnerTrip, async ({ params, context, reply }) =>
    tagged(await trips.read(db, params.id, context), reply),
  )

  serve(app, operations.createPartnerTrip, async ({ body, context, reply }) =>
    tagged(await ports.write(context, (tx) => trips.create(tx, body, context)), reply),
  )

  serve(app, operations.confirmPartnerTrip, async ({ params, body, context, request, reply }) => {
    const trip = { id: params.id, version: matchedVersion(request) }
    return tagged(await ports.write(context, (tx) => trips.confirm(tx, trip, body.price_hash, context)), reply)
  })

  serve(app, operations.extendPartnerTrip, async ({ params, context, request, reply }) => {
    const trip = { id: params.id, version: matchedVersion(request) }
    return tagged(await ports.write(context, (tx) => trips.extend(tx, trip, context)), reply)
  })

  serve(app, operations.cancelPartnerTrip, async ({ params, body, context, request, reply }) => {
    const trip = { id: params.id, version: matchedVersion(request) }
    const cancel = (tx: Tx) => trips.cancel(tx, trip, body.reason, context)
    return tagged(await ports.write(context, cancel, body.simulate), reply)
  })

  serve(app, operations.updatePartnerTrip, async ({ params, body, context, request, reply }) => {
    const trip = { id: params.id, version: matchedVersion(request) }
    return tagged(await ports.write(context, (tx) => trips.update(tx, trip, body, context)), reply)
  })

  serve(app, operations.changePartnerTrip, async ({ params, body, context, request, reply }) => {
    const { simulate, ...requested } = body
    const trip = { id: params.id, version: matchedVersion(request) }
    return tagged(await ports.write(context, (tx) => trips.change(tx, trip, requested, context), simulate), reply)
  })

  serve(app, operations.listPartnerTripTickets, async ({ params, context }) => {
    const trip = await trips.read(db, params.id, context)
    return (await ports.tickets(db, [trip])).get(trip.id) ?? []
  })

  serve(app, operations.printPartnerTripTickets, async ({ params, query, context, reply }) => {
    const trip = await trips.read(db, params.id, context)
    const language = query.language ?? trip.locale
    const pdf = await ports.printTickets(db, trip, language)
    reply.type('application/pdf').header('content-disposition', `inline; filename="${trip.reference}-${language}.pdf"`)
    return pdf
  })

  serve(app, operations.listPartnerTripEvents, async ({ params, context }) => {
    const { id } = await trips.read(db, params.id, context)
    const history = await historyOf(db, id)
    await ports.completeHistory(db, history)
    return eventsOf(history)
  })
}
