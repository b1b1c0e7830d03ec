import type { ConsoleResource } from '../../contract/core/vocabulary'

export interface NavigationGroup {
  /** The title stands at `app.nav.<key>`. */
  key: 'transport' | 'pricing' | 'administration'
  resources: readonly ConsoleResource[]
}

/** The console's menu, below the dashboard. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    key: 'transport',
    resources: ['stations', 'vehicles', 'vehicle-types', 'routes', 'staff', 'customers', 'journeys', 'reservations'],
  },
  { key: 'pricing', resources: ['seasons', 'pricing-rules', 'addons'] },
  { key: 'administration', resources: ['users', 'partners'] },
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

const NOT_IN_HORIZONTAL: ReadonlySet<ConsoleResource> = new Set([
  'vehicle-types',
  'staff',
  'seasons',
  'pricing-rules',
  'addons',
])

/** The menu in the header has one row, so it holds what people open all day. */
export const HORIZONTAL_NAVIGATION = NAVIGATION.flatMap(({ resources }) => resources).filter(
  (resource) => !NOT_IN_HORIZONTAL.has(resource),
)

/** The resource whose pages an address belongs to, or the dashboard; undefined where it is neither. */
export function currentEntry(pathname: string): string | undefined {
  const first = pathname.split('/')[1]
  return first === '' ? 'dashboard' : first
}
