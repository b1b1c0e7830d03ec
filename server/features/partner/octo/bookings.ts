import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import type {
  OctoBooking,
  OctoBookingsQuery,
  OctoReserveBody,
  OctoUnitItemInput,
  OctoUpdateBody,
} from '../../../../contract/partner/octo'
import { joinLines } from '../../../../contract/core/scalars'
import { TripCreateBody, TripUpdateBody, type PartnerTripDetail } from '../../../../contract/partner/trips'
import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { checkInput } from '../../../http/check-input'
import { Refusal, invalid } from '../../../http/refusal'
import { departureNamed } from './availability'
import { NAMELESS, storedContact, nameOf, partyOf } from './contact'
import type { Ports } from './ports'
import { categoriesOf, idOf, oneSold, soldTo, presentProducts } from './products'
import { unknown, unprocessable } from './refusals'
import { findGiven, listGiven, saveGiven, type Given } from './repository/bookings'
import { readCompanyCountry, type Sold } from './repository/products'
import { bookingOf } from './presenters'

const CANCELLED_BY = 'Cancelled by the reseller'
const CHANGED_BY = 'Changed by the reseller'

/** Creates the service for bookings of resellers. Each booking is a trip of the partner API. */
export function createBookings(db: Db, ports: Ports) {
  const { trips } = ports

  /** @throws Refusal INVALID_BOOKING_UUID for a booking of another partner or environment, or one not made by OCTO */
  async function given(reader: Reader, uuid: string, context: Context): Promise<Given> {
    const found = await findGiven(reader, ports.owner(context), uuid)
    if (!found) throw unknown('INVALID_BOOKING_UUID', uuid)
    return found
  }

  /** Presents bookings. The number of statements does not depend on the number of bookings. */
  async function present(found: readonly Given[], context: Context, isPriced: boolean): Promise<OctoBooking[]> {
    if (found.length === 0) return []
    const ids = found.map(({ id }) => id)
    const read = new Map((await trips.readAll(db, ids, context)).map((trip) => [trip.id, trip]))
    const productIds = new Set(found.map(({ productId }) => productId))
    const [only] = productIds.size === 1 ? productIds : []
    const sold = (await soldTo(ports, db, context, only)).filter((each) => productIds.has(idOf(each)))
    const presented = await presentProducts(ports, db, context, sold, isPriced)
    const products = new Map(presented.map((product) => [product.id, product]))
    const tickets = await ports.tickets(db, [...read.values()])
    const { contract } = await ports.seller(db, context)
    return found.flatMap((each) => {
      const trip = read.get(each.id)
      if (!trip) return []
      const isAhead = trip.travel_at !== null && Date.parse(trip.travel_at) > context.now().getTime()
      const cancellable =
        trip.status === 'on_hold' || (trip.status === 'confirmed' && isAhead && contract.cancel_rights !== 'none')
      const product = products.get(each.productId)
      return [bookingOf({ trip, given: each, product, tickets: tickets.get(each.id) ?? [], cancellable, isPriced })]
    })
  }

  async function get(uuid: string, context: Context, isPriced: boolean): Promise<OctoBooking> {
    const [booking] = await present([await given(db, uuid, context)], context, isPriced)
    if (!booking) throw unknown('INVALID_BOOKING_UUID', uuid)
    return booking
  }

  async function list(query: OctoBookingsQuery, context: Context, isPriced: boolean): Promise<OctoBooking[]> {
    if (Object.keys(query).length === 0)
      throw new Refusal('malformed', sentence`Give at least one filter: a reference, a day of travel or a product.`)
    return present(await listGiven(db, ports.owner(context), query), context, isPriced)
  }

  /** Creates a booking. @returns its uuid, or that of an existing booking when the request is repeated */
  const reserve = (body: OctoReserveBody, context: Context): Promise<string> =>
    ports.write(context, async (tx) => {
      const uuid = body.uuid ?? uuidv7()
      if (await findGiven(tx, ports.owner(context), uuid)) return uuid
      const sold = await oneSold(ports, tx, context, body)
      const departure = await departureNamed(ports, tx, sold, body.availabilityId, context)
      const items = body.unitItems ?? []
      if (items.length === 0) throw unprocessable(sentence`Give at least one of unitItems.`)
      const country = await readCompanyCountry(tx)
      const request = {
        partner_reference: uuid,
        lead_name: NAMELESS,
        ...partyOf(body.contact, body.notes ?? undefined, country),
        legs: [legOf(departure)],
        passengers: passengersOf(sold, items),
      }
      const trip = await trips.create(tx, parsed(TripCreateBody, request), context)
      await saveGiven(tx, {
        id: trip.id,
        productId: idOf(sold),
        resellerReference: body.resellerReference ?? null,
        confirmedAt: null,
        contact: storedContact(body.contact, {}, country),
        unitItems: items.map(itemOf),
      })
      return uuid
    })

  /** Applies the fields that the reseller sent to a booking. */
  async function apply(tx: Tx, found: Given, body: OctoUpdateBody, context: Context): Promise<Given> {
    const trip = await trips.read(tx, found.id, context)
    const tripVersion = { id: found.id, version: null }
    const productId = body.productId ?? found.productId
    const isElsewhere = Boolean(body.productId ?? body.availabilityId ?? body.optionId)
    const items = body.unitItems ?? null
    const sold = isElsewhere || items ? await oneSold(ports, tx, context, { ...body, productId }) : null
    if (items?.length === 0) throw unprocessable(sentence`Give at least one of unitItems, or cancel the booking.`)
    const party = items && sold ? passengersOf(sold, items, trip, found) : null
    const legs =
      sold && body.availabilityId ? [legOf(await departureNamed(ports, tx, sold, body.availabilityId, context))] : null
    if (productId !== found.productId && !legs) throw unknown('INVALID_AVAILABILITY_ID', null)
    const travelling = trip.passengers.filter(isTravelling)
    const isOtherParty = party && categories(party) !== categories(travelling)
    if (legs || isOtherParty)
      await trips.change(
        tx,
        tripVersion,
        { ...(legs && { legs }), ...(isOtherParty && { passengers: party }), reason: CHANGED_BY },
        context,
      )
    const names =
      party && !isOtherParty
        ? travelling.map(({ position }, index) => ({ position, name: party[index]?.name ?? null }))
        : null
    const country = await readCompanyCountry(tx)
    const request = { ...partyOf(body.contact, body.notes, country), ...(names && { passengers: names }) }
    if (Object.keys(request).length > 0) await trips.update(tx, tripVersion, parsed(TripUpdateBody, request), context)
    const now = {
      ...found,
      productId,
      contact: storedContact(body.contact, found.contact, country),
      ...(body.resellerReference !== undefined && { resellerReference: body.resellerReference }),
      ...(items && { unitItems: isOtherParty ? items.map(itemOf) : sameParty(trip, items, found) }),
    }
    await saveGiven(tx, now)
    return now
  }

  const update = (uuid: string, body: OctoUpdateBody, context: Context): Promise<unknown> =>
    ports.write(context, async (tx) => apply(tx, await given(tx, uuid, context), body, context))

  const confirm = (uuid: string, body: OctoUpdateBody, context: Context): Promise<unknown> =>
    ports.write(context, async (tx) => {
      const changed = await apply(tx, await given(tx, uuid, context), body, context)
      await trips.confirm(tx, { id: changed.id, version: null }, undefined, context)
      await saveGiven(tx, { ...changed, confirmedAt: context.now().toISOString() })
      return uuid
    })

  const extend = (uuid: string, context: Context): Promise<unknown> =>
    ports.write(context, async (tx) =>
      trips.extend(tx, { id: (await given(tx, uuid, context)).id, version: null }, context),
    )

  const cancel = (uuid: string, reason: string | null | undefined, context: Context): Promise<unknown> =>
    ports.write(context, async (tx) => {
      const { id } = await given(tx, uuid, context)
      return trips.cancel(tx, { id, version: null }, reason || CANCELLED_BY, context)
    })

  return { get, list, reserve, update, confirm, extend, cancel }
}

