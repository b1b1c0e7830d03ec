import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../db/tables'

/** Row as it is read, with optional columns where the database has a default. */
export type RowOf<T extends keyof Database> = {
  [K in keyof Insertable<Database[T]>]: K extends keyof Selectable<Database[T]> ? Selectable<Database[T]>[K] : never
}

/** Row with every column except the version, which starts at 1. */
export type FullRow<T extends keyof Database> = Required<Omit<RowOf<T>, 'version'>>

/** Tables of the demo, each after the tables that it references. */
export const WORLD_TABLES = [
  'users',
  'stations',
  'tills',
  'routes',
  'route_patterns',
  'route_stops',
  'vehicle_types',
  'vehicles',
  'vehicle_downtimes',
  'staff',
  'staff_absences',
  'shifts',
  'customers',
  'partners',
  'partner_members',
  'partner_invitations',
  'partner_credentials',
  'seasons',
  'addons',
  'pricing_rules',
  'fares',
  'hire_tariffs',
  'journeys',
  'journey_calls',
  'journey_legs',
  'allotments',
  'resource_allocations',
  'reservations',
  'reservation_legs',
  'reservation_passengers',
  'payments',
  'ledger_transactions',
  'ledger_entries',
  'partner_api_logs',
  'webhook_endpoints',
  'webhook_deliveries',
  'audit_events',
  'notifications',
] as const satisfies readonly (keyof Database)[]
export type WorldTable = (typeof WORLD_TABLES)[number]

/** All data of the demo company by table. All rows of a table have the same columns. */
export type World = { [T in WorldTable]: RowOf<T>[] }
