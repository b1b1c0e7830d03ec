import {
  ADMINISTRATION_RESOURCES,
  CONSOLE_RESOURCES,
  PRICING_RESOURCES,
  TRANSPORT_RESOURCES,
  type ConsoleResource,
} from '../../contract/core/vocabulary'

export interface NavigationGroup {
  /** The title stands at `app.nav.<key>`. */
  key: 'transport' | 'pricing' | 'administration'
  resources: readonly ConsoleResource[]
}

/** The console's menu, below the dashboard. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { key: 'transport', resources: TRANSPORT_RESOURCES },
  { key: 'pricing', resources: PRICING_RESOURCES },
  { key: 'administration', resources: ADMINISTRATION_RESOURCES },
]

/** Pages below a resource that the menu leads to while the resource is open; the words stand at `label`. */
export const SUBPAGES: Partial<Record<ConsoleResource, readonly { path: string; label: string }[]>> = {
  stations: [{ path: '/stations/map', label: 'app.map.title' }],
  customers: [{ path: '/customers/duplicates', label: 'app.duplicates.title' }],
  journeys: [
    { path: '/journeys/board', label: 'app.board.title' },
    { path: '/journeys/calendar', label: 'app.calendar.title' },
  ],
}

const OPEN_ALL_DAY: ReadonlySet<ConsoleResource> = new Set([
  'stations',
  'vehicles',
  'routes',
  'customers',
  'journeys',
  'reservations',
  'users',
  'partners',
])

/** The menu in the header has one row, so it holds what people open all day. */
export const HORIZONTAL_NAVIGATION = CONSOLE_RESOURCES.filter((resource) => OPEN_ALL_DAY.has(resource))

/** The resource whose pages an address belongs to, or the dashboard; undefined where it is neither. */
export function currentEntry(pathname: string): string | undefined {
  const first = pathname.split('/')[1]
  return first === '' ? 'dashboard' : first
}
