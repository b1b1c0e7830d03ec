import {
  OCTO_OPTION_ID,
  type OctoBooking,
  type OctoBookingStatus,
  type OctoProduct,
  type OctoTicket,
} from '../../../../contract/partner/octo'
import type { PartnerTripDetail } from '../../../../contract/partner/trips'
import type { Ticket } from '../../../../contract/operations/tickets'
import { partsOf } from '../../../domain/pricing/exact'
import type { ReservationStatus } from '../../../domain/reservations/status'
import { slotOf } from './availability'
import { NAMELESS, contactOf, named } from './contact'
import { pricingOf } from './products'
import type { Given } from './repository/bookings'

const STATUS: Record<ReservationStatus, OctoBookingStatus> = {
  on_hold: 'ON_HOLD',
  pending: 'PENDING',
  confirmed: 'CONFIRMED',
  checked_in: 'CONFIRMED',
  boarded: 'REDEEMED',
  completed: 'REDEEMED',
  no_show: 'CONFIRMED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  rejected: 'CANCELLED',
}

interface Known {
  trip: PartnerTripDetail
  given: Given
  /** Undefined when it is no longer sold. */
  product: OctoProduct | undefined
  tickets: readonly Ticket[]
  cancellable: boolean
  isPriced: boolean
}

/** Maps a trip to an OCTO booking. */
export function bookingOf({ trip, given, product, tickets, cancellable, isPriced }: Known): OctoBooking {
  const status = STATUS[trip.status]
  const redeemedAt = status === 'REDEEMED' ? utc(trip.updated_at) : null
  const confirmedAt = given.confirmedAt ?? (status === 'CONFIRMED' || redeemedAt !== null ? trip.updated_at : null)
  const option = product?.options[0]
  const [leg] = trip.legs
  const prices = isPriced ? pricesOfItems(trip) : null
  return {
    id: trip.id,
    uuid: trip.partner_reference ?? trip.id,
    testMode: trip.environment === 'test',
    resellerReference: given.resellerReference,
    supplierReference: trip.reference,
    status,
    utcCreatedAt: utc(trip.created_at),
    utcUpdatedAt: utc(trip.updated_at),
    utcExpiresAt: trip.hold_expires_at && utc(trip.hold_expires_at),
    utcRedeemedAt: redeemedAt,
    utcConfirmedAt: confirmedAt && utc(confirmedAt),
    productId: given.productId,
    ...(product && { product }),
    optionId: OCTO_OPTION_ID,
    ...(option && { option }),
    cancellable,
    cancellation: cancellationOf(trip),
    freesale: false,
    availabilityId: leg ? slotOf({ ...leg, timezone: leg.origin.timezone }).id : null,
    availability: leg ? { ...slotOf({ ...leg, timezone: leg.origin.timezone }), openingHours: [] } : null,
    contact: contactOf(trip, given.contact),
    notes: trip.customer_notes,
    deliveryMethods: ['TICKET'],
    voucher: null,
    unitItems: trip.passengers.map(({ position, category, name, status: state }, index) => {
      const item = given.unitItems[index]
      const unit = option?.units.find(({ id }) => id === category)
      const ticket = tickets.find((each) => each.position === position)
      return {
        uuid: item?.uuid ?? `${trip.id}.${position}`,
        resellerReference: item?.resellerReference ?? null,
        supplierReference: null,
        unitId: category,
        ...(unit && { unit }),
        status: state === 'cancelled' ? 'CANCELLED' : status,
        utcRedeemedAt: redeemedAt,
        contact: named(name === NAMELESS ? null : name),
        ticket: ticketOf(ticket, redeemedAt),
        ...(prices && { pricing: prices[index] }),
      }
    }),
    ...(isPriced && {
      pricing: pricingOf({ currency: trip.currency, gross: trip.gross_minor, net: trip.net_minor }),
    }),
  }
}

/** Splits the total among passengers, weighted by the price lines of their category. */
function pricesOfItems({ currency, gross_minor, net_minor, passengers, price_lines }: PartnerTripDetail) {
  const weights = passengers.map(({ category, status }) => {
    if (status === 'cancelled') return 0
    const alike = passengers.filter((other) => other.category === category && other.status !== 'cancelled').length
    const lines = price_lines.filter((line) => line.passenger_category === category)
    return Math.round(
      Math.max(
        0,
        lines.reduce((sum, line) => sum + line.amount_minor, 0),
      ) / alike,
    )
  })
  const nets = partsOf(net_minor, weights)
  return partsOf(gross_minor, weights).map((gross, index) => pricingOf({ currency, gross, net: nets[index] ?? 0 }))
}

function cancellationOf(trip: PartnerTripDetail): OctoBooking['cancellation'] {
  if (trip.cancelled_at === null) return null
  const { cancellation_fee_minor: fee, gross_minor: gross } = trip
  const refund = fee <= 0 ? 'FULL' : fee < gross ? 'PARTIAL' : 'NONE'
  return { refund, reason: trip.cancel_reason, utcCancelledAt: utc(trip.cancelled_at) }
}

/** @param ticket undefined until it is issued */
const ticketOf = (ticket: Ticket | undefined, utcRedeemedAt: string | null): OctoTicket => ({
  redemptionMethod: 'DIGITAL',
  utcRedeemedAt,
  deliveryOptions: ticket ? [{ deliveryFormat: 'QRCODE', deliveryValue: ticket.payload }] : [],
})

/** Formats an instant with milliseconds, as OCTO requires. */
const utc = (instant: string): string => new Date(instant).toISOString()
