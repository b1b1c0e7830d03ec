import type { Addon } from '../../../contract/entities/addon'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import type { Season } from '../../../contract/entities/season'
import type { TaxMode } from '../../../contract/core/vocabulary'
import { priceBook, type PriceBook } from './quote'
import { ruleBook, type RuleBook } from './rule-book'

/** What a company sells at, as it is kept. */
export interface StoredPriceList {
  rules: readonly PricingRule[]
  seasons: readonly Season[]
  addons: readonly Addon[]
  company: { currency: string; fare_tax_bp: number; tax_mode: TaxMode; price_increment_minor: number }
}

/** Rules prepared before, by the list that they were read as. */
const prepared = new WeakMap<StoredPriceList['rules'], RuleBook>()

/** Prepares what is kept for the engine. */
export function bookOf({ rules, seasons, addons, company }: StoredPriceList): PriceBook {
  const book = prepared.get(rules) ?? ruleBook(rules)
  prepared.set(rules, book)
  return priceBook(book, seasons, addons, {
    currency: company.currency,
    taxMode: company.tax_mode,
    fareTaxBp: company.fare_tax_bp,
    incrementMinor: company.price_increment_minor,
  })
}
