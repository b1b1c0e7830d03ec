import { may } from '../../../contract/core/permissions'
import { previewPricingRule } from '../../../contract/operations/pricing-preview'
import { createQuote } from '../../../contract/operations/quote'
import type { Db } from '../../db/database'
import { roleOf } from '../../http/admit'
import { hasOverride } from '../../http/overrides'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { previewRule } from './preview-rule'
import { quotePrice } from './quote-price'

export const quoteFeature: Feature<{ db: Db; now: () => Date }> = {
  routes: (app, { db, now }) => {
    serve(app, createQuote, ({ body, context }) => {
      const setsAnyPrice = hasOverride('set_any_price', context)
      const seesTerms = may(roleOf(context.actor), 'show', 'partners')
      return quotePrice(db, body, { now: now(), setsAnyPrice, seesTerms, language: context.language })
    })
    serve(app, previewPricingRule, ({ body, context }) => previewRule(db, body, now(), context.language))
  },
}
