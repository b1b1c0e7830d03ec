import { lazyModule } from '../providers/lazyModule'

/** First page of most visits; its code is fetched in parallel with that of the frame. */
export const DASHBOARD = lazyModule(() => import('../resources/dashboard/Dashboard'))
