import type { Reservation } from '../../../../../contract/entities/reservation'
import type { PartnerTripDetail, TripCreateBody } from '../../../../../contract/partner/trips'
import { sentence } from '../../../../../contract/core/sentence'
import type { Reader, Tx } from '../../../../db/transaction'
import type { Context } from '../../../../kernel/context'
import { isExpected, versionText, type Expected } from '../../../../http/etag'
import { Refusal, invalid } from '../../../../http/refusal'
import { ownerOf, refuseUnlessTrading, sellerOf, type Seller } from '../caller'
import { refuseForeignRoutes } from '../journeys/sellable'
import type { Ports } from '../ports'
import { environmentOf, getTripDetails, idWithReference, lockTrip } from '../repository/trips'
import { followHold } from './hold-bounds'
import { sealed } from './presenters'

/** Input of a step of a trip. */
export interface Step {
  tx: Tx
  trip: PartnerTripDetail
  seller: Seller
}

/** Creates the operations on trips, each restricted to the calling partner. */
export function createTripService(ports: Ports) {
  /** @throws Refusal not_found, environment_mismatch */
  async function read(reader: Reader, id: string, context: Context): Promise<PartnerTripDetail> {
    const owner = ownerOf(context)
    const [trip] = await getTripDetails(reader, owner, [id])
    if (trip) return trip
    refuseOtherEnvironment(await environmentOf(reader, owner, id), context)
    throw new Refusal('not_found', sentence`There is no trip with this id.`)
  }

  /** Returns trips in no particular order; trips of other partners are omitted. */
  const readAll = (reader: Reader, ids: readonly string[], context: Context): Promise<PartnerTripDetail[]> =>
    getTripDetails(reader, ownerOf(context), ids)

  async function create(
    tx: Tx,
    { price_hash, confirm, ...request }: TripCreateBody,
    context: Context,
  ): Promise<PartnerTripDetail> {
    const owner = ownerOf(context)
    const seller = await sellerOf(tx, context)
    refuseUnlessTrading(seller, context)
    await refuseForeignRoutes(tx, request.legs, seller, context.now())
    await refuseKnownReference(tx, request.partner_reference, context)
    await refuseForeignTrip(tx, request.return_of_id, context)
    const reservation = await sealed(() =>
      ports.create(
        tx,
        {
          ...request,
          kind: 'seat',
          environment: owner.environment,
          channel: 'partner',
          partner_id: owner.partnerId,
          status: confirm ? 'confirmed' : 'on_hold',
          payment_method: 'on_account',
          ...(price_hash !== undefined && { quoted_price_hash: price_hash }),
        },
        context,
      ),
    )
    const trip = await read(tx, reservation.id, context)
    await followHold(tx, null, trip, context)
    return trip
  }

  /**
   * Runs one step of a trip.
   * @param work returns the trip after the step
   * @param version the version that the step is based on; null for any
   * @throws Refusal not_found, environment_mismatch, version_mismatch and those of the step
   */
  async function step<T extends PartnerTripDetail>(
    tx: Tx,
    id: string,
    version: Expected,
    context: Context,
    work: (step: Step) => Promise<T>,
  ): Promise<T> {
    const owner = ownerOf(context)
    const found = await lockTrip(tx, owner, id)
    if (!found) throw new Refusal('not_found', sentence`There is no trip with this id.`)
    refuseOtherEnvironment(found.environment, context)
    const trip = await read(tx, id, context)
    if (!isExpected(version, found.version))
      throw new Refusal(
        'version_mismatch',
        sentence`You changed ${versionText(version)}; the trip is now at version ${found.version}. Compare both, then repeat the change for this version.`,
        { current: trip },
      )
    const outcome = await work({ tx, trip, seller: await sellerOf(tx, context) })
    if (trip.status === 'on_hold') await followHold(tx, trip, outcome, context)
    return outcome
  }

  /** Runs a step that consists of one operation on the reservation. */
  const act = (
    tx: Tx,
    id: string,
    version: Expected,
    context: Context,
    work: (step: Step) => Promise<Reservation>,
  ): Promise<PartnerTripDetail> =>
    step(tx, id, version, context, async (known) => {
      await sealed(() => work(known))
      return read(tx, id, context)
    })

  /** Refuses a return of a trip that belongs to another partner or environment. */
  async function refuseForeignTrip(tx: Tx, id: string | null, context: Context): Promise<void> {
    if (id === null || (await environmentOf(tx, ownerOf(context), id)) === ownerOf(context).environment) return
    throw invalid(
      [{ path: 'return_of_id', message: sentence`There is no such trip of your company. Use the id of one.` }],
      'unknown_reference',
    )
  }

  async function refuseKnownReference(tx: Tx, reference: string, context: Context): Promise<void> {
    const known = await idWithReference(tx, ownerOf(context), reference)
    if (known === undefined) return
    const detail = sentence`The trip ${reference} already exists and is in this answer. Use another reference for a new one.`
    throw new Refusal('already_exists', detail, {
      errors: [{ pointer: '/partner_reference', code: 'already_exists', detail }],
      current: await read(tx, known, context),
    })
  }

  return { read, readAll, create, step, act }
}

function refuseOtherEnvironment(environment: string | undefined, context: Context): void {
  if (environment === undefined || environment === ownerOf(context).environment) return
  throw new Refusal(
    'environment_mismatch',
    environment === 'live'
      ? sentence`This is a live trip. Call with a live key.`
      : sentence`This is a test trip. Call with a test key.`,
  )
}
