import type { I18nProvider } from 'react-admin'
import { logWarning } from '../providers/log'
import { GENERATED_LIST } from '../kit/listPage'
import { DASHBOARD } from '../layout/screens'
import { STAFF_CONSOLE } from './staffArea'

const HOME = /^\/(dashboard\/?)?$/
const PARTNER_AREA = '/partner'
const LIST = /^\/[a-z-]+\/?$/

/** Fetches the code of the screen at a path while the frame around it is still on its way. Never fails. */
export async function preloadScreen(path: string): Promise<void> {
  const { pathname } = new URL(path, window.location.origin)
  await Promise.allSettled(pathname.startsWith(PARTNER_AREA) ? partnerParts(pathname) : staffParts(pathname))
}

/**
 * Has the screen at a path, whose code has come, drawn once out of sight: by the time of the sign-in the browser has
 * compiled and styled it. Never fails.
 * @param through fires when somebody has signed in, for whom it is drawn in earnest
 */
export async function rehearsal(path: string, words: Promise<I18nProvider>, through: AbortSignal): Promise<void> {
  if (path.startsWith(PARTNER_AREA)) return
  try {
    const [{ rehearse }, i18n] = await Promise.all([import('../layout/StaffConsole'), words, preloadScreen(path)])
    if (!through.aborted) rehearse(i18n, path, through)
  } catch (error) {
    logWarning('The console could not be drawn ahead', error)
  }
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
