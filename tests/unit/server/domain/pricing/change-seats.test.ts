import { describe, expect, it } from 'vitest'
import { purchaseAsSold } from '../../../../../server/domain/pricing/after-sale/as-sold'
import { changeHire, type HiredRun } from '../../../../../server/domain/pricing/after-sale/change-hire'
import { changeSeats, type Travel } from '../../../../../server/domain/pricing/after-sale/change-seats'
import type { CurrentLeg, Segment } from '../../../../../server/domain/pricing/after-sale/legs'
import { countCategories, type Passenger } from '../../../../../server/domain/pricing/after-sale/passengers'
import { priceOfPurchase } from '../../../../../server/domain/pricing/after-sale/price'
import type { Purchase, SaleTerms } from '../../../../../server/domain/pricing/after-sale/purchase'
import { sumOfValue } from '../../../../../server/domain/pricing/after-sale/value'
import type { AddonForSale } from '../../../../../server/domain/pricing/addon-lines'
import type { FareForSale } from '../../../../../server/domain/pricing/fares'
import { SALE, TRAVEL, aBook, aFare, aLeg, anAddon } from '../../../../support/pricing'

const MOMENT = { now: SALE.at, isFree: false, isRebookable: false }
const ALL_RETAINED = [{ hours_before: 1_000, percent_bp: 10_000, amount_minor: null }]

const people = (...party: [Passenger['category'], string?][]): Passenger[] =>
  party.map(([category, name = null]) => ({ category, name }))

function segment(journeyId: string, fares: FareForSale[], more: Partial<Segment> = {}): Segment {
  const serviceDate = more.serviceDate ?? TRAVEL.serviceDate
  return {
    journeyId,
    boardSeq: 1,
    alightSeq: 3,
    departsAt: TRAVEL.departsAt,
    quote: aLeg(fares, { serviceDate }),
    ...more,
    serviceDate,
  }
}

const termsAt = (addons: AddonForSale[], tiers: SaleTerms['tiers']) => ({
  list: '',
  book: aBook({ addons }),
  tiers,
  sale: SALE,
  partner: null,
  byHand: null,
})

interface Bought extends Travel<CurrentLeg> {
  purchase: Purchase
  addonsForSale: AddonForSale[]
}

/** Sells legs to passengers at the sum of their prices. */
function sell(
  legs: Segment[],
  party: Passenger[],
  {
    forSale = [],
    requestedUnits = [],
    tiers = [],
  }: { forSale?: AddonForSale[]; requestedUnits?: string[]; tiers?: SaleTerms['tiers'] } = {},
): Bought {
  const numbered = legs.map((leg, place) => ({ ...leg, id: place + 1 }))
  const addons = requestedUnits.map((code) => ({ addon_id: `id-${code}`, quantity: 1 }))
  const terms = {
    ...termsAt(forSale, tiers),
    rides: new Map(numbered.map(({ id, quote }) => [id, quote])),
    run: null,
  }
  const sold = {
    legs: numbered.map(({ id, departsAt, quote }) => ({
      id,
      direction: 'outbound' as const,
      departsAt,
      travel: quote.travel,
    })),
    party: countCategories(party),
    passengers: party.length,
    addons,
  }
  const free = purchaseAsSold(terms, sold, { price: 0, fees: 0 })
  const purchase = purchaseAsSold(terms, sold, { price: sumOfValue(free), fees: 0 })
  return { purchase, legs: numbered, party, addons, addonsForSale: forSale }
}

function change(
  bought: Bought,
  request: Partial<Travel<Segment>>,
  moment: Partial<typeof MOMENT> = {},
  forSale = bought.addonsForSale,
) {
  const { legs, party, addons } = bought
  const changed = changeSeats(
    bought.purchase,
    bought,
    { legs, party, addons, ...request },
    termsAt(forSale, ALL_RETAINED),
    {
      ...MOMENT,
      ...moment,
    },
  )
  return { ...changed, ...priceOfPurchase(changed.purchase) }
}

