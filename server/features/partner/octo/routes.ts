import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OCTO_PRICING, OCTO_PRICING_DOCS } from '../../../../contract/partner/octo'
import * as operations from '../../../../contract/partner/octo-operations'
import type { Db } from '../../../db/database'
import { refusalWithoutRoute } from '../../../http/methods'
import { refusalOf } from '../../../http/problem'
import type { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import type { Feature } from '../../feature'
import { availabilityOf, calendarOf } from './availability'
import { createBookings } from './bookings'
import type { Ports } from './ports'
import { oneSold, soldTo, presentProducts } from './products'
import { sendOctoError } from './refusals'
import { readSupplier } from './repository/products'

interface Deps {
  db: Db
  ports: Ports
  /** Public origin of the server. */
  origin: string
  /** URL of the operator's website; null when none is set. */
  website: string | null
}

export const octoFeature: Feature<Deps> = {
  routes: octoRoutes,
}

/** Registers OCTO's supplier routes in a separate scope with OCTO's error format. */
async function octoRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (room) => {
    room.setErrorHandler<FastifyError | Refusal>((error, request, reply) =>
      sendOctoError(request, reply, refusalOf(error, request)),
    )
    shopping(room, deps)
    booking(room, deps)
  })
  // Paths and methods that no operation has.
  await app.register(
    async (rest) => {
      rest.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) =>
        sendOctoError(request, reply, refusalWithoutRoute(request, reply)),
      )
    },
    { prefix: '/octo' },
  )
}

function shopping(app: FastifyInstance, { db, ports, origin, website }: Deps): void {
  serve(app, operations.getOctoSupplier, async () => {
    const { name, contact_email, contact_phone } = await readSupplier(db)
    return {
      id: 'operator',
      name,
      endpoint: `${origin}/octo`,
      contact: { website, email: contact_email, telephone: contact_phone, address: null },
    }
  })

  serve(app, operations.listOctoCapabilities, async () => [
    { id: OCTO_PRICING, revision: 1, required: false, dependencies: [], docs: OCTO_PRICING_DOCS },
  ])

  serve(app, operations.listOctoProducts, async ({ context, request, reply }) =>
    presentProducts(ports, db, context, await soldTo(ports, db, context), asksForPrices(request, reply)),
  )

  serve(app, operations.getOctoProduct, async ({ params, context, request, reply }) => {
    const sold = await oneSold(ports, db, context, { productId: params.id })
    const [product] = await presentProducts(ports, db, context, [sold], asksForPrices(request, reply))
    if (!product) throw new Error('The product was not presented.')
    return product
  })

  serve(app, operations.checkOctoCalendar, async ({ body, context, request, reply }) =>
    calendarOf(ports, db, body, context, asksForPrices(request, reply)),
  )

  serve(app, operations.checkOctoAvailability, async ({ body, context, request, reply }) =>
    availabilityOf(ports, db, body, context, asksForPrices(request, reply)),
  )
}

function booking(app: FastifyInstance, { db, ports }: Deps): void {
  const bookings = createBookings(db, ports)

  serve(app, operations.reserveOctoBooking, async ({ body, context, request, reply }) =>
    bookings.get(await bookings.reserve(body, context), context, asksForPrices(request, reply)),
  )

  serve(app, operations.listOctoBookings, async ({ query, context, request, reply }) =>
    bookings.list(query, context, asksForPrices(request, reply)),
  )

  serve(app, operations.getOctoBooking, async ({ params: { uuid }, context, request, reply }) =>
    bookings.get(uuid, context, asksForPrices(request, reply)),
  )

  serve(app, operations.confirmOctoBooking, async ({ params: { uuid }, body, context, request, reply }) => {
    await bookings.confirm(uuid, body, context)
    return bookings.get(uuid, context, asksForPrices(request, reply))
  })

  serve(app, operations.extendOctoBooking, async ({ params: { uuid }, context, request, reply }) => {
    await bookings.extend(uuid, context)
    return bookings.get(uuid, context, asksForPrices(request, reply))
  })

  serve(app, operations.cancelOctoBooking, async ({ params: { uuid }, body, context, request, reply }) => {
    await bookings.cancel(uuid, body?.reason, context)
    return bookings.get(uuid, context, asksForPrices(request, reply))
  })

  serve(app, operations.updateOctoBooking, async ({ params: { uuid }, body, context, request, reply }) => {
    await bookings.update(uuid, body, context)
    return bookings.get(uuid, context, asksForPrices(request, reply))
  })
}

/** Returns whether the caller requests prices, and sets the capabilities header of the response. */
function asksForPrices(request: FastifyRequest, reply: FastifyReply): boolean {
  const asked = String(request.headers['octo-capabilities'] ?? '').split(/[\s,]+/)
  const isPriced = asked.includes(OCTO_PRICING)
  reply.header('octo-capabilities', isPriced ? OCTO_PRICING : '')
  return isPriced
}
