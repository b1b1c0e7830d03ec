import { lazyModule } from '../../providers/lazyModule'

/** Module of the date field; loaded separately, because most pages start without it. */
export const DATE_FIELD = lazyModule(() => import('./TypedDate'))
