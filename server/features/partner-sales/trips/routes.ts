import type { FastifyInstance } from 'fastify'
import * as operations from '../../../../contract/partner-trips'
import type { ChangedTrip } from '../../../../contract/partner-trips'
import type { Db } from '../../../db/database'
import { matchedVersion, tagged } from '../../../http/etag'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import { refuseUnlessTrading } from '../caller'
import { refuseForeignRoutes } from '../journeys/sellable'
import type { Ports } from '../ports'
import { historyOf } from '../repository/trips'
import { createTripDesk, type Step } from './desk'
import { cancelsFree, refuseBeyondCredit, refuseUnlessOwnToChange, refuseUnpriced } from './rights'
import { eventsOf, sealed } from './told'

/** What a partner does with its trips, one by one. */
export function partnerTripRoutes(app: FastifyInstance, { db, ports }: { db: Db; ports: Ports }): void {
  const desk = createTripDesk(ports)

  serve(app, operations.getPartnerTrip, async ({ params, context, reply }) =>
    tagged(await desk.read(db, params.id, context), reply),
  )

  serve(app, operations.createPartnerTrip, async ({ body, context, reply }) =>
    tagged(await desk.create(body, context), reply),
  )

  serve(app, operations.confirmPartnerTrip, async ({ params, body, context, request, reply }) => {
    const confirm = async ({ tx, seller }: Step) => {
      refuseUnlessTrading(seller, context)
      const reservation = await ports.confirm(tx, params.id, body.price_hash, context)
      await refuseBeyondCredit(tx, seller, context)
      return reservation
    }
    return tagged(await desk.act(params.id, matchedVersion(request), context, confirm), reply)
  })

  serve(app, operations.extendPartnerTrip, async ({ params, context, request, reply }) => {
    const extend = ({ tx }: Step) => ports.extend(tx, params.id, context)
    return tagged(await desk.act(params.id, matchedVersion(request), context, extend), reply)
  })

  serve(app, operations.cancelPartnerTrip, async ({ params, body, context, request, reply }) => {
    const cancel = ({ tx, trip, seller }: Step) => {
      refuseUnlessOwnToChange(trip, seller, context.now())
      return ports.cancel(tx, params.id, { reason: body.reason, isFree: cancelsFree(seller) }, context)
    }
    return tagged(await desk.act(params.id, matchedVersion(request), context, cancel, body.simulate), reply)
  })

  serve(app, operations.updatePartnerTrip, async ({ params, body, context, request, reply }) => {
    const correct = ({ tx }: Step) => ports.correct(tx, params.id, body, context)
    return tagged(await desk.act(params.id, matchedVersion(request), context, correct), reply)
  })

  serve(app, operations.changePartnerTrip, async ({ params, body, context, request, reply }) => {
    const { simulate, price_hash, ...wish } = body
    const change = async ({ tx, trip, seller }: Step): Promise<ChangedTrip> => {
      refuseUnlessTrading(seller, context)
      refuseUnlessOwnToChange(trip, seller, context.now())
      if (wish.legs) await refuseForeignRoutes(tx, wish.legs, seller, context.now())
      const reservation = await sealed(() => ports.amend(tx, params.id, wish, context))
      refuseUnpriced(reservation)
      if (price_hash !== undefined && price_hash !== reservation.price_hash) throw otherPrice()
      await refuseBeyondCredit(tx, seller, context)
      const changed = await desk.read(tx, params.id, context)
      return { ...changed, difference_minor: changed.gross_minor - trip.gross_minor }
    }
    return tagged(await desk.step(params.id, matchedVersion(request), context, change, simulate), reply)
  })

  serve(app, operations.listPartnerTripTickets, async ({ params, context }) =>
    ports.tickets(db, await desk.read(db, params.id, context)),
  )

  serve(app, operations.printPartnerTripTickets, async ({ params, query, context, reply }) => {
    const trip = await desk.read(db, params.id, context)
    const language = query.language ?? trip.locale
    const pdf = await ports.printTickets(db, trip, language)
    reply.type('application/pdf').header('content-disposition', `inline; filename="${trip.reference}-${language}.pdf"`)
    return pdf
  })

  serve(app, operations.listPartnerTripEvents, async ({ params, context }) => {
    const { id } = await desk.read(db, params.id, context)
    return eventsOf(await historyOf(db, id))
  })
}

const otherPrice = () => {
  const detail = 'The change costs something else by now. Simulate it again and agree to the new price.'
  return new Refusal('price_changed', detail, { errors: [{ pointer: '/price_hash', code: 'price_changed', detail }] })
}
