import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import { customer } from '../entities/customer'
import { reservation } from '../entities/reservation'
import { Id, line } from '../core/scalars'
import { Reason, stepsOf } from '../core/steps'

/* Changes that forms cannot make: the partner of a reservation, credit limits, blocks. Each requires a reason. */

const ofReservation = {
  resource: 'reservations',
  answer: 'The reservation as it is now.',
  record: reservation.record,
} as const
const ofCustomer = { resource: 'customers', answer: 'The customer as it is now.', record: customer.record } as const

export const handOverReservation = stepsOf({ ...ofReservation, access: { right: 'hand_over' } })(
  'handOverReservation',
  'hand-over',
  'Hand over a reservation to a partner, or take it back; its price stays the same',
  z.strictObject({
    /** Active partner; null takes the reservation back. */
    partner_id: Id.nullable(),
    /** Reference of the reservation in the partner's system. */
    partner_reference: line(64).nullable().default(null),
    reason: Reason,
  }),
  ['already_exists', 'credit_limit'],
)

export const setCreditLimit = stepsOf({ ...ofCustomer, access: { right: 'set_credit_limit' } })(
  'setCreditLimit',
  'credit-limit',
  'Set the credit limit of a customer',
  z.strictObject({ credit_limit_minor: customer.record.shape.credit_limit_minor.unwrap(), reason: Reason }),
)

export const blockCustomer = stepsOf(ofCustomer)(
  'blockCustomer',
  'block',
  'Block sales to a customer',
  z.strictObject({ reason: Reason }),
)

export const unblockCustomer = stepsOf({ ...ofCustomer, access: { right: 'unblock_customer' } })(
  'unblockCustomer',
  'unblock',
  'Unblock a customer',
  z.strictObject({ reason: Reason }),
)

export const setLegalHold = stepsOf({ ...ofCustomer, access: { right: 'set_legal_hold' } })(
  'setLegalHold',
  'legal-hold',
  'Set or remove the legal hold on the personal data of a customer',
  z.strictObject({
    /** Null removes the legal hold. */
    legal_hold_reason: line(REASON_MAX_CHARS).nullable(),
    reason: Reason,
  }),
)
