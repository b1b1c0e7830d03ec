import { lazyModule } from '../providers/lazyModule'

/** First page of most visits, fetched in parallel with the frame around it. */
export const DASHBOARD = lazyModule(() => import('../resources/dashboard/Dashboard'))
