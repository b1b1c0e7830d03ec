import type { Action } from '../../../contract/core/permissions'
import type { ConsoleResource } from '../../../contract/core/vocabulary'

/** Stands for Ctrl, and for Command on a Mac. */
export const MOD = 'mod'

export interface Shortcut {
  /** The words stand at `app.shortcuts.<id>`, or are the name of the resource. */
  id: string
  /** `['g', 's']`: one after the other; `['mod+k']`: together. */
  keys: readonly string[]
  group: 'everywhere' | 'record' | 'go'
  /** Where it leads. */
  to?: string
  resource?: ConsoleResource
  /** What one must be allowed to do to have it. */
  needs?: { action: Action; resource: ConsoleResource }
}

const LETTERS = {
  reservations: 'r',
  journeys: 'j',
  customers: 'c',
  routes: 'o',
  stations: 's',
  vehicles: 'v',
  'vehicle-types': 'y',
  staff: 't',
  seasons: 'n',
  'pricing-rules': 'p',
  addons: 'a',
  users: 'u',
  partners: 'k',
} as const satisfies Record<ConsoleResource, string>

/** Every key that does something by itself. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'search', keys: [`${MOD}+k`], group: 'everywhere' },
  { id: 'searchToo', keys: ['/'], group: 'everywhere' },
  {
    id: 'createReservation',
    keys: ['c'],
    group: 'everywhere',
    to: '/reservations/create',
    needs: { action: 'create', resource: 'reservations' },
  },
  { id: 'help', keys: ['?'], group: 'everywhere' },
  { id: 'create', keys: ['n'], group: 'record' },
  { id: 'edit', keys: ['e'], group: 'record' },
  { id: 'save', keys: [`${MOD}+s`], group: 'record' },
  { id: 'close', keys: ['Esc'], group: 'record' },
  { id: 'dashboard', keys: ['g', 'd'], group: 'go', to: '/' },
  ...Object.entries(LETTERS).map(([name, letter]): Shortcut => {
    const resource = name as ConsoleResource
    return { id: name, keys: ['g', letter], group: 'go', to: `/${name}`, resource, needs: { action: 'list', resource } }
  }),
]

/** Keys of the way to a list: `g s`. */
export const keysTo = (resource: ConsoleResource): readonly string[] => ['g', LETTERS[resource]]
