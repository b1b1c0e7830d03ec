import type { Action } from '../../../contract/core/permissions'
import { CONSOLE_RESOURCES, type ConsoleResource } from '../../../contract/core/vocabulary'

/** Modifier key: Ctrl, or Command on a Mac. */
export const MOD = 'mod'

export interface Shortcut {
  /** The text has the key `app.shortcuts.<id>`, or is the name of the resource. */
  id: string
  /** `['g', 's']`: in sequence; `['mod+k']`: together. */
  keys: readonly string[]
  group: 'everywhere' | 'record' | 'go'
  /** Path to open. */
  to?: string
  resource?: ConsoleResource
  /** Dictionary key of the page's name, if it belongs to no resource. */
  label?: string
  /** Permission that the shortcut requires. */
  needs?: { action: Action; resource: ConsoleResource }
}

export const BOARD_PATH = '/journeys/board'
export const CALENDAR_PATH = '/journeys/calendar'

const DASHBOARD_LETTER = 'd'
const BOARD_LETTER = 'b'
const CALENDAR_LETTER = 'e'

/** Established letters, which users know by heart. */
const KNOWN_LETTERS = {
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
} as const satisfies Partial<Record<ConsoleResource, string>>

/** Second key of the shortcut to a list: the established one, or the first free letter of the resource's name. */
const LETTERS = new Map<ConsoleResource, string>(Object.entries(KNOWN_LETTERS) as [ConsoleResource, string][])
for (const resource of CONSOLE_RESOURCES) {
  const taken = ['-', DASHBOARD_LETTER, BOARD_LETTER, CALENDAR_LETTER, ...LETTERS.values()]
  const free = [...resource].find((letter) => !taken.includes(letter))
  if (free !== undefined && !LETTERS.has(resource)) LETTERS.set(resource, free)
}

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
  { id: 'dashboard', keys: ['g', DASHBOARD_LETTER], group: 'go', to: '/', label: 'ra.page.dashboard' },
  {
    id: 'board',
    keys: ['g', BOARD_LETTER],
    group: 'go',
    to: BOARD_PATH,
    label: 'app.board.title',
    needs: { action: 'list', resource: 'journeys' },
  },
  {
    id: 'calendar',
    keys: ['g', CALENDAR_LETTER],
    group: 'go',
    to: CALENDAR_PATH,
    label: 'app.calendar.title',
    needs: { action: 'list', resource: 'journeys' },
  },
  ...[...LETTERS].map(([resource, letter]): Shortcut => {
    const needs = { action: 'list', resource } as const
    return { id: resource, keys: ['g', letter], group: 'go', to: `/${resource}`, resource, needs }
  }),
]

/** Returns the keys that open a path: `/stations` → `['g', 's']`; undefined if it has none. */
export const keysTo = (path: string): readonly string[] | undefined => SHORTCUTS.find(({ to }) => to === path)?.keys
