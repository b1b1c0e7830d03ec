import { DASHBOARD, GENERATED_LIST } from '../screens'

const HOME = /^\/(dashboard\/?)?$/
const LIST = /^\/[a-z-]+\/?$/

/** Fetches the code of the screen at a path while the frame around it is still on its way. Never fails. */
export async function screenAhead(path: string): Promise<void> {
  const { pathname } = new URL(path, window.location.origin)
  await Promise.allSettled(pathname.startsWith('/partner') ? partnerParts(pathname) : staffParts(pathname))
}

const partnerParts = (pathname: string): Promise<unknown>[] => [
  import('../partner/PartnerArea'),
  ...(pathname.startsWith('/partner-dashboard') ? [import('../partner/pages/PartnerDashboard')] : []),
]

const staffParts = (pathname: string): Promise<unknown>[] => [
  import('../StaffConsole'),
  ...(HOME.test(pathname) ? [DASHBOARD.fetch()] : []),
  ...(LIST.test(pathname) ? [GENERATED_LIST.fetch()] : []),
]
