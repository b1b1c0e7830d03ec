import { listOperators } from '../../../contract/operations/operators'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { activeOperators, allotmentsStore, partnersStore } from './repository'

export const partnerFeature: Feature<{ db: Db }> = {
  stores: [partnersStore, allotmentsStore],
  routes: (app, { db }) => {
    // Dispatchers see operating companies without their contract terms.
    serve(app, listOperators, () => activeOperators(db))
  },
}
