import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { customer } from '../entities/customer'
import { reservation } from '../entities/reservation'
import { Id, line } from '../core/scalars'
import { Reason, stepsOf } from '../core/steps'

/* What no form changes: whose a record is and what may be owed. Each says why, for the history. */

const ofReservation = {
  resource: 'reservations',
  answer: 'The reservation as it is now.',
  record: reservation.record,
} as const
const ofCustomer = { resource: 'customers', answer: 'The customer as it is now.', record: customer.record } as const

export const handOverReservation = stepsOf({ ...ofReservation, access: { right: 'hand_over' } })(
  'handOverReservation',
  'hand-over',
  'Give a reservation to a partner, or take it back from one; its price stays',
  z.strictObject({
    /** An active partner; null takes the reservation back. */
    partner_id: Id.nullable(),
    /** The number that the partner knows it by. */
    partner_reference: line(64).nullable().default(null),
    reason: Reason,
  }),
  ['already_exists', 'credit_limit'],
)

export const setCreditLimit = stepsOf({ ...ofCustomer, access: { right: 'set_credit_limit' } })(
  'setCreditLimit',
  'credit-limit',
  'Say what a customer may owe on account',
  z.strictObject({ credit_limit_minor: customer.record.shape.credit_limit_minor.unwrap(), reason: Reason }),
)

export const blockCustomer = stepsOf(ofCustomer)(
  'blockCustomer',
  'block',
  'Have nothing sold to a customer for now',
  z.strictObject({ reason: Reason }),
)

export const unblockCustomer = stepsOf({ ...ofCustomer, access: { right: 'unblock_customer' } })(
  'unblockCustomer',
  'unblock',
  'Let a blocked customer book again',
  z.strictObject({ reason: Reason }),
)

export const setLegalHold = stepsOf({ ...ofCustomer, access: { right: 'set_legal_hold' } })(
  'setLegalHold',
  'legal-hold',
  'Say why the personal data of a customer has to stay for now, or that it may go',
  z.strictObject({
    /** Null = it may go. */
    legal_hold_reason: line(REASON_MAX_CHARS).nullable(),
    reason: Reason,
  }),
)
