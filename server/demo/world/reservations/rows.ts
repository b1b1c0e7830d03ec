import { RESERVATION_REFERENCE_CHARS } from '../../../../contract/core/limits/sales'
import { priceHash } from '../../../kernel/prices'
import { paymentStatus } from '../../../domain/reservations/payment'
import { referenceOf } from '../../../domain/reservations/reference'
import { SEATED, passengerStatus } from '../../../domain/reservations/status'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import type { Clock } from '../clock'
import { CURRENCY } from '../network/fares'
import { stationId } from '../network/stations'
import { SELLERS, userId } from '../people/users'
import type { FullRow, RowOf } from '../rows'
import { AFFILIATE, partnerId, type SellingPartner } from '../sales/partners'
import type { BookedLeg, Booking } from './booking'

type Reservation = FullRow<'reservations'>

export interface ReservationRows {
  reservations: Reservation[]
  reservation_legs: RowOf<'reservation_legs'>[]
  reservation_passengers: RowOf<'reservation_passengers'>[]
}

const INTERNAL_NOTES = [
  'Called twice to confirm the stop.',
  'Wants an invoice with the tax number.',
  'Arrives late if the flight is late; wait up to 20 minutes.',
  'Second booking this month, be kind.',
] as const
const CUSTOMER_NOTES = [
  'We travel with a guitar case.',
  'Please help with two large suitcases.',
  'One of us gets motion sick, front seats if possible.',
  'Collapsible pushchair.',
] as const

/** Capacity of a small bus. */
const LARGE_PARTY = 19

export function reservationRows(bookings: readonly Booking[], clock: Clock): ReservationRows {
  const references = new Set<string>()
  const partnerReferences = new Set<string>()
  return {
    reservations: bookings.map((booking) => reservationRow(booking, clock, references, partnerReferences)),
    reservation_legs: bookings.flatMap((booking) =>
      booking.legs.map(({ run, board, alight }, index) => ({
        reservation_id: reservationId(booking.key),
        position: index + 1,
        journey_id: run.id,
        board_seq: board,
        alight_seq: alight,
      })),
    ),
    reservation_passengers: bookings.flatMap(passengerRows),
  }
}

const reservationId = (key: string) => idOf('reservation', key)

function reservationRow(
  booking: Booking,
  clock: Clock,
  references: Set<string>,
  partnerReferences: Set<string>,
): Reservation {
  const { key, party, legs, hire, price, status } = booking
  const chance = new Chance(`reservation ${clock.today} ${key}`)
  const payment = paymentOf(booking, chance)
  const [first, last] = [legs[0], legs.at(-1)]
  const { partner } = party
  return {
    id: reservationId(key),
    reference: unused(references, () => referenceOf(chance.bytes(RESERVATION_REFERENCE_CHARS))),
    kind: hire ? 'private_hire' : 'seat',
    environment: 'live',
    channel: party.channel,
    customer_id: party.customer?.row.id ?? null,
    lead_name: party.name,
    lead_phone: party.phone,
    lead_email: party.email,
    locale: party.locale,
    status,
    hold_expires_at: booking.holdExpiresAt === null ? null : utcText(booking.holdExpiresAt),
    hire,
    addons: price.addons,
    promo_code: null,
    price_override: price.override,
    flight: booking.flight,
    return_of_id: booking.returnOf === null ? null : reservationId(booking.returnOf),
    partner_id: partner ? partnerId(partner.code) : null,
    partner_reference: partner ? unused(partnerReferences, () => `${partner.prefix}${chance.digits(6)}`) : null,
    currency: CURRENCY,
    price_lines: price.lines,
    price_hash: priceHash(CURRENCY, price.lines),
    total_minor: price.total,
    commission_minor: partner ? commissionOf(partner, price) : null,
    kept_sale: null,
    addon_units: price.addonUnits,
    ...payment,
    cancel_reason: booking.cancelReason,
    internal_notes: chance.is(0.06) ? chance.pick(INTERNAL_NOTES) : null,
    customer_notes: chance.is(0.05) ? chance.pick(CUSTOMER_NOTES) : null,
    booked_by_user_id:
      party.channel === 'back_office' || party.channel === 'phone' ? userId(chance.weighted(SELLERS)) : null,
    travel_at: utcText(booking.travelAt),
    ...price.aboard,
    journey_id: first?.run.id ?? null,
    origin_station_id: hire ? hire.pickup.station_id : first ? stationAt(first, first.board) : null,
    destination_station_id: hire ? hire.dropoff.station_id : last ? stationAt(last, last.alight) : null,
    hold_extensions: 0,
    way_back: null,
    price_version: 1,
    cancelled_at: status === 'cancelled' ? utcText(booking.updatedAt) : null,
    cancelled_from: null,
    cancellation_fee_minor: 0,
    vehicle_id: null,
    driver_id: null,
    operated_by_partner_id: operatorOf(booking),
    operator_cost_minor: null,
    created_at: utcText(booking.createdAt),
    updated_at: utcText(booking.updatedAt),
  }
}

