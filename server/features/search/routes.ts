import { may } from '../../../contract/core/permissions'
import { searchEverywhere } from '../../../contract/operations/search'
import { SEARCHED_RESOURCES } from '../../../contract/core/listed-resources'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { findRecords } from './repository'

/** One question to all the lists that the caller may see. */
export const searchFeature: Feature<{ db: Db }> = {
  routes: (app, { db }) => {
    serve(app, searchEverywhere, async ({ query, context }) => {
      const resources = SEARCHED_RESOURCES.filter((resource) => may(context.actor.role, 'list', resource))
      return {
        groups: await findRecords(db, resources, { text: query.q, language: context.language, now: context.now() }),
      }
    })
  },
}
