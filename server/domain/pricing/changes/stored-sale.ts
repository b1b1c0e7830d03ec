import { newLedger } from './ledger'
import type { KeptSale, KeptStretch } from './kept-sale'

type Fields = Record<string, unknown>

/** What most sales have: it is left out of what is stored. Never changed, for what is stored lives on it. */
const SALE = { tripType: 'one_way', partnerId: null, promoCode: null, customerTags: [] } as const
const TRAVEL = { serviceKind: 'scheduled', fromZone: null, toZone: null, loadPct: 0 } as const
const STRETCH = { direction: 'out', fares: [] } as const
const KEPT = { contract: null, byHand: null, stretches: [], tariffs: [], run: null } as const

/** What is stored of a sale: all of it but what goes without saying, a kilobyte less with every reservation. */
export function storedSale(kept: KeptSale): Fields {
  const { sale, stretches, legs, ledger, ...rest } = kept
  return {
    ...without(rest, KEPT),
    sale: without(sale, SALE),
    ...without({ stretches: stretches.map(storedStretch) }, KEPT),
    ...without({ legs }, { legs: legsOf(stretches) }),
    ...without({ ledger: without(ledger, newLedger(0)) }, { ledger: {} }),
  }
}

const storedStretch = (stretch: KeptStretch) => ({
  ...without(stretch, STRETCH),
  travel: without(stretch.travel, TRAVEL),
})

/** The sale that was stored, also as a whole, as all once were. */
export function saleStored(stored: Fields): KeptSale {
  const part = (name: string) => (stored[name] ?? {}) as Fields
  const stretches = ((stored['stretches'] ?? []) as Fields[]).map((stretch) => ({
    ...STRETCH,
    ...stretch,
    travel: { ...TRAVEL, ...(stretch['travel'] as Fields) },
  })) as unknown as KeptStretch[]
  return {
    ...KEPT,
    legs: legsOf(stretches),
    ...stored,
    sale: { ...SALE, ...part('sale') },
    stretches,
    ledger: { ...newLedger(0), ...part('ledger') },
  } as unknown as KeptSale
}

/** The legs while none was given up or changed. */
const legsOf = (stretches: readonly KeptStretch[]): KeptSale['legs'] =>
  stretches.map(({ journeyId, boardSeq, alightSeq }, place) => ({
    journeyId,
    boardSeq,
    alightSeq,
    id: place + 1,
    earliest: null,
  }))

const without = (value: object, usual: object): Fields =>
  Object.fromEntries(
    Object.entries(value).filter(([name, own]) => {
      const known = (usual as Fields)[name]
      return known === undefined || JSON.stringify(own) !== JSON.stringify(known)
    }),
  )
