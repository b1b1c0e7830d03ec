import type { z } from 'zod'
import type * as operations from '../../../../../contract/partner/trips'
import type {
  CancelledTrip,
  ChangedTrip,
  PartnerTripDetail,
  TripUpdateBody,
} from '../../../../../contract/partner/trips'
import { sentence } from '../../../../../contract/core/sentence'
import type { Tx } from '../../../../db/transaction'
import type { Context } from '../../../../kernel/context'
import type { Expected } from '../../../../http/etag'
import { Refusal } from '../../../../http/refusal'
import { refuseUnlessTrading } from '../caller'
import { refuseForeignRoutes } from '../journeys/sellable'
import type { Ports } from '../ports'
import { createTripService, type Step } from './trip-service'
import { cancelsFree, refuseUnlessOwnToChange } from './rights'
import { sealed } from './presenters'

type Body<O extends { body?: z.ZodType }> = z.output<NonNullable<O['body']>>

/** A trip and the version that the step is based on; null for any. */
interface TripVersion {
  id: string
  version: Expected
}

/** Returns the use cases of trips. Each receives the transaction, so that callers can combine several and roll them back. */
export function tripUseCases(ports: Ports) {
  const { read, readAll, create, step, act } = createTripService(ports)

  const confirm = (tx: Tx, { id, version }: TripVersion, agreedHash: string | undefined, context: Context) =>
    act(tx, id, version, context, async ({ seller }: Step) => {
      refuseUnlessTrading(seller, context)
      return ports.confirm(tx, id, agreedHash, context)
    })

  const extend = (tx: Tx, { id, version }: TripVersion, context: Context) =>
    act(tx, id, version, context, () => ports.extend(tx, id, context))

  const cancel = (tx: Tx, { id, version }: TripVersion, reason: string, context: Context): Promise<CancelledTrip> =>
    step(tx, id, version, context, async ({ trip, seller }) => {
      refuseUnlessOwnToChange(trip, seller, context.now())
      const { price_change } = await sealed(() =>
        ports.cancel(tx, id, { reason, isFree: cancelsFree(seller) }, context),
      )
      return { ...(await read(tx, id, context)), ...(price_change && { price_change }) }
    })

  const update = (tx: Tx, { id, version }: TripVersion, request: TripUpdateBody, context: Context) =>
    act(tx, id, version, context, () => ports.correct(tx, id, request, context))

  const change = (
    tx: Tx,
    { id, version }: TripVersion,
    { price_hash, ...request }: Omit<Body<typeof operations.changePartnerTrip>, 'simulate'>,
    context: Context,
  ): Promise<ChangedTrip> =>
    step(tx, id, version, context, async ({ trip, seller }) => {
      refuseUnlessTrading(seller, context)
      refuseUnlessOwnToChange(trip, seller, context.now())
      if (request.legs) await refuseForeignRoutes(tx, request.legs, seller, context.now())
      const reservation = await sealed(() => ports.amend(tx, id, { ...request, isFree: cancelsFree(seller) }, context))
      if (price_hash !== undefined && price_hash !== reservation.price_hash) throw otherPrice()
      const changed: PartnerTripDetail = await read(tx, id, context)
      const { price_change } = reservation
      const difference_minor = changed.gross_minor - trip.gross_minor
      return { ...changed, difference_minor, ...(price_change && { price_change }) }
    })

  return { read, readAll, create, confirm, extend, cancel, update, change }
}

const otherPrice = () => {
  const detail = sentence`The price of the change is different now. Simulate it again and send the new price_hash.`
  return new Refusal('price_changed', detail, { errors: [{ pointer: '/price_hash', code: 'price_changed', detail }] })
}
