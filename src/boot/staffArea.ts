import { lazyModule } from '../providers/lazyModule'

/** Console of staff, fetched behind the sign-in page or when the router needs it. */
export const STAFF_CONSOLE = lazyModule(() => import('../layout/StaffConsole'))
