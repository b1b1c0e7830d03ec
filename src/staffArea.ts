import { arrival } from './providers/arrival'

/** The console of staff: fetched behind the sign-in page, or when the router needs it. */
export const STAFF_CONSOLE = arrival(() => import('./StaffConsole'))
