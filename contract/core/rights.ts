import type { Role } from './vocabulary'

/** What beside the actions on records somebody may do: who is paid, who owes, whose a record is. */
const RIGHTS = {
  /** Note what a party has paid. */
  record_payment: ['admin', 'manager', 'dispatcher', 'agent', 'accountant'],
  /** Note that money was given back, or that less was paid than was noted. */
  pay_back: ['admin', 'manager', 'accountant'],
  /** Sell in the name of a partner or of the web, book in the test environment, give a reservation to another partner. */
  hand_over: ['admin', 'manager'],
  /** Say what a customer may owe. */
  set_credit_limit: ['admin', 'manager', 'accountant'],
  /** Let a blocked customer book again. */
  unblock_customer: ['admin', 'manager', 'accountant'],
  /** Say that personal data has to stay for now, or that it may go. */
  set_legal_hold: ['admin', 'manager'],
  /** Take personal data away in files. */
  export_personal_data: ['admin', 'manager'],
  /** Take away everything that is kept about one customer. */
  read_personal_file: ['admin', 'manager'],
  /** Read what was written to people outside. */
  read_mail_texts: ['admin', 'manager', 'dispatcher', 'agent'],
  /** Say which account somebody of the staff signs in with. */
  link_account: ['admin', 'manager'],
} as const satisfies Record<string, readonly Role[]>
export type Right = keyof typeof RIGHTS
export const ALL_RIGHTS = Object.keys(RIGHTS) as Right[]

export const hasRight = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role)
