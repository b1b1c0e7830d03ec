import { lazyModule } from '../providers/lazyModule'

/** Every generated list, from one file of the build: fetched while the frame around it is on its way. */
export const GENERATED_LIST = lazyModule(async () => ({
  default: (await import('./List')).List,
}))
