import type { ConsoleResource } from '../../contract/vocabulary'

export interface NavigationGroup {
  /** The title stands at `app.nav.<key>`. */
  key: 'transport' | 'pricing' | 'administration'
  resources: readonly ConsoleResource[]
}

/** The console's menu, below the dashboard. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    key: 'transport',
    resources: ['journeys', 'reservations', 'customers', 'routes', 'stations', 'vehicles', 'vehicle-types', 'staff'],
  },
  { key: 'pricing', resources: ['seasons', 'pricing-rules', 'addons'] },
  { key: 'administration', resources: ['users', 'partners'] },
]
