import { previewPricingRule } from '../../../contract/operations/pricing-preview'
import { createQuote } from '../../../contract/operations/quote'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { previewRule } from './preview-rule'
import { quotePrice } from './quote-price'

export const quoteFeature: Feature<{ db: Db; now: () => Date }> = {
  routes: (app, { db, now }) => {
    serve(app, createQuote, ({ body, context }) => {
      const { actor, language } = context
      return quotePrice(db, body, { now: now(), role: actor.role, language })
    })
    serve(app, previewPricingRule, ({ body, context }) => previewRule(db, body, now(), context.language))
  },
}
