import type { PriceLine } from '../../../../../contract/entities/price-line'
import type { Reservation } from '../../../../../contract/entities/reservation'
import type { ReservationLeg, ReservationPassenger } from '../../../../../contract/entities/reservation-parts'
import type { Step } from '../../../../crud/store-options'
import { audit, same } from '../../../../db/audit'
import type { Tx } from '../../../../db/transaction'
import { amendedPrice } from '../../../../domain/pricing/price'
import { sameWay } from '../../../../domain/reservations/move'
import type { ReservationStatus } from '../../../../domain/reservations/status'
import type { Context } from '../../../../http/context'
import { invalid, wrongState } from '../../../../http/refusal'
import { aboardFor } from '../aboard'
import { holdEnd, travelColumns } from '../columns'
import { lockLegs } from '../journeys'
import { priceSeats, type PriceColumns, type SoldLeg } from '../prices'
import { replaceLegs, replacePassengers } from '../records'
import { reseat } from '../seats'
import { keepSnapshot, priceColumns } from '../snapshots'
import { refuseUnlessHeld } from './hold'

const CHANGEABLE: readonly ReservationStatus[] = ['on_hold', 'pending', 'confirmed', 'checked_in']

interface Amendment {
  legs?: ReservationLeg[] | undefined
  passengers?: ReservationPassenger[] | undefined
  reason: string
}

function refuseUnchangeable(current: Reservation, context: Context): void {
  if (current.kind !== 'seat')
    throw wrongState([{ path: 'kind', message: `${current.reference} is a hire: change its run instead.` }])
  if (!CHANGEABLE.includes(current.status))
    throw wrongState([
      {
        path: 'status',
        message: `${current.reference} is ${current.status.replaceAll('_', ' ')} and stays as it was.`,
      },
    ])
  if (current.status === 'on_hold') refuseUnlessHeld(current, context.now())
}

/** Another way or party at the price of today; what was promised before is kept. */
export const amend =
  (wish: Amendment, context: Context): Step =>
  async (tx, row) => {
    const current = row as unknown as Reservation
    refuseUnchangeable(current, context)
    const travelling = current.passengers.filter((_, index) => current.passenger_statuses[index] !== 'cancelled')
    const legs = wish.legs ?? current.legs
    const passengers = wish.passengers ?? travelling
    if (same(legs, current.legs) && same(passengers, travelling)) return null
    const aboard = await aboardFor(tx, { legs, passengers, addons: current.addons })
    const sold = await reseat(tx, current, { legs, ...aboard }, context)
    const price = await priceSeats(tx, sold, { ...current, passengers, price_override: null }, context)
    if (price.currency !== current.currency && current.paid_minor > 0)
      throw invalid([{ path: 'legs', message: `It was paid in ${current.currency}: cancel it and book anew.` }])
    await keepSnapshot(tx, current, context)
    await replaceLegs(tx, row.id, legs)
    await replacePassengers(tx, row.id, passengers, current.status)
    return {
      action: 'amended',
      reason: wish.reason,
      values: {
        ...priceColumns({ ...current, currency: price.currency }, amendedLines(current, price)),
        currency: price.currency,
        commission_minor: price.commission_minor,
        ...aboard,
        ...travelColumns(sold),
        ...(current.status === 'on_hold' && { hold_expires_at: await shorterHold(tx, current, sold, context) }),
      },
    }
  }

/** What was agreed with one more line for the difference; in another currency nothing of it can stay. */
const amendedLines = (current: Reservation, { price_lines, total_minor, currency }: PriceColumns): PriceLine[] =>
  currency === current.currency ? amendedPrice(current.price_lines, total_minor, currency).lines : price_lines

interface Move {
  from_journey_id?: string | undefined
  to_journey_id: string
  reason: string
}

/** The same way on another departure. The price and the tickets stay; both journeys are told in their history. */
export const move =
  (wish: Move, context: Context): Step =>
  async (tx, row) => {
    const current = row as unknown as Reservation
    refuseUnchangeable(current, context)
    const place = current.legs.findIndex(
      (leg) => wish.from_journey_id === undefined || leg.journey_id === wish.from_journey_id,
    )
    const leaving = current.legs[place]
    if (!leaving || (wish.from_journey_id === undefined && current.legs.length > 1))
      throw invalid([{ path: 'from_journey_id', message: 'Say which of its journeys the party leaves.' }])
    if (leaving.journey_id === wish.to_journey_id) return null
    const target = await sameLegOn(tx, leaving, wish.to_journey_id, context)
    const legs = current.legs.map((leg, index) => (index === place ? target : leg))
    const sold = await reseat(tx, current, { ...current, legs }, context)
    await keepSnapshot(tx, current, context)
    await replaceLegs(tx, row.id, legs)
    await noteOnJourneys(tx, current, leaving.journey_id, sold[place], wish.reason, context)
    return {
      action: 'moved',
      reason: wish.reason,
      values: {
        ...priceColumns(current, current.price_lines, current.price_hash ?? undefined),
        ...travelColumns(sold),
        ...(current.status === 'on_hold' && { hold_expires_at: await shorterHold(tx, current, sold, context) }),
      },
    }
  }

async function sameLegOn(tx: Tx, leaving: ReservationLeg, toJourneyId: string, context: Context) {
  const anywhere = { journey_id: toJourneyId, board_seq: 1, alight_seq: 2 }
  const [from, to] = await lockLegs(tx, [leaving, anywhere], { partnerId: null, now: context.now() }).catch(() => {
    throw invalid(
      [{ path: 'to_journey_id', message: 'This journey does not exist. Choose one from the list.' }],
      'unknown_reference',
    )
  })
  if (!from?.board || !from.alight || !to) throw new Error('A reservation has a leg that its journey does not have.')
  const stations = { boardStationId: from.board.station_id, alightStationId: from.alight.station_id }
  const target = sameWay(stations, toJourneyId, [...to.journey.calls.values()])
  if (!target)
    throw wrongState([
      {
        path: 'to_journey_id',
        message:
          `${to.journey.code} does not go from ${from.board.station_name} to ${from.alight.station_name}: ` +
          'choose another journey.',
      },
    ])
  return target
}

async function noteOnJourneys(
  tx: Tx,
  { reference, seats }: Reservation,
  leftId: string,
  joined: SoldLeg | undefined,
  reason: string,
  context: Context,
): Promise<void> {
  if (!joined) return
  const left = await tx.selectFrom('journeys').select('code').where('id', '=', leftId).executeTakeFirst()
  const note = (action: string, id: string, label: string, old: string | null, now: string | null) =>
    audit(tx, context, {
      action,
      entity: { type: 'journeys', id, label },
      changes: [
        { field: 'reservation', old, new: now },
        { field: 'seats', old: old === null ? null : seats, new: now === null ? null : seats },
      ],
      reason,
    })
  await note('journeys.party_left', leftId, left?.code ?? '', reference, null)
  await note('journeys.party_joined', joined.journey.id, joined.journey.code, null, reference)
}

/** A change of the way never makes a hold longer. */
export async function shorterHold(tx: Tx, current: Reservation, sold: SoldLeg[], context: Context): Promise<string> {
  const end = await holdEnd(tx, sold, current, context)
  const before = current.hold_expires_at ?? end
  return Date.parse(end) < Date.parse(before) ? end : before
}
