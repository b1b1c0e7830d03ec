import BoardIcon from '@mui/icons-material/ViewTimelineOutlined'
import BusinessIcon from '@mui/icons-material/SettingsOutlined'
import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import MapIcon from '@mui/icons-material/MapOutlined'
import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import PaymentsIcon from '@mui/icons-material/PaymentsOutlined'
import PendingActionsIcon from '@mui/icons-material/PendingActionsOutlined'
import TillIcon from '@mui/icons-material/PointOfSaleOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import type { Action } from '../../contract/core/permissions'
import type { Resource, Role } from '../../contract/core/vocabulary'
import { canAccess } from '../providers/auth/canAccess'
import { BOARD_PATH, CALENDAR_PATH } from '../features/shortcuts/shortcuts'
import { CONSOLE_RESOURCES, type ConsoleResource, type MenuGroup } from '../../contract/core/vocabulary'
import { MENU } from '../../contract/core/resources'

export interface NavigationGroup {
  /** The title has the key `app.nav.<key>`. */
  key: MenuGroup
  resources: readonly ConsoleResource[]
}

/** Menu of the console, below the dashboard. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { key: 'transport', resources: MENU.transport },
  { key: 'pricing', resources: MENU.pricing },
  { key: 'administration', resources: MENU.administration },
]

/** Page that is no list of a resource. */
export interface PageLink {
  path: string
  /** Dictionary key of its name. */
  label: string
  icon: typeof SvgIcon
  /** Permission that the link requires. */
  needs?: { action: Action; resource: Resource }
}

const LISTS_JOURNEYS = { action: 'list', resource: 'journeys' } as const

/** Pages for daily operation, next to the dashboard. */
export const OPERATION_PAGES: readonly PageLink[] = [
  { path: BOARD_PATH, label: 'app.board.title', icon: BoardIcon, needs: LISTS_JOURNEYS },
  { path: CALENDAR_PATH, label: 'app.calendar.title', icon: CalendarIcon, needs: LISTS_JOURNEYS },
  {
    path: '/payments',
    label: 'app.payments.title',
    icon: PaymentsIcon,
    needs: { action: 'list', resource: 'payments' },
  },
  { path: '/tills', label: 'app.tills.title', icon: TillIcon, needs: { action: 'list', resource: 'tills' } },
]

export const SYSTEM_PAGES: readonly PageLink[] = [
  { path: '/mails', label: 'app.mail.outbox', icon: MailIcon, needs: { action: 'list', resource: 'mails' } },
  { path: '/tasks', label: 'app.tasks.title', icon: PendingActionsIcon },
  {
    path: '/company',
    label: 'app.company.title',
    icon: BusinessIcon,
    needs: { action: 'edit', resource: 'pricing-rules' },
  },
]

/** Pages that are found by the search and linked from a list. */
const PAGES_OF_LISTS: readonly PageLink[] = [
  { path: '/stations/map', label: 'app.map.title', icon: MapIcon, needs: { action: 'list', resource: 'stations' } },
  {
    path: '/customers/duplicates',
    label: 'app.duplicates.title',
    icon: MergeIcon,
    needs: { action: 'list', resource: 'customers' },
  },
]

/** Pages that the search finds. */
export const SEARCHED_PAGES: readonly PageLink[] = [...OPERATION_PAGES, ...PAGES_OF_LISTS, ...SYSTEM_PAGES]

/** Returns the pages that a role may open. */
export const openTo = (role: Role | undefined, pages: readonly PageLink[]): readonly PageLink[] =>
  pages.filter(({ needs }) => !needs || canAccess(role, needs.action, needs.resource))

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

/** The menu in the header has one row, so it contains the most used resources. */
export const HORIZONTAL_NAVIGATION = CONSOLE_RESOURCES.filter((resource) => OPEN_ALL_DAY.has(resource))

const OWN_PATHS = new Set([...OPERATION_PAGES, ...SYSTEM_PAGES].map(({ path }) => path))

/** Returns the page or the resource that an address belongs to, or the dashboard. */
export function currentEntry(pathname: string): string | undefined {
  const first = pathname.split('/')[1]
  const own = [pathname, `/${first}`].find((path) => OWN_PATHS.has(path))
  if (own !== undefined) return own
  return first === '' ? 'dashboard' : first
}
