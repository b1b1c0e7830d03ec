import { CONSOLE_RESOURCES, type ConsoleResource } from './vocabulary'

/** Resources with a generated list and page in the console: those of its menu, and payments, which have no form. */
export const LISTED_RESOURCES = [...CONSOLE_RESOURCES, 'payments'] as const
export type ListedResource = (typeof LISTED_RESOURCES)[number]

/** Resources that the search across the whole product covers, in the order of its results. */
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
