import { choice, sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Step, Values } from '../../../crud/store-options'
import { RESERVATION_TRANSITIONS } from '../../../domain/reservations/transitions'
import type { Context } from '../../../kernel/context'
import { invalidAt, wrongStateAt } from '../../../http/refusal'
import { cancelReservation, undoCancellation } from './cancel'
import { confirmReservation, releaseHold } from './hold'
import { approveReservation, rejectReservation } from './request'
import { board, checkIn, completeReservation, markNoShow, undoCheckIn } from './travel'

type Maker = (values: Values, context: Context) => Step<Reservation>

/** Steps for a whole party by the operation that leads to a status. */
const STEPS: Readonly<Record<string, Maker>> = {
  confirmReservation: (_, context) => confirmReservation(undefined, context),
  releaseHold: (_, context) => releaseHold(context),
  approveReservation: (values, context) => approveReservation(context, values['accept_warnings'] === true),
  rejectReservation: (values) => rejectReservation({ reason: reasonOf(values) }),
  cancelReservation: (values, context) => cancelReservation({ reason: reasonOf(values), waive_fee: false }, context),
  undoCancellation: (values, context) => undoCancellation(reasonOf(values), context),
  checkInReservation: () => checkIn(undefined),
  undoCheckIn: (_, context) => undoCheckIn(undefined, context),
  boardReservation: () => board(undefined),
  markNoShow: (_, context) => markNoShow(undefined, context),
  completeReservation: (_, context) => completeReservation(context),
}

/** Returns the step that leads to a status, for bulk changes. @throws Refusal invalid_state where none does */
export const stepTo =
  (to: string, values: Values, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { status: from, reference } = current
    if (from === to) return null
    const make = STEPS[RESERVATION_TRANSITIONS.between(from, to)?.operation ?? '']
    if (!make)
      throw wrongStateAt(
        'status',
        sentence`${reference} is ${choice('reservationStatuses', from)}: its status cannot change to ${choice('reservationStatuses', to)}.`,
      )
    const done = await make(values, context)(tx, current)
    // A reverted cancellation restores the status before it, which may be another one.
    if (done && done.values['status'] !== to)
      throw wrongStateAt(
        'status',
        sentence`${reference} would be ${choice('reservationStatuses', String(done.values['status']))}.`,
      )
    return done
  }

function reasonOf(values: Values): string {
  const reason = values['cancel_reason']
  if (typeof reason !== 'string') throw invalidAt('cancel_reason', sentence`Give a reason.`)
  return reason
}
