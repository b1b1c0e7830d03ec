import type { Addon } from '../../../contract/entities/addon'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import type { Season } from '../../../contract/entities/season'
import type { TaxMode } from '../../../contract/core/vocabulary'
import { priceBook, type PriceBook } from './quote'
import { ruleBook, type RuleBook } from './rule-book'

/** The price list of a company as stored. */
export interface StoredPriceList {
  rules: readonly PricingRule[]
  seasons: readonly Season[]
  addons: readonly Addon[]
  company: { currency: string; fare_tax_bp: number; tax_mode: TaxMode; price_increment_minor: number }
}

/** Prepared rule books by the array of rules that they were made from. */
const prepared = new WeakMap<StoredPriceList['rules'], RuleBook>()

/** Returns the price book of a stored price list. */
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
