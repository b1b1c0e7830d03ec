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

/** Fetches the code of the screen at a path while the frame around it is still on its way. Never fails. */
export async function preloadScreen(path: string): Promise<void> {
  const { pathname } = new URL(path, window.location.origin)
  await Promise.allSettled(pathname.startsWith(PARTNER_AREA) ? partnerParts(pathname) : staffParts(pathname))
}

/**
 * Fetches what follows the sign-in, with its code the screen at a path.
 * @returns that screen, to be drawn once out of sight: by the time of the sign-in the browser has compiled and styled it.
 * Nothing where there is no such screen, or its code did not come.
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

/** A frame that is drawn without its rows has to be laid out a second time with them; nobody waits longer for that. */
const ROWS_WAIT_MS = 250

/**
 * Begins to read what the page at the window's address shows to somebody who has just signed in. Never fails, and ends
 * when that is there or would take too long to wait for.
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
