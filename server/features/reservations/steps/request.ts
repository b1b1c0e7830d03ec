import { choice, sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Step } from '../../../crud/store-options'
import { release } from '../../../kernel/allocations'
import { paymentStatus } from '../../../domain/reservations/payment'
import { RESERVATION_TRANSITIONS } from '../../../domain/reservations/transitions'
import type { Context } from '../../../kernel/context'
import { wrongStateAt } from '../../../http/refusal'
import { refuseBlocked } from './buyer'
import { passengersChanged } from '../repository/records'
import { refuseWithoutOutbound } from './return-link'
import { takeSeats } from './seats'
import { refuseHire } from './hire-room'
import { allocateHire } from './hire'

function refuseUnlessPending(
  { status, reference }: Reservation,
  step: 'approveReservation' | 'rejectReservation',
): void {
  if (!RESERVATION_TRANSITIONS.sourcesOf(step).includes(status))
    throw wrongStateAt(
      'status',
      sentence`${reference} is ${choice('reservationStatuses', status)}: only a pending request can be approved or rejected.`,
    )
}

/** Approves a request and takes its seats. @throws Refusal sold_out where they were sold since the request */
export const approveReservation =
  (context: Context, acceptsWarnings = false): Step<Reservation> =>
  async (tx, current) => {
    if (current.status === 'confirmed') return null
    refuseUnlessPending(current, 'approveReservation')
    await refuseBlocked(tx, current.customer_id)
    await refuseWithoutOutbound(tx, current, context)
    if (current.hire)
      await refuseHire(tx, { ...current, hire: current.hire, isTaking: true, isTimed: false, acceptsWarnings }, context)
    const seats = current.kind === 'seat' ? await takeSeats(tx, current, 'pending', 'confirmed', context) : {}
    if (current.kind !== 'seat') await allocateHire(tx, { ...current, status: 'confirmed' })
    return {
      action: 'approved',
      alongside: { ...seats, ...passengersChanged(current, 'confirmed') },
      values: { status: 'confirmed' },
    }
  }

export const rejectReservation =
  ({ reason, note }: { reason: string; note?: string | undefined }): Step<Reservation> =>
  async (tx, current) => {
    refuseUnlessPending(current, 'rejectReservation')
    await release(tx, 'hire', current.id)
    const fullReason = note === undefined ? reason : `${reason}: ${note}`
    return {
      action: 'rejected',
      alongside: passengersChanged(current, 'rejected'),
      values: {
        status: 'rejected',
        cancel_reason: fullReason,
        vehicle_id: null,
        driver_id: null,
        payment_status: paymentStatus({
          status: 'rejected',
          total: current.total_minor,
          paid: current.paid_minor,
          before: current.payment_status,
        }),
      },
      reason: fullReason,
    }
  }
