import { getDemo } from '../../../contract/operations/auth'
import type { Role } from '../../../contract/core/vocabulary'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'

/** A demo user that visitors sign in as with one click. */
export interface DemoPerson {
  role: Role | 'partner'
  username: string
  name: string
  password: string
}

/** The list is empty outside demo installations. */
export const demoFeature: Feature<{ people: readonly DemoPerson[] }> = {
  routes: (app, { people }) => {
    serve(app, getDemo, async () => ({ people: [...people] }))
  },
}
