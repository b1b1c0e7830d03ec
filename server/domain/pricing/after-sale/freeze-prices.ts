import { isOfItsOwn } from '../manual-price'
import { multiplyDivide, taxWithin } from '../exact'
import type { PartPriced } from '../quote'
import type { Taxed } from '../tax'
import { divideByWeight, zip } from './divide'
import { isTravel, paidFor, saleAt, type Purchase, type SaleTerms, type Unit } from './purchase'
import { groupUnits, priceBatch, withTax } from './value'

/**
 * Fixes the price of the units of each sale. It later changes in proportion to what they cost by their conditions alone.
 * Rule: docs/domain/pricing.md, "Changes after the sale", 8.
 * @param worth price of all units, minor units, tax on top included; default = what was paid for them
 */
export function freezePrices(purchase: Purchase, worth = paidFor(purchase.units)): Purchase {
  const batches = groupUnits(purchase.units)
  if (batches.length === 0) return purchase
  const parts = divideByWeight(worth, batches.map(paidFor))
  const places = new Map(batches.flatMap((units, terms) => units.map((unit) => [unit, terms] as const)))
  return {
    ...purchase,
    sales: zip(batches, parts).map(([units, part]) => freezeBatch(purchase, units, part)),
    units: purchase.units.map((unit) => ({ ...unit, terms: places.get(unit) ?? unit.terms })),
  }
}

/** Returns the conditions of a batch with its fixed price. A price that a person set stays one, for add-ons too. */
function freezeBatch(purchase: Purchase, units: readonly Unit[], worth: number): SaleTerms {
  const terms = saleAt(purchase, units[0]?.terms ?? 0)
  const { priced } = priceBatch(purchase, units, { others: 0, rates: 'list', isAlone: true })
  const heads = units.filter(isTravel).length
  if (terms.byHand && !terms.byHand.isAsBought)
    return { ...terms, byHand: { total: deductTax(worth, priced, terms), setFor: { sum: priced.worked, heads } } }
  const shares = priced.addons.filter((addon) => !isOfItsOwn(addon.priced.line))
  const apart = sumOfAmounts(priced.addons) - sumOfAmounts(shares)
  const paidApart = paidFor(units.filter(({ item }) => item.kind === 'addon'))
  const total = deductTax(Math.max(0, worth - paidApart), { ...priced, addons: shares }, terms)
  return { ...terms, byHand: { total, setFor: { sum: priced.worked - apart, heads }, isAsBought: true } }
}

const sumOfAmounts = (parts: readonly Taxed[]): number => parts.reduce((sum, { amount }) => sum + amount, 0)

/** Deducts tax on top. Add-ons keep their prices as far as the amount covers them, and the fare is the rest. */
function deductTax(gross: number, { fare, addons }: PartPriced, terms: SaleTerms): number {
  const ofAddons = sumOfAmounts(addons)
  const withTheirTax = addons.reduce((sum, addon) => sum + withTax(addon, terms), 0)
  if (gross < withTheirTax) return multiplyDivide(ofAddons, gross, withTheirTax)
  const rest = gross - withTheirTax
  return ofAddons + (terms.book.policy.taxMode === 'exclusive' ? rest - taxWithin(rest, fare.rateBp) : rest)
}
