import { z } from 'zod'
import { customer } from '../entities/customer'
import { reservation } from '../entities/reservation'
import { Id, MinorAmount, line } from '../core/scalars'
import { Reason, stepsOf } from '../core/steps'
import { PAYMENT_METHODS } from '../core/vocabulary'

/* What no form changes: whose a record is, what may be owed and what was paid. Each says why, for the history. */

const ofReservation = {
  resource: 'reservations',
  answer: 'The reservation as it is now.',
  record: reservation.record,
} as const
const ofCustomer = { resource: 'customers', answer: 'The customer as it is now.', record: customer.record } as const

export const recordPayment = stepsOf({ ...ofReservation, access: { right: 'record_payment' } })(
  'recordPayment',
  'payment',
  'Note what was paid; less than zero for what was given back',
  z.strictObject({
    /** In minor units of the reservation’s currency; less than zero for what was given back or noted by mistake. */
    amount_minor: MinorAmount.refine((amount) => amount !== 0, 'Give an amount.'),
    /** How; as it is unless given. */
    payment_method: z.enum(PAYMENT_METHODS).optional(),
    reason: Reason,
  }),
  ['forbidden', 'credit_limit'],
)

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
    legal_hold_reason: line(200).nullable(),
    reason: Reason,
  }),
)

export const OWNERSHIP_OPERATIONS = [
  recordPayment,
  handOverReservation,
  setCreditLimit,
  blockCustomer,
  unblockCustomer,
  setLegalHold,
]
