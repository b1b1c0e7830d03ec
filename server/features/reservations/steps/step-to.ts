import type { Reservation } from '../../../../contract/entities/reservation'
import type { Step, Values } from '../../../crud/store-options'
import { RESERVATION_WAYS } from '../../../domain/reservations/ways'
import type { Context } from '../../../http/context'
import { invalidAt, wrongStateAt } from '../../../http/refusal'
import { cancelReservation, undoCancellation } from './cancel'
import { confirmReservation, releaseHold } from './hold'
import { approveReservation, rejectReservation } from './request'
import { board, checkIn, completeReservation, markNoShow, undoCheckIn } from './travel'

type Maker = (values: Values, context: Context) => Step<Reservation>

/** What each operation that leads to a status does to a whole party. */
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

/** The step that leads to a status, for one of many that are to have it. @throws Refusal where none does */
export const stepTo =
  (to: string, values: Values, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { status: from, reference } = current
    if (from === to) return null
    const make = STEPS[RESERVATION_WAYS.between(from, to)?.operation ?? '']
    if (!make)
      throw wrongStateAt(
        'status',
        `${reference} is ${from.replaceAll('_', ' ')}: it cannot become ${to.replaceAll('_', ' ')}.`,
      )
    const done = await make(values, context)(tx, current)
    // A cancellation comes back as what it ended.
    if (done && done.values['status'] !== to)
      throw wrongStateAt('status', `${reference} would be ${String(done.values['status'])}.`)
    return done
  }

function reasonOf(values: Values): string {
  const reason = values['cancel_reason']
  if (typeof reason !== 'string') throw invalidAt('cancel_reason', 'Say why.')
  return reason
}