/** Hires of whole coaches are subcontracted, since our own coaches serve the lines. */
const operatorOf = ({ hire, status }: Booking): string | null =>
  hire !== null && hire.passengers > LARGE_PARTY && SEATED.includes(status) ? partnerId(AFFILIATE) : null

const stationAt = ({ run }: BookedLeg, seq: number) => stationId(run.line.stops[seq - 1]?.station ?? '')

function unused(taken: Set<string>, make: () => string): string {
  let value = make()
  while (taken.has(value)) value = make()
  taken.add(value)
  return value
}

/** Returns the commission by the partner's contract. */
function commissionOf({ commissionBp, onAddons }: SellingPartner, { total, lines }: Booking['price']): number {
  const addons = lines.filter(({ kind }) => kind === 'addon').reduce((sum, line) => sum + line.amount_minor, 0)
  return Math.round(((onAddons ? total : total - addons) * commissionBp) / 10_000)
}

type Payment = Pick<Reservation, 'payment_method' | 'paid_minor' | 'payment_status'>

/** The payment method depends on the seller, the paid amount on the status. */
function paymentOf({ party, status, price }: Booking, chance: Chance): Payment {
  const onAccount = (party.customer?.row.credit_limit_minor ?? null) !== null
  const method = party.partner
    ? ('partner' as const)
    : onAccount
      ? ('on_account' as const)
      : party.channel === 'web'
        ? ('terminal' as const)
        : chance.pick(['cash', 'terminal', 'transfer', 'cash'] as const)
  const stands = SEATED.includes(status)
  const isRefunded = status === 'cancelled' && chance.is(0.45)
  // A partner pays by its statement.
  const paid = party.partner
    ? 0
    : stands
      ? chance.weighted([
          [price.total, party.channel === 'web' ? 20 : 4],
          [0, onAccount ? 4 : 1],
          [Math.round(price.total * 0.3), price.total > 20_000 ? 2 : 0],
        ])
      : status === 'cancelled' && !isRefunded && chance.is(0.35)
        ? price.total
        : 0
  return {
    payment_method: status === 'pending' || status === 'on_hold' || status === 'expired' ? null : method,
    paid_minor: paid,
    payment_status: paymentStatus({ status, total: price.total, paid, before: isRefunded ? 'refund_due' : null }),
  }
}

function passengerRows({ key, party, status }: Booking): RowOf<'reservation_passengers'>[] {
  const chance = new Chance(`tickets ${key}`)
  return party.passengers.map(({ category, name, needs }, index) => ({
    id: idOf('passenger', key, index),
    reservation_id: reservationId(key),
    position: index + 1,
    category,
    name,
    seat_label: null,
    needs,
    ticket_code: SEATED.includes(status) ? chance.text('0123456789abcdef', 32) : null,
    status: passengerStatus(status),
  }))
}
