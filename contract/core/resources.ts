// Written by `npm run resources` from what the entities say of themselves.

/** The resources of the console, in the groups and the order of its menu. */
export const MENU = {
  transport: ['stations', 'vehicles', 'vehicle-types', 'routes', 'staff', 'customers', 'journeys', 'reservations'],
  pricing: ['seasons', 'pricing-rules', 'addons'],
  administration: ['users', 'partners'],
} as const

/** Resources that live inside a record of another: lists of their own over HTTP, tabs and dialogs in the console. */
export const PART_RESOURCES = [
  'allotments',
  'audit-events',
  'fares',
  'hire-tariffs',
  'mails',
  'payments',
  'shifts',
  'staff-absences',
  'tills',
  'vehicle-downtimes',
] as const
