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

/** Everything an operator's people may look at; accounts, partners, tills and the audit trail are for few. */
const COMMON_READ: Grants = {
  ...everywhere(READ),
  users: [],
  partners: [],
  allotments: [],
  tills: [],
  'audit-events': [],
}

/**
 * Who may do what. The server asks it for every call, the console for what it offers.
 * Keep it a table: a condition on the record itself belongs into the use case.
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

/** What beside the actions on records somebody may do: who is paid, who owes, whose a record is. */
const RIGHTS = {
  /** Take what a party pays. */
  take_payment: ['admin', 'manager', 'dispatcher', 'agent', 'accountant'],
  /** Give money back, alone up to the company's limit. */
  refund: ['admin', 'manager', 'dispatcher', 'agent', 'accountant'],
  /** Be the second person of a refund above the limit. */
  approve_refund: ['admin', 'manager', 'accountant'],
  /** Take a payment or a refund back that was made by mistake. */
  reverse_payment: ['admin'],
  /** Ask no longer for what is owed. */
  write_off: ['admin'],
  /** Take the ledger away for the books of the company. */
  export_journal: ['admin', 'manager', 'accountant'],
  /** Close what a partner owes for a period, and record what it paid. */
  settle_partners: ['admin', 'manager', 'accountant'],
  /** Sell in the name of a partner or of the web, book in the test environment, give a reservation to another partner. */
  hand_over: ['admin', 'manager'],
  /** Open a till, count it and close it: one's own. */
  run_till: ['admin', 'manager', 'dispatcher', 'agent', 'accountant'],
  /** Look at the tills of everybody, count and close them. */
  manage_tills: ['admin', 'manager', 'accountant'],
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

/** What somebody may do beyond the rules that hold for everybody, always with a reason in the history. */
export type Override =
  | 'overbook'
  | 'sell_after_cutoff'
  | 'undo_cancellation'
  | 'waive_fee'
  | 'cancel_journey'
  | 'exceed_driving_limits'
  | 'hire_in_past'
  | 'set_any_price'

/** Who may go beyond which rule. What is double-booked or unlicensed nobody may override. */
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
