import { change, type Changed } from '../../server/domain/pricing/changes/change'
import { newLedger, type Ledger } from '../../server/domain/pricing/changes/ledger'
import type { State, StateLeg, Wish, WishedLeg } from '../../server/domain/pricing/changes/state'
import { NOTHING } from '../../server/domain/pricing/changes/state'
import { priceState, type Terms } from '../../server/domain/pricing/changes/value'
import type { FareForSale } from '../../server/domain/pricing/fares'
import type { Category } from '../../server/domain/pricing/rule-facts'
import { SALE, aBook, aLeg } from './pricing'

const HOUR_MS = 3_600_000

/** The moment of the changes in tests: that of the sale. */
export const NOW = SALE.at

/** A leg that leaves so many hours after the sale. */
export function aWishedLeg(
  journeyId: string,
  hours: number,
  fares: FareForSale[],
  more: Partial<WishedLeg> = {},
): WishedLeg {
  const departsAt = NOW + hours * HOUR_MS
  const serviceDate = new Date(departsAt).toISOString().slice(0, 10)
  return {
    journeyId,
    boardSeq: 1,
    alightSeq: 3,
    serviceDate,
    direction: 'out',
    departsAt,
    quote: aLeg(fares, { departsAt, serviceDate }),
    ...more,
  }
}

export const someTerms = (more: Partial<Terms> = {}): Terms => ({
  book: aBook(),
  tiers: [],
  sale: SALE,
  partner: null,
  byHand: null,
  ways: new Set(['out']),
  ...more,
})

export const aParty = (counts: Partial<Record<Category, number>>): Map<Category, number> =>
  new Map(Object.entries(counts) as [Category, number][])

/** A reservation at one time, with what was given up of it. */
export interface Held {
  state: State
  ledger: Ledger
  total: number
  lines: Changed['lines']
}

/** What is sold, as it is kept. @param byHand what somebody said that it costs */
export function sold(terms: Terms, wish: Wish, byHand: number | null = null): { terms: Terms; held: Held } {
  const { quote: own } = priceState(terms, wish, null)
  const heads = [...wish.party.values()].reduce((sum, count) => sum + count, 0)
  const kept: Terms =
    byHand === null ? terms : { ...terms, byHand: { total: byHand, setFor: { sum: own.worked, heads } } }
  const { quote } = priceState(kept, wish, null)
  const legs = wish.legs.map((leg, place): StateLeg => ({ ...leg, id: place + 1, earliest: null }))
  const state = { ...wish, legs, run: wish.run && { ...wish.run, id: 1, earliest: null } }
  const ledger = newLedger(quote.fare + quote.addons)
  return { terms: kept, held: { state, ledger, total: quote.total, lines: quote.lines } }
}

/** One change of what is confirmed. */
export function after(
  terms: Terms,
  held: Held,
  wish: Partial<Wish>,
  more: { now?: number; waived?: boolean } = {},
): Changed {
  const moment = { now: NOW, confirmed: true, waived: false, ...more }
  return change(terms, held.state, { ...held.state, ...wish }, held.ledger, moment)
}

/** What is kept where all of it is cancelled. */
export const cancelled = (terms: Terms, held: Held, now = NOW): Changed =>
  change(terms, held.state, NOTHING, held.ledger, { now, confirmed: true, waived: false })
