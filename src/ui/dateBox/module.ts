import { lazyModule } from '../../providers/lazyModule'

/** Module of the date box; loaded separately, because most pages start without it. */
export const DATE_BOX = lazyModule(() => import('./TypedDate'))
