import { READ_ONLY_RESOURCES, RESOURCES, type Resource, type Role } from './vocabulary'

export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'] as const
export type Action = (typeof ACTIONS)[number]

type Grants = Partial<Record<Resource, readonly Action[]>>

const READ = ['list', 'show', 'export'] as const
const WRITE = ['list', 'show', 'export', 'create', 'edit'] as const
const FULL = ['list', 'show', 'export', 'create', 'edit', 'delete', 'import'] as const

const everywhere = (actions: readonly Action[]): Grants =>
  Object.fromEntries(RESOURCES.map((resource) => [resource, actions]))

const SERVER_WRITTEN: Grants = Object.fromEntries(READ_ONLY_RESOURCES.map((resource) => [resource, READ]))

/** Resources that all staff may read; accounts, partners, allotments, tills and the audit trail need a specific grant. */
const COMMON_READ: Grants = {
  ...everywhere(READ),
  users: [],
  partners: [],
  allotments: [],
  tills: [],
  'audit-events': [],
}

/**
 * Actions by role and resource. The server checks them on every call, and the console when it offers an action.
 * Conditions on the record itself belong in the use case, not in this table.
 */
export const PERMISSIONS: Record<Role, Grants> = {
  admin: { ...everywhere(FULL), ...SERVER_WRITTEN },
  manager: { ...everywhere(FULL), users: READ, ...SERVER_WRITTEN },
  dispatcher: {
    ...COMMON_READ,
    vehicles: WRITE,
    staff: WRITE,
    customers: WRITE,
    journeys: FULL,
    reservations: WRITE,
    'vehicle-downtimes': FULL,
    'staff-absences': FULL,
    shifts: FULL,
    tills: READ,
    'audit-events': ['list', 'show'],
  },
  agent: { ...COMMON_READ, customers: WRITE, reservations: WRITE, tills: READ },
  accountant: {
    ...COMMON_READ,
    customers: WRITE,
    partners: READ,
    allotments: READ,
    tills: READ,
    'audit-events': READ,
  },
  viewer: COMMON_READ,
}

export function may(role: Role, action: Action, resource: Resource): boolean {
  return PERMISSIONS[role][resource]?.includes(action) ?? false
}

/** Rights in addition to the actions on records, with the roles that have them. */
const RIGHTS = {
  /** Record a payment. */
  take_payment: ['admin', 'manager', 'dispatcher', 'agent', 'accountant'],
  /** Refund money; without a second person up to the limit of the company. */
  refund: ['admin', 'manager', 'dispatcher', 'agent', 'accountant'],
  /** Approve a refund above the limit as the second person. */
  approve_refund: ['admin', 'manager', 'accountant'],
  /** Reverse a payment or a refund that was a mistake. */
  reverse_payment: ['admin'],
  /** Write off an outstanding amount. */
  write_off: ['admin'],
  /** Export the ledger for the books of the company. */
  export_journal: ['admin', 'manager', 'accountant'],
  /** Close the statement of a partner for a period, and record its payment. */
  settle_partners: ['admin', 'manager', 'accountant'],
  /** Sell on behalf of a partner or the web, book in the test environment, hand a reservation over to another partner. */
  hand_over: ['admin', 'manager'],
  /** Open, count and close the user's own till. */
  run_till: ['admin', 'manager', 'dispatcher', 'agent', 'accountant'],
  /** Read, count and close the tills of all users. */
  manage_tills: ['admin', 'manager', 'accountant'],
  /** Set the credit limit of a customer. */
  set_credit_limit: ['admin', 'manager', 'accountant'],
  /** Unblock a customer. */
  unblock_customer: ['admin', 'manager', 'accountant'],
  /** Set or lift the legal hold that prevents the deletion of personal data. */
  set_legal_hold: ['admin', 'manager'],
  /** Export personal data to files. */
  export_personal_data: ['admin', 'manager'],
  /** Export all stored data about one customer. */
  read_personal_file: ['admin', 'manager'],
  /** Read the texts of sent mail. */
  read_mail_texts: ['admin', 'manager', 'dispatcher', 'agent'],
  /** Link a staff record to an account. */
  link_account: ['admin', 'manager'],
} as const satisfies Record<string, readonly Role[]>
export type Right = keyof typeof RIGHTS
export const ALL_RIGHTS = Object.keys(RIGHTS) as Right[]

export const hasRight = (role: Role, right: Right): boolean => (RIGHTS[right] as readonly Role[]).includes(role)

/** Rules that some roles may override, always with a reason in the history. */
export type Override =
  | 'overbook'
  | 'sell_after_cutoff'
  | 'undo_cancellation'
  | 'waive_fee'
  | 'cancel_journey'
  | 'exceed_driving_limits'
  | 'hire_in_past'
  | 'set_any_price'

/** Roles that may override each rule. No role may override a double booking or a missing licence. */
const OVERRIDES: Record<Override, readonly Role[]> = {
  overbook: ['admin', 'manager', 'dispatcher'],
  sell_after_cutoff: ['admin', 'manager', 'dispatcher'],
  undo_cancellation: ['admin', 'manager'],
  waive_fee: ['admin', 'manager'],
  cancel_journey: ['admin', 'manager'],
  exceed_driving_limits: ['admin', 'manager'],
  hire_in_past: ['admin', 'manager'],
  set_any_price: ['admin', 'manager'],
}

export const mayOverride = (role: Role, override: Override): boolean => OVERRIDES[override].includes(role)
