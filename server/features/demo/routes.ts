import { getDemo } from '../../../contract/operations/auth'
import type { Role } from '../../../contract/core/vocabulary'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'

/** Somebody whom a visitor of the demo signs in as at one click. */
export interface DemoPerson {
  role: Role | 'partner'
  username: string
  name: string
  password: string
}

/** There are no people where no demo runs. */
export const demoFeature: Feature<{ people: readonly DemoPerson[] }> = {
  routes: (app, { people }) => {
    serve(app, getDemo, async () => ({ people: [...people] }))
  },
}
