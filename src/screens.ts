import { arrival } from './providers/arrival'

/** The screens that most visits begin with: fetched while the frame around them is on its way. */
export const DASHBOARD = arrival(() => import('./layout/pages/Dashboard'))
export const GENERATED_LIST = arrival(async () => ({
  default: (await import('./resources/builder/GeneratedList')).GeneratedList,
}))
