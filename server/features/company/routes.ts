import { getCompany, patchCompany } from '../../../contract/operations/company'
import type { Db } from '../../db/database'
import { matchedVersion } from '../../http/etag'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { changeCompany } from './change'
import { readCompany } from './repository'

/** Serves the operator's record, with its settings of rounding, taxes and refunds. */
export const companyFeature: Feature<{ db: Db }> = {
  routes: (app, { db }) => {
    serve(app, getCompany, async ({ reply }) => {
      const company = await readCompany(db)
      reply.header('etag', `"${company.version}"`)
      return company
    })
    serve(app, patchCompany, async ({ body, context, request, reply }) => {
      const company = await changeCompany(db, matchedVersion(request), body, context)
      reply.header('etag', `"${company.version}"`)
      return company
    })
  },
}