describe('a passenger who joins', () => {
  it('pays the current price on every leg', () => {
    const bought = sell([segment('J1', [aFare(500)]), segment('J2', [aFare(700)])], people(['adult']))
    const dear = bought.legs.map((leg) => ({ ...leg, quote: { ...leg.quote, fares: [aFare(5_000)] } }))
    expect(change(bought, { legs: dear, party: people(['adult'], ['adult']) }).total).toBe(1_200 + 10_000)
  })

  it('pays the current price of a seat, also after having been an infant without a seat', () => {
    const fares = [aFare(500), aFare(0, { passenger_category: 'infant' })]
    const bought = sell([segment('J1', fares)], people(['adult'], ['infant']))
    const dear = bought.legs.map((leg) => ({ ...leg, quote: { ...leg.quote, fares: [aFare(5_000)] } }))
    expect(change(bought, { legs: dear, party: people(['adult'], ['adult']) }).total).toBe(500 + 5_000)
  })

  it('pays by the sale when only the category is corrected, also when passengers are reordered', () => {
    const fares = [aFare(1_000), aFare(500, { passenger_category: 'child' })]
    const bought = sell([segment('J1', fares)], people(['adult', 'Ana'], ['child', 'Bo']), { tiers: ALL_RETAINED })
    const dear = bought.legs.map((leg) => ({ ...leg, quote: { ...leg.quote, fares: [aFare(9_000)] } }))
    expect(change(bought, { legs: dear, party: people(['adult', 'Ana'], ['adult', 'Bo']) }).total).toBe(2_000)
    expect(change(bought, { legs: dear, party: people(['child', 'Bo'], ['adult', 'Ana']) }).total).toBe(1_500)
    expect(change(bought, { legs: dear, party: people(['adult', 'Ana'], ['adult', 'Eve']) }).total).toBe(1_500 + 9_000)
  })
})

describe('a leg', () => {
  const fares = [aFare(1_000)]

  it('is replaced by other stops of its journey or another departure of its day, and sold again on another day', () => {
    const bought = sell([segment('J1', fares)], people(['adult']), { tiers: ALL_RETAINED })
    const totals = (leg: Segment, isRebookable = false) => {
      const { total, fees } = change(bought, { legs: [leg] }, { isRebookable })
      return [total, fees]
    }
    expect(totals(segment('J1', fares, { alightSeq: 2 }))).toEqual([1_000, 0])
    expect(totals(segment('J2', fares))).toEqual([1_000, 0])
    expect(totals(segment('J2', [aFare(400)]))).toEqual([1_000, 600])
    const later = segment('J3', fares, { serviceDate: '2030-08-20' })
    expect(totals(later)).toEqual([2_000, 1_000])
    expect(totals(later, true)).toEqual([1_000, 0])
  })

  it('keeps its number, and a new one has another', () => {
    const bought = sell([segment('J1', fares), segment('J2', fares)], people(['adult']))
    const [, second] = bought.legs
    const { legs } = change(bought, { legs: [second!, segment('J9', fares, { serviceDate: '2030-08-20' })] })
    expect(legs.map(({ id }) => id)).toEqual([2, 3])
  })

  it('without a current fare is reported by its index', () => {
    const bought = sell([segment('J1', fares)], people(['adult']))
    expect(change(bought, { legs: [bought.legs[0]!, segment('J2', [])] }).unpriced).toEqual([
      { leg: 1, category: 'adult' },
    ])
  })
})

describe('add-ons', () => {
  const fares = [aFare(1_000)]
  const meal = anAddon('MEAL', { pricing: 'per_passenger', amount_minor: 300 })
  const flex = anAddon('FLEX', { pricing: 'percent_of_fare', amount_minor: null, currency: null, percent_bp: 1_000 })
  const bag = anAddon('BAG', { pricing: 'per_leg', amount_minor: 200, refundable: false })

  it('leave with a passenger, and join at the current price', () => {
    const bought = sell([segment('J1', fares)], people(['adult'], ['adult']), {
      forSale: [meal],
      requestedUnits: ['MEAL'],
    })
    expect(change(bought, { party: people(['adult']) }).total).toBe(1_300)
    const dearer = [{ ...meal, amount_minor: 800 }]
    expect(change(bought, { party: people(['adult'], ['adult'], ['adult']) }, {}, dearer).total).toBe(2_600 + 1_800)
    const most = [{ ...meal, max_per_reservation: 2 }]
    expect(change(bought, { party: people(['adult'], ['adult'], ['adult']) }, {}, most).issues).toEqual([
      { index: 0, reason: 'too_many', max: 2 },
    ])
  })

  it('that cost a share of the fare are released and bought with the fares', () => {
    const bought = sell([segment('J1', fares)], people(['adult'], ['adult']), {
      forSale: [flex],
      requestedUnits: ['FLEX'],
    })
    expect(change(bought, { party: people(['adult']) }).total).toBe(1_100)
    expect(change(bought, { party: people(['adult'], ['adult'], ['adult']) }).total).toBe(3_300)
    expect(change(bought, { legs: [segment('J2', [aFare(3_000)])] }).total).toBe(6_600)
  })

  it('of a released leg are released with it, without a refund when they are not refundable', () => {
    const bought = sell([segment('J1', fares), segment('J2', fares)], people(['adult']), {
      forSale: [bag],
      requestedUnits: ['BAG'],
    })
    const { total, fees, addons } = change(bought, { legs: bought.legs.slice(0, 1) })
    expect([total, fees, addons.length]).toEqual([1_200 + 200, 200, 1])
  })

  it('that no leg offers any more are released', () => {
    const here = { ...meal, route_ids: ['route'] }
    const bought = sell([segment('J1', fares)], people(['adult']), { forSale: [here], requestedUnits: ['MEAL'] })
    const elsewhere = segment('J2', fares, { quote: aLeg(fares, { routeId: 'other' }) })
    expect(change(bought, { legs: [elsewhere] })).toMatchObject({ total: 1_000, addons: [] })
  })

  it('that are mandatory join with each passenger, and once with the reservation', () => {
    const levy = anAddon('LEVY', { pricing: 'per_passenger', amount_minor: 50, mandatory: true })
    const card = anAddon('CARD', { pricing: 'per_reservation', amount_minor: 70, mandatory: true })
    const bought = sell([segment('J1', fares)], people(['adult']), { forSale: [levy, card] })
    expect(priceOfPurchase(bought.purchase).total).toBe(1_120)
    expect(change(bought, { party: people(['adult'], ['adult']) }).total).toBe(1_120 + 1_050)
  })
})

