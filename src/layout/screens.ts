import { lazyModule } from '../providers/lazyModule'

/** The page that most visits begin with: fetched while the frame around it is on its way. */
export const DASHBOARD = lazyModule(() => import('../resources/dashboard/Dashboard'))
