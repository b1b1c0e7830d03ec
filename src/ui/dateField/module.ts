import { lazyModule } from '../../providers/lazyModule'

/** What reads, writes and chooses days; apart, for most pages begin without. */
export const DATE_FIELD = lazyModule(() => import('./TypedDate'))
