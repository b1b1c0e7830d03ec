import type { ReactNode } from 'react'
import type { I18nProvider } from 'react-admin'
import { lazyModule } from '../providers/lazyModule'
import { GENERATED_LIST } from '../kit/listPage'
import { DASHBOARD } from '../layout/screens'
import { STAFF_CONSOLE } from './staffArea'

/** Everything behind the sign-in page that staff and partners share. */
export const CONSOLE = lazyModule(() => import('./App'))

const HOME = /^\/(dashboard\/?)?$/
const PARTNER_AREA = '/partner'
const LIST = /^\/[a-z-]+\/?$/

/** Fetches the code of the screen at a path in parallel with the frame around it. Never fails. */
export async function preloadScreen(path: string): Promise<void> {
  const { pathname } = new URL(path, window.location.origin)
  await Promise.allSettled(pathname.startsWith(PARTNER_AREA) ? partnerParts(pathname) : staffParts(pathname))
}

/**
 * Fetches everything needed after the sign-in, including the code of the screen at a path.
 * @returns that screen, to be rendered once hidden, so that the browser has compiled and styled it before the sign-in;
 * nothing without a screen to prerender or without its code
 */
export async function prerenderConsole(path: string): Promise<ReactNode> {
  const [words] = await Promise.all([fetchWords(), preloadScreen(path)])
  const staff = STAFF_CONSOLE.get()
  return words && staff && 'value' in staff && <staff.value.PrerenderedConsole i18n={words} path={path} />
}

async function fetchWords(): Promise<I18nProvider | null> {
  await CONSOLE.fetch()
  const code = CONSOLE.get()
  if (!code || 'error' in code) return null
  await code.value.DICTIONARIES.fetch()
  const words = code.value.DICTIONARIES.get()
  return words && 'value' in words ? words.value : null
}

/** Milliseconds to wait for rows, because a frame rendered without its rows needs a second layout with them. */
const ROWS_WAIT_MS = 250

/**
 * Starts to read the data of the page at the window's address for a user who has just signed in. Never fails, and resolves
 * when the data has arrived or the wait is too long.
 */
export async function prefetchFirstRows(): Promise<void> {
  if (window.location.pathname.startsWith(PARTNER_AREA)) return
  await Promise.race([
    import('../layout/StaffConsole').then(({ prefetchPage }) => prefetchPage(window.location)).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, ROWS_WAIT_MS)),
  ])
}

const partnerParts = (pathname: string): Promise<unknown>[] => [
  import('../partner/PartnerArea'),
  ...(pathname.startsWith('/partner-dashboard') ? [import('../partner/pages/PartnerDashboard')] : []),
]

const staffParts = (pathname: string): Promise<unknown>[] => [
  STAFF_CONSOLE.fetch(),
  ...(HOME.test(pathname) ? [DASHBOARD.fetch()] : []),
  ...(LIST.test(pathname) ? [GENERATED_LIST.fetch()] : []),
]
