import type { Reservation } from '../../contract/entities/reservation'
import type { Store } from '../crud/store'
import type { Step } from '../crud/store-options'
import type { Tx } from '../db/transaction'
import type { Context } from '../http/context'
import { webhookOutbox } from './partner-messages'
import type { Ports } from '../features/partner/sandbox/ports'
import { getTrip } from '../features/partner/sales/repository'
import { changePassengers } from '../features/reservations/repository/records'
import { moveForOperator } from '../features/reservations/repository/steps/amend'
import { cancelWhole } from '../features/reservations/repository/steps/cancel'
import { confirmHold } from '../features/reservations/repository/steps/hold'
import { approveRequest } from '../features/reservations/repository/steps/request'
import { checkIn } from '../features/reservations/repository/steps/travel'
import { stepAndOffer } from '../features/reservations/step-and-offer'

/** Hands rehearsals what the desk does with reservations, and what only the clock would do. */
export function sandboxPortsOf({ reservations, now }: { reservations: Store; now: () => Date }): Ports {
  const outbox = webhookOutbox(now)
  const act = (tx: Tx, id: string, context: Context, step: Step) =>
    stepAndOffer(tx, reservations, id, null, context, step)

  return {
    create: async (tx, wish, context) =>
      (await reservations.createIn(tx, reservations.entity.create.parse(wish), context)) as unknown as Reservation,
    confirm: (tx, id, context) => act(tx, id, context, confirmHold(undefined, context)),
    approve: (tx, id, context) => act(tx, id, context, approveRequest(context)),
    cancel: (tx, id, reason, context) => {
      const canceller = { ...context, actor: { ...context.actor, role: 'manager' as const } }
      return act(tx, id, context, cancelWhole({ reason, waive_fee: true }, canceller))
    },
    move: (tx, id, to_journey_id, context) =>
      act(tx, id, context, moveForOperator({ to_journey_id, reason: 'Rehearsed: a later departure' }, context)),
    checkIn: (tx, id, context) => act(tx, id, context, checkIn(undefined)),
    force: (tx, id, status, context) =>
      act(tx, id, context, async () => {
        await changePassengers(tx, id, status)
        return { action: status, values: { status, hold_expires_at: null } }
      }),
    tellOfJourney: outbox.tellOfRehearsed,
    readTrip: (reader, partnerId, id) => getTrip(reader, { partnerId, environment: 'test' }, id),
  }
}