describe('a hire', () => {
  const tariff = (per_hour_minor: number) => ({
    from_zone: null,
    to_zone: null,
    currency: 'EUR',
    base_minor: 0,
    included_km: 0,
    per_km_minor: 0,
    per_hour_minor,
    min_hours: 0,
    min_charge_minor: 0,
    valid_from: null,
    valid_to: null,
  })
  function run(hours: number, perHour: number, more: Partial<HiredRun> = {}): HiredRun {
    const startsAt = `${more.day ?? '2030-05-20'}T08:00:00Z`
    const endsAt = new Date(Date.parse(startsAt) + hours * 3_600_000).toISOString()
    return {
      day: '2030-05-20',
      departsAt: Date.parse(startsAt),
      addons: [],
      quote: {
        travel: { ...TRAVEL, serviceKind: 'private_hire' },
        tariff: tariff(perHour),
        extent: { distanceKm: null, startsAt, endsAt },
        passengers: 4,
      },
      ...more,
    }
  }
  function hired(before: HiredRun, tiers: SaleTerms['tiers'] = []): Purchase {
    const terms = { ...termsAt([], tiers), rides: new Map(), run: before.quote }
    const { travel } = before.quote
    const legs = [{ id: 1, direction: 'outbound' as const, departsAt: before.departsAt, travel }]
    const sold = { legs, party: new Map(), passengers: 4, addons: [] }
    return purchaseAsSold(terms, sold, { price: 10_000, fees: 0 })
  }
  const rerun = (purchase: Purchase, before: HiredRun, after: HiredRun) => {
    const { purchase: next } = changeHire(purchase, before, after, termsAt([], []), MOMENT)
    return priceOfPurchase(next)
  }

  it('of the same type and day keeps the tariff of its sale', () => {
    const before = run(4, 2_500)
    expect(rerun(hired(before), before, run(5, 3_000)).total).toBe(12_500)
  })

  it('of another type is priced by the current tariff', () => {
    const before = run(4, 2_500)
    const other = run(5, 3_000)
    const coach = { ...other, quote: { ...other.quote, travel: { ...other.quote.travel, vehicleTypeId: 'minibus' } } }
    expect(rerun(hired(before), before, coach).total).toBe(15_000)
  })

  it('without a tariff keeps its manual price', () => {
    const before = run(4, 2_500)
    const bare = { ...before, quote: { ...before.quote, tariff: null } }
    const byHand = { total: 10_000, setFor: { sum: 0, heads: 1 } }
    const terms = { ...termsAt([], []), byHand, rides: new Map(), run: bare.quote }
    const legs = [{ id: 1, direction: 'outbound' as const, departsAt: bare.departsAt, travel: bare.quote.travel }]
    const sold = { legs, party: new Map(), passengers: 4, addons: [] }
    const purchase = purchaseAsSold(terms, sold, { price: 10_000, fees: 0 })
    const longer = run(5, 0)
    const request = { ...longer, quote: { ...longer.quote, tariff: null } }
    const { purchase: next, unpriced } = changeHire(purchase, bare, request, termsAt([], []), MOMENT)
    expect([priceOfPurchase(next).total, unpriced]).toEqual([10_000, []])
  })

  it('of another day is released whole and sold again', () => {
    const before = run(4, 2_500)
    const { total, fees } = rerun(hired(before, ALL_RETAINED), before, run(5, 3_000, { day: '2030-05-21' }))
    expect([total, fees]).toEqual([25_000, 10_000])
  })
})