const legOf = ({ id, board_seq, alight_seq }: { id: string; board_seq: number; alight_seq: number }) => ({
  journey_id: id,
  direction: 'outbound' as const,
  board_seq,
  alight_seq,
})

const itemOf = ({ uuid, resellerReference }: OctoUnitItemInput) => ({
  uuid: uuid ?? uuidv7(),
  resellerReference: resellerReference ?? null,
})

/** Assigns items to travelling passengers in order; cancelled passengers retain their items. */
function sameParty({ passengers }: PartnerTripDetail, items: readonly OctoUnitItemInput[], before: Given) {
  const present = items.map(itemOf)
  return passengers.flatMap(
    (passenger, place) => (isTravelling(passenger) ? present.shift() : before.unitItems[place]) ?? [],
  )
}

const isTravelling = ({ status }: { status: string }): boolean => status !== 'cancelled'
const categories = (passengers: readonly { category: string }[]): string =>
  passengers.map(({ category }) => category).join()

/** Returns the passengers of unit items; a known passenger retains unspecified values. @throws Refusal INVALID_UNIT_ID */
function passengersOf(sold: Sold, items: readonly OctoUnitItemInput[], trip?: PartnerTripDetail, before?: Given) {
  return items.map(({ uuid, unitId, contact }) => {
    const category = categoriesOf(sold).find((known) => known === unitId)
    if (!category) throw unknown('INVALID_UNIT_ID', unitId)
    const place = before?.unitItems.findIndex((item) => item.uuid === uuid) ?? -1
    const known = trip?.passengers[place]
    const name = nameOf(contact) ?? known?.name ?? null
    return { category, name: name && joinLines(name), needs: known?.needs ?? [] }
  })
}

/** @throws Refusal validation */
function parsed<S extends z.ZodType>(schema: S, request: unknown): z.output<S> {
  const { data, issues } = checkInput(schema, request)
  if (issues !== undefined) throw invalid(issues)
  return data
}
