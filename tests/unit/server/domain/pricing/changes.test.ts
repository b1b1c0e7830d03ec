import { describe, expect, it } from 'vitest'
import { aFare, aBook, aRule, anAddon } from '../../../../support/pricing'
import { after, aParty, aWishedLeg, cancelled, sold, someTerms } from '../../../../support/pricing-changes'

const TIERS = [
  { hours_before: 48, percent_bp: 5_000 },
  { hours_before: 24, percent_bp: 10_000 },
]
const group = (percent_bp: number) =>
  aRule('GROUP', { stage: 'total_adjust', effect: 'add_percent', percent_bp, party_size_from: 10 })
const one = (adults: number, hours: number, unit = 4_000) => ({
  party: aParty({ adult: adults }),
  legs: [aWishedLeg('J1', hours, [aFare(unit)])],
  addons: [],
  run: null,
})

describe('a cancellation of some', () => {
  it('keeps in the end what is kept at once', () => {
    const { terms, held } = sold(someTerms({ tiers: TIERS }), one(30, 30))
    const less = after(terms, held, { party: aParty({ adult: 1 }) })
    expect([less.total, less.fees]).toEqual([62_000, 58_000])
    expect(cancelled(terms, less).total).toBe(60_000)
    expect(cancelled(terms, held).total).toBe(60_000)
  })

  it('never makes the rest dearer than all of it was', () => {
    const { terms, held } = sold(someTerms({ book: aBook({ rules: [group(-5_000)] }) }), one(10, 100))
    const nine = after(terms, held, { party: aParty({ adult: 9 }) })
    expect(nine.total).toBe(20_000)
    expect(nine.lines.at(-1)).toMatchObject({ kind: 'limit', code: 'ceiling', amount_minor: -16_000 })
    expect(after(terms, nine, { party: aParty({ adult: 3 }) }).total).toBe(12_000)
  })
})

describe('another departure of the day', () => {
  const moved = (unit: number) => ({ legs: [aWishedLeg('J2', 12, [aFare(unit)])] })

  it('is a sale of the difference where it is dearer, and that is lost with a later cancellation', () => {
    const { terms, held } = sold(someTerms({ tiers: TIERS }), one(1, 10))
    const dearer = after(terms, held, moved(6_000))
    expect([dearer.total, dearer.fees]).toEqual([6_000, 0])
    expect(cancelled(terms, dearer).total).toBe(6_000)
  })

  it('gives up the difference where it is cheaper, under the tier of the moment', () => {
    const { terms, held } = sold(someTerms({ tiers: TIERS }), one(1, 10))
    const cheaper = after(terms, held, moved(3_000))
    expect([cheaper.total, cheaper.fees]).toEqual([4_000, 1_000])
    expect(cancelled(terms, cheaper).total).toBe(4_000)
  })

  it('costs the fee of the earlier departure, whatever follows', () => {
    const { terms, held } = sold(someTerms({ tiers: [{ hours_before: 11, percent_bp: 10_000 }] }), one(1, 10))
    expect(cancelled(terms, after(terms, held, moved(4_000))).total).toBe(4_000)
  })

  it('of another day is a cancellation and a sale', () => {
    const { terms, held } = sold(someTerms({ tiers: TIERS }), one(1, 10))
    const august = after(terms, held, { legs: [aWishedLeg('J9', 2_000, [aFare(4_000)])] })
    expect([august.total, august.fees]).toEqual([8_000, 4_000])
    expect(cancelled(terms, august).total).toBe(4_000)
  })
})

describe('a fee', () => {
  it('is owed for the leg that is given up, by its own departure', () => {
    const way = (id: string, hours: number, direction: 'out' | 'back') =>
      aWishedLeg(id, hours, [aFare(4_000)], { direction })
    const wish = { ...one(1, 5), legs: [way('OUT', 5, 'out'), way('BACK', 240, 'back')] }
    const { terms, held } = sold(someTerms({ tiers: TIERS, ways: new Set(['out', 'back']) }), wish)
    expect(after(terms, held, { legs: wish.legs.slice(0, 1) })).toMatchObject({ total: 4_000, fees: 0 })
    expect(after(terms, held, { legs: wish.legs.slice(1) })).toMatchObject({ total: 8_000, fees: 4_000 })
  })

  it('is no part of what later changes work out, and is not taken back by what is added', () => {
    const { terms, held } = sold(someTerms({ tiers: TIERS, book: aBook({ policy: { fareTaxBp: 900 } }) }), one(3, 30))
    const less = after(terms, held, { party: aParty({ adult: 2 }) })
    const more = after(terms, less, { party: aParty({ adult: 3 }) })
    expect([less.total, more.total]).toEqual([10_000, 14_000])
    expect(more.lines.filter(({ kind }) => kind === 'tax_info')).toMatchObject([{ base_minor: 12_000 }])
    expect(after(terms, held, { party: aParty({ adult: 2 }) }, { waived: true }).total).toBe(8_000)
  })

  it('of add-ons that are not given back is all of them', () => {
    const book = aBook({ addons: [anAddon('MEAL', { pricing: 'per_passenger', refundable: false })] })
    const wish = { ...one(3, 100), addons: [{ addon_id: 'id-MEAL', quantity: 1 }] }
    const { terms, held } = sold(someTerms({ book, tiers: TIERS }), wish)
    const less = after(terms, held, { party: aParty({ adult: 2 }) })
    expect(less).toMatchObject({ total: 9_500, fees: 500 })
    expect(less.lines.at(-1)).toMatchObject({ kind: 'cancellation_fee', code: 'kept_addons' })
    expect(cancelled(terms, less).total).toBe(1_500)
  })
})
