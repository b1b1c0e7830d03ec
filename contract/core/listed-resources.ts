import { CONSOLE_RESOURCES, type ConsoleResource } from './vocabulary'

/** Those that the console generates a list and a page for: the resources of its menu, and payments, which no form makes. */
export const LISTED_RESOURCES = [...CONSOLE_RESOURCES, 'payments'] as const
export type ListedResource = (typeof LISTED_RESOURCES)[number]

/** Resources whose records a search across the whole product finds, in the order in which it shows them. */
export const SEARCHED_RESOURCES = [
  'reservations',
  'customers',
  'journeys',
  'vehicles',
  'staff',
  'stations',
  'routes',
  'partners',
] as const satisfies readonly ConsoleResource[]
export type SearchedResource = (typeof SEARCHED_RESOURCES)[number]
