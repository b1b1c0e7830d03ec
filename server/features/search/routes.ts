import { LANGUAGES, type Language } from '../../../contract/core/languages'
import { may } from '../../../contract/core/permissions'
import { searchEverywhere, type SearchGroup } from '../../../contract/operations/search'
import { SEARCHED_RESOURCES } from '../../../contract/core/listed-resources'
import type { Db } from '../../db/database'
import { phoneText } from '../../documents/phone-text'
import { roleOf } from '../../http/admit'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { findRecords } from './repository'

/** Formats phone numbers in the details of customers. */
const withPhoneText = (group: SearchGroup, language: Language): SearchGroup => ({
  ...group,
  hits: group.hits.map((hit) =>
    group.resource === 'customers' && hit.detail?.startsWith('+')
      ? { ...hit, detail: phoneText(hit.detail, language) }
      : hit,
  ),
})

export const searchFeature: Feature<{ db: Db }> = {
  routes: (app, { db }) => {
    serve(app, searchEverywhere, async ({ query, context }) => {
      const resources = SEARCHED_RESOURCES.filter((resource) => may(roleOf(context.actor), 'list', resource))
      const language = LANGUAGES.find((known) => known === context.language) ?? 'en'
      const groups = await findRecords(db, resources, {
        text: query.q,
        language,
        now: context.now(),
      })
      return { groups: groups.map((group) => withPhoneText(group, language)) }
    })
  },
}
