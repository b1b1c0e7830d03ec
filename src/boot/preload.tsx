import type { ReactNode } from 'react'
import type { I18nProvider } from 'react-admin'
import { lazyModule } from '../providers/lazyModule'
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

/**
 * Starts to read the data of the page at the window's address for a user who has just signed in. Never fails, and resolves
 * when the request is under way, so that the console is rendered while the data arrives.
 */
export async function prefetchFirstPage(): Promise<void> {
  const staff = STAFF_CONSOLE.get()
  if (window.location.pathname.startsWith(PARTNER_AREA) || !staff || 'error' in staff) return
  await staff.value.prefetchPage(window.location).catch(() => undefined)
}

/** Fetches the list at a path with its own buttons, which only the frame's code knows. */
async function fetchListPage(pathname: string): Promise<void> {
  await STAFF_CONSOLE.fetch()
  const staff = STAFF_CONSOLE.get()
  if (staff && 'value' in staff) await staff.value.fetchListPage(pathname)
}

const partnerParts = (pathname: string): Promise<unknown>[] => [
  import('../partner/PartnerArea'),
  ...(pathname.startsWith('/partner-dashboard') ? [import('../partner/pages/PartnerDashboard')] : []),
]

const staffParts = (pathname: string): Promise<unknown>[] => [
  STAFF_CONSOLE.fetch(),
  ...(HOME.test(pathname) ? [DASHBOARD.fetch()] : []),
  ...(LIST.test(pathname) ? [import('../kit/List'), fetchListPage(pathname)] : []),
]
