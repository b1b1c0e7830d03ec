import { asBoughtLine } from '../manual-price'
import { shareOf, taxWithin } from '../exact'
import { partnerTerms } from '../partner-terms'
import { priceOf, type DraftLine, type Price } from '../price'
import { PRICE_LABELS } from '../price-labels'
import type { Taxed } from '../tax'
import { divideByWeight, zip } from './divide'
import { feeLines, sumOfFees } from './fees'
import { paidFor, saleAt, type Purchase } from './purchase'
import { sumOfValue, totalOf, valueOf, withTax, type Batch } from './value'

export interface PurchasePrice extends Price {
  currency: string | null
  /** Fees for what was given up, part of the total. */
  fees: number
  /** Sum of the paid prices of the remaining units. */
  paid: number
  /** Current value of the remaining units by their own conditions; above `paid` if a discount is lost. */
  value: number
  /** Commission of the partner, at least 0; null = no partner. */
  commission: number | null
}

/** Returns the total of a purchase and the lines that explain it. */
export function priceOfPurchase(purchase: Purchase): PurchasePrice {
  const batches = valueOf(purchase)
  const value = sumOfValue(purchase, batches)
  const paid = paidFor(purchase.units)
  const fees = sumOfFees(purchase.fees)
  const total = totalOf(purchase, value)
  const parts = adjusted(purchase, batches, total - fees - value)
  const lines = mergeEqual(batches.flatMap(({ priced }) => priced.lines))
  const change = parts.reduce((sum, { amount, before }) => sum + amount - before, 0)
  if (change !== 0) lines.push(changeLine(change))
  lines.push(...parts.flatMap(taxLine), ...feeLines(purchase.fees))
  const rest = total - lines.reduce((sum, { quantity, unit_minor }) => sum + quantity * unit_minor, 0)
  if (rest !== 0) lines.push(changeLine(rest))
  return {
    currency: batches[0]?.priced.currency ?? null,
    fees,
    paid,
    value,
    commission: commissionOf(purchase, batches, parts),
    ...priceOf(
      lines,
      batches.flatMap(({ priced }) => priced.currencies),
    ),
  }
}

/** Merges lines that differ only in quantity. Limits and overrides stay separate. */
function mergeEqual(lines: readonly DraftLine[]): DraftLine[] {
  const merged = new Map<unknown, DraftLine>()
  for (const line of lines) {
    const { quantity, ...rest } = line
    const key = line.kind === 'limit' || line.kind === 'override' ? line : JSON.stringify(rest)
    const known = merged.get(key)
    merged.set(key, known ? { ...known, quantity: known.quantity + quantity } : line)
  }
  return [...merged.values()]
}

/** A separately taxed amount, adjusted to what is paid for it. */
interface Part extends Taxed {
  batch: Batch
  /** The amount by the lines of its batch. */
  before: number
  /** Tax on top of the amount, or included in it. */
  tax: number
  isOnTop: boolean
}

/**
 * Adjusts the amounts of the batches by a change: the fares down to 0, then the add-ons. Fares are divided again over their
 * batches, because amounts on the total are part of the earliest batch.
 */
function adjusted(purchase: Purchase, batches: readonly Batch[], change: number): Part[] {
  const items = batches.flatMap((batch) => {
    const terms = saleAt(purchase, batch.terms)
    return [batch.priced.fare, ...batch.priced.addons].map((taxed, index) => ({
      batch,
      taxed,
      mode: terms.book.policy.taxMode,
      isFare: index === 0,
      gross: withTax(taxed, terms),
    }))
  })
  const fares = items.filter(({ isFare }) => isFare)
  const addons = items.filter(({ isFare }) => !isFare)
  const ofFares = fares.reduce((sum, { gross }) => sum + gross, 0)
  const ofAddons = addons.reduce((sum, { gross }) => sum + gross, 0)
  const fareSum = Math.max(0, ofFares + change)
  const addonSum = ofAddons + Math.min(0, ofFares + change)
  const brought = new Map([
    ...zip(
      fares,
      divideByWeight(
        fareSum,
        fares.map(({ gross }) => Math.max(0, gross)),
      ),
    ),
    ...zip(
      addons,
      divideByWeight(
        addonSum,
        addons.map(({ gross }) => gross),
      ),
    ),
  ])
  return items.map((item): Part => {
    const { batch, taxed, mode } = item
    const gross = brought.get(item) ?? 0
    return { batch, before: taxed.amount, ...taxedAs(taxed, gross, gross === item.gross, mode) }
  })
}

function taxedAs(
  { code, rateBp, amount }: Taxed,
  gross: number,
  isUnchanged: boolean,
  mode: 'inclusive' | 'exclusive',
): Pick<Part, 'code' | 'rateBp' | 'amount' | 'tax' | 'isOnTop'> {
  const isOnTop = mode === 'exclusive'
  if (isOnTop && isUnchanged) return { code, rateBp, amount, tax: shareOf(amount, rateBp), isOnTop }
  const tax = taxWithin(gross, rateBp)
  return { code, rateBp, amount: isOnTop ? gross - tax : gross, tax, isOnTop }
}

const taxLine = ({ code, rateBp, amount, tax, isOnTop }: Part): DraftLine[] =>
  rateBp === 0 || amount === 0
    ? []
    : [
        {
          kind: 'tax_info',
          code,
          label: isOnTop ? PRICE_LABELS.taxAdded : PRICE_LABELS.taxIncluded,
          quantity: isOnTop ? 1 : 0,
          unit_minor: tax,
          percent_bp: rateBp,
          base_minor: amount,
        },
      ]

/** The line that explains why the sum differs from the price of the remaining units. */
const changeLine = (unit_minor: number): DraftLine =>
  unit_minor < 0
    ? { kind: 'limit', code: 'ceiling', label: PRICE_LABELS.ceiling, quantity: 1, unit_minor }
    : asBoughtLine(unit_minor)

/** Commission by the terms of each sale, or of a later hand-over, on what is paid for its units; none on fees. */
function commissionOf(purchase: Purchase, batches: readonly Batch[], parts: readonly Part[]): number | null {
  const contracts = batches.map(({ terms }) =>
    purchase.handedTo === undefined ? (saleAt(purchase, terms).partner?.contract ?? null) : purchase.handedTo,
  )
  const isPartner = purchase.handedTo === undefined ? purchase.sales.some(({ partner }) => partner) : purchase.handedTo
  if (!isPartner) return null
  const rates = valueOf(purchase, 'contract')
  return batches.reduce((sum, batch, index) => {
    const contract = contracts[index]
    if (!contract) return sum
    const own = parts.filter((part) => part.batch === batch)
    const [fare = 0, ...addons] = own.map(({ amount }) => amount)
    // A partner that takes a reservation over has no net rate, because none was agreed when it was sold.
    const net = purchase.handedTo ? undefined : rates[index]
    const total = own.reduce((all, { amount, tax, isOnTop }) => all + amount + (isOnTop ? tax : 0), 0)
    const { commission } = partnerTerms(contract, {
      total,
      fare,
      addons: addons.reduce((all, amount) => all + amount, 0),
      contractRate: net ? sumOfValue(purchase, [net]) : total,
    })
    return sum + Math.max(0, commission)
  }, 0)
}
