import { OCTO_OPTION_ID, type OctoBooking, type OctoBookingStatus, type OctoProduct } from '../../../contract/octo'
import type { PartnerTripDetail } from '../../../contract/partner-trips'
import type { Ticket } from '../../../contract/ticket-operations'
import type { ReservationStatus } from '../../domain/reservations/status'
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
  /** Undefined once it is no longer sold. */
  product: OctoProduct | undefined
  tickets: readonly Ticket[]
  cancellable: boolean
  isPriced: boolean
}

/** A trip in OCTO's words. */
export function bookingOf({ trip, given, product, tickets, cancellable, isPriced }: Known): OctoBooking {
  const status = STATUS[trip.status]
  const redeemedAt = status === 'REDEEMED' ? trip.updated_at : null
  const option = product?.options[0]
  const [leg] = trip.legs
  return {
    id: trip.id,
    uuid: trip.partner_reference ?? trip.id,
    testMode: trip.environment === 'test',
    resellerReference: given.resellerReference,
    supplierReference: trip.reference,
    status,
    utcCreatedAt: trip.created_at,
    utcUpdatedAt: trip.updated_at,
    utcExpiresAt: trip.hold_expires_at,
    utcRedeemedAt: redeemedAt,
    utcConfirmedAt: given.confirmedAt ?? (status === 'CONFIRMED' || redeemedAt !== null ? trip.updated_at : null),
    productId: given.productId,
    ...(product && { product }),
    optionId: OCTO_OPTION_ID,
    ...(option && { option }),
    cancellable,
    cancellation: cancellationOf(trip),
    freesale: false,
    availabilityId: leg ? slotOf({ ...leg, timezone: leg.origin.timezone }).id : null,
    availability: leg ? { ...slotOf({ ...leg, timezone: leg.origin.timezone }), openingHours: [] } : null,
    contact: contactOf(trip),
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
        ticket: ticket ? ticketOf(ticket, redeemedAt) : null,
      }
    }),
    ...(isPriced && {
      pricing: pricingOf({ currency: trip.currency, gross: trip.gross_minor, net: trip.net_minor }),
    }),
  }
}

function cancellationOf(trip: PartnerTripDetail): OctoBooking['cancellation'] {
  if (trip.cancelled_at === null) return null
  const { cancellation_fee_minor: fee, gross_minor: gross } = trip
  const refund = fee <= 0 ? 'FULL' : fee < gross ? 'PARTIAL' : 'NONE'
  return { refund, reason: trip.cancel_reason, utcCancelledAt: trip.cancelled_at }
}

const ticketOf = ({ payload }: Ticket, utcRedeemedAt: string | null): OctoBooking['voucher'] => ({
  redemptionMethod: 'DIGITAL',
  utcRedeemedAt,
  deliveryOptions: [{ deliveryFormat: 'QRCODE', deliveryValue: payload }],
})
