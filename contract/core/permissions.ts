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

/** Everything an operator's people may look at; accounts, partners and the audit trail are for few. */
const COMMON_READ: Grants = { ...everywhere(READ), users: [], partners: [], allotments: [], 'audit-events': [] }

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
    'audit-events': ['list', 'show'],
  },
  agent: { ...COMMON_READ, customers: WRITE, reservations: WRITE },
  accountant: { ...COMMON_READ, customers: WRITE, partners: READ, allotments: READ, 'audit-events': READ },
  viewer: COMMON_READ,
}

export function may(role: Role, action: Action, resource: Resource): boolean {
  return PERMISSIONS[role][resource]?.includes(action) ?? false
}
