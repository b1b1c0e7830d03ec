import { describe, expect, it } from 'vitest'
import { canonicalPrice } from '../../../../../server/domain/pricing/price'
import { partnerTerms } from '../../../../../server/domain/pricing/partner-terms'
import { quoteSeats } from '../../../../../server/domain/pricing/quote'
import type { Rule } from '../../../../../server/domain/pricing/rule-dimensions'
import type { Sale, TravelFacts } from '../../../../../server/domain/pricing/rule-facts'
import { SALE, aBook, aFare, aLeg, aRule, aSeason, anAddon, percent, seats } from '../../../../support/pricing'

const SUMMER = aSeason('SUMMER', '2030-05-01', '2030-09-30')

/** Returns whether a rule with these dimensions applies to a sale on a Monday morning in May. */
function counts(rule: Partial<Rule>, travel: Partial<TravelFacts> = {}, sale: Partial<Sale> = {}, adults = 1): boolean {
  const book = aBook({ rules: [percent('RULE', 1000, rule)], seasons: [SUMMER] })
  const request = { sale: { ...SALE, ...sale }, party: new Map([['adult', adults]] as const) }
  return quoteSeats(seats([aLeg([aFare(1000)], travel)], request), book).total !== 1000 * adults
}

describe('a rule applies when each dimension matches', () => {
  it.each<[Partial<Rule>, boolean]>([
    [{}, true],
    [{ route_ids: ['other', 'route'] }, true],
    [{ route_ids: ['other'] }, false],
    [{ origin_station_ids: ['a'], destination_station_ids: ['b'] }, true],
    [{ origin_station_ids: ['a'], destination_station_ids: ['c'] }, false],
    [{ zone_pairs: [{ from_zone: 'LCA', to_zone: 'NIC' }] }, true],
    [{ zone_pairs: [{ from_zone: 'NIC', to_zone: 'LCA' }] }, false],
    [{ vehicle_type_ids: ['sedan'] }, false],
    [{ service_kinds: ['shuttle'] }, true],
    [{ passenger_categories: ['child'] }, false],
    [{ season_ids: ['id-SUMMER'] }, true],
    [{ season_ids: ['id-WINTER'] }, false],
    [{ weekdays: [1, 2] }, true],
    [{ weekdays: [7] }, false],
    [{ travel_date_from: '2030-05-20', travel_date_to: '2030-05-20' }, true],
    [{ travel_date_to: '2030-05-19' }, false],
    [{ sale_at_from: '2030-05-19T05:30:00Z' }, true],
    [{ sale_at_to: '2030-05-19T05:30:00Z' }, false],
    [{ lead_time_min_from: 1440, lead_time_min_to: 1440 }, true],
    [{ lead_time_min_from: 1441 }, false],
    [{ load_pct_from: 40, load_pct_to: 40 }, true],
    [{ load_pct_from: 41 }, false],
    [{ party_size_from: 2 }, false],
    [{ channels: ['web'] }, false],
    [{ partner_ids: ['partner'] }, false],
    [{ customer_tags: ['vip'] }, false],
    [{ promo_codes: ['SPRING'] }, false],
    [{ trip_type: 'return' }, false],
    [{ valid_from: '2030-05-19', valid_to: '2030-05-19' }, true],
    [{ valid_to: '2030-05-18' }, false],
    [{ status: 'inactive' }, false],
  ])('%j: %s', (rule, expected) => {
    expect(counts(rule)).toBe(expected)
  })

  it('including channel, partner, customer tag, promo code, trip type and party size', () => {
    expect(counts({ channels: ['web'] }, {}, { channel: 'web' })).toBe(true)
    expect(counts({ partner_ids: ['partner'] }, {}, { partnerId: 'partner' })).toBe(true)
    expect(counts({ customer_tags: ['vip', 'staff'] }, {}, { customerTags: ['new', 'vip'] })).toBe(true)
    expect(counts({ promo_codes: ['SPRING'] }, {}, { promoCode: 'SPRING' })).toBe(true)
    expect(counts({ trip_type: 'return' }, {}, { tripType: 'return' })).toBe(true)
    expect(counts({ party_size_from: 10, party_size_to: 20 }, {}, {}, 10)).toBe(true)
  })

  it('at the travel time, not at the time of the sale', () => {
    const peak = { depart_time_from: '08:00', depart_time_to: '09:00' }
    expect(counts(peak, { departClock: '08:30' }, { at: Date.parse('2030-05-19T20:00:00Z') })).toBe(true)
    expect(counts(peak, { departClock: '09:00' }, { at: Date.parse('2030-05-19T05:30:00Z') })).toBe(false)
  })

  it('and never by load without seats to count', () => {
    expect(counts({ load_pct_to: 50 }, { loadPct: null })).toBe(false)
  })

  it('and only in the currency of the sale', () => {
    const rule = aRule('PLUS', { stage: 'fare_adjust', effect: 'add_amount', amount_minor: 100, currency: 'CHF' })
    expect(quoteSeats(seats([aLeg([aFare(1000)])]), aBook({ rules: [rule] })).total).toBe(1000)
  })
})

describe('rules of a stage', () => {
  const total = (rules: Rule[]) => quoteSeats(seats([aLeg([aFare(1000)])]), aBook({ rules })).total
  const codes = (rules: Rule[]) =>
    quoteSeats(seats([aLeg([aFare(1000)])]), aBook({ rules }))
      .lines.slice(1)
      .map((line) => line.code)

  it('apply by priority, then by the number of dimensions, then by code', () => {
    const rules = [
      percent('B', 100),
      percent('A', 100),
      percent('NARROW', 100, { channels: ['phone'], weekdays: [1] }),
      percent('HIGH', 100, { priority: 5 }),
    ]
    expect(codes(rules)).toEqual(['HIGH', 'NARROW', 'A', 'B'])
  })

  it('apply once for an exclusive group', () => {
    const group = { exclusive_group: 'time' }
    expect(codes([percent('A', 100, group), percent('B', 200, { ...group, priority: 1 }), percent('C', 100)])).toEqual([
      'B',
      'C',
    ])
  })

  it('do not apply after one that ends the stage', () => {
    expect(codes([percent('A', 100, { stop_stage: true }), percent('B', 100)])).toEqual(['A'])
  })

  it('set the amount once', () => {
    const set = (code: string, amount_minor: number, priority: number) =>
      aRule(code, { stage: 'base_override', effect: 'set_amount', amount_minor, priority })
    expect(total([set('LOW', 700, 1), set('HIGH', 800, 2)])).toBe(800)
  })

  it('limit a total by its maximum and then by its minimum', () => {
    const max = aRule('MAX', { stage: 'limit', effect: 'max_total', amount_minor: 800 })
    const min = aRule('MIN', { stage: 'limit', effect: 'min_total', amount_minor: 900, priority: 9 })
    expect(total([min])).toBe(1000)
    expect(total([max])).toBe(800)
    expect(total([min, max])).toBe(900)
  })

  it('change the sum once for the party', () => {
    const group = aRule('GROUP', {
      stage: 'total_adjust',
      effect: 'add_amount',
      amount_minor: -150,
      party_size_from: 2,
    })
    const party = new Map([
      ['adult', 2],
      ['child', 1],
    ] as const)
    const fares = [aFare(1000), aFare(500, { passenger_category: 'child' })]
    expect(quoteSeats(seats([aLeg(fares)], { party }), aBook({ rules: [group] })).total).toBe(2350)
  })
})

describe('the trace', () => {
  it('names the first dimension that failed, with the expected and the actual value', () => {
    const rules = [
      percent('COUNTS', 100, { priority: 9 }),
      percent('EVENING', 100, { depart_time_from: '18:00', depart_time_to: '23:00', channels: ['web'] }),
      percent('ONE', 100, { exclusive_group: 'x', priority: 8 }),
      percent('OTHER', 100, { exclusive_group: 'x', priority: 7, stop_stage: true }),
    ]
    const { trace } = quoteSeats(seats([aLeg([aFare(1000)])], { traced: true }), aBook({ rules }))
    expect(
      trace.map(({ rule, matched, failed, expected, actual }) => [rule.code, matched, failed, expected, actual]),
    ).toEqual([
      ['COUNTS', true, null, [], null],
      ['ONE', true, null, [], null],
      ['OTHER', false, 'exclusive_group', ['x'], null],
      ['EVENING', false, 'depart_time', ['18:00 – 23:00'], '08:30'],
    ])
  })

  it('marks a rule as matched when it matched for one passenger', () => {
    const party = new Map([
      ['adult', 1],
      ['child', 1],
    ] as const)
    const rules = [percent('CHILD', 100, { passenger_categories: ['child'] })]
    const { trace } = quoteSeats(seats([aLeg([aFare(1000)])], { traced: true, party }), aBook({ rules }))
    expect(trace).toMatchObject([{ matched: true }])
  })

  it('is empty when it is not requested', () => {
    expect(quoteSeats(seats([aLeg([aFare(1000)])]), aBook({ rules: [percent('A', 100)] })).trace).toEqual([])
  })
})

describe('add-ons', () => {
  const party = new Map([
    ['adult', 2],
    ['child', 1],
  ] as const)
  const legs = [aLeg([aFare(1000)]), aLeg([aFare(1000)], { originId: 'b', destinationId: 'a' })]
  const line = (pricing: 'per_reservation' | 'per_passenger' | 'per_leg' | 'per_unit', quantity = 2) =>
    quoteSeats(
      seats(legs, { party, addons: [{ addon_id: 'id-ADD', quantity }] }),
      aBook({ addons: [anAddon('ADD', { pricing })] }),
    ).lines.at(-1)

  it.each([
    ['per_reservation', 1],
    ['per_passenger', 3],
    ['per_leg', 4],
    ['per_unit', 2],
  ] as const)('%s are charged %i times', (pricing, quantity) => {
    expect(line(pricing)).toMatchObject({ kind: 'addon', quantity, amount_minor: quantity * 500 })
  })

  it('can be a share of the fare', () => {
    const flex = anAddon('FLEX', { pricing: 'percent_of_fare', amount_minor: null, currency: null, percent_bp: 1250 })
    const quote = quoteSeats(seats(legs, { addons: [{ addon_id: 'id-FLEX', quantity: 1 }] }), aBook({ addons: [flex] }))
    expect(quote.lines.at(-1)).toMatchObject({ amount_minor: 250, percent_bp: 1250, base_minor: 2000 })
  })

  it('are added when they are mandatory and for sale', () => {
    const addons = [
      anAddon('FEE', { mandatory: true }),
      anAddon('ELSEWHERE', { mandatory: true, route_ids: ['other'] }),
    ]
    const { lines, addonUnits } = quoteSeats(seats(legs), aBook({ addons }))
    expect(lines.at(-1)).toMatchObject({ code: 'FEE', quantity: 1 })
    expect(addonUnits).toEqual([{ addon_id: 'id-FEE', units: 1 }])
  })

  it.each([
    ['per_unit', 3],
    ['per_leg', 3],
    ['per_passenger', 2],
    ['per_reservation', 1],
    ['percent_of_fare', 1],
  ] as const)('of the type %s are shown in units on each journey', (pricing, units) => {
    const money = pricing === 'percent_of_fare' ? { percent_bp: 100, amount_minor: null, currency: null } : {}
    const book = aBook({ addons: [anAddon('ONE', { pricing, ...money })] })
    const party = new Map([['adult', 1] as const, ['infant', 1] as const])
    const requested = seats([...legs, ...legs], { party, addons: [{ addon_id: 'id-ONE', quantity: 3 }] })
    expect(quoteSeats(requested, book).addonUnits).toEqual([{ addon_id: 'id-ONE', units }])
  })

  it.each([
    ['per_leg', 2, 2],
    ['per_unit', 2, 2],
    ['per_passenger', 3, 3],
  ] as const)('%s are charged and carried on the legs that offer them', (pricing, quantity, units) => {
    const offered = aLeg([aFare(1000)], { routeId: 'coast' })
    const addon = anAddon('ONE', { pricing, route_ids: ['coast'], max_per_reservation: 3 })
    const requested = seats([...legs, offered], { party, addons: [{ addon_id: 'id-ONE', quantity: 2 }] })
    const { lines, addonUnits, addonIssues } = quoteSeats(requested, aBook({ addons: [addon] }))
    expect(addonIssues).toEqual([])
    expect(lines.at(-1)).toMatchObject({ kind: 'addon', quantity })
    expect(addonUnits).toEqual([{ addon_id: 'id-ONE', units, legs: [3] }])
  })

  it('are refused with the reason', () => {
    const addons = [
      anAddon('FEW', { max_per_reservation: 2 }),
      anAddon('SEDAN', { vehicle_type_ids: ['sedan'] }),
      anAddon('CHF', { currency: 'CHF' }),
    ]
    const requests = ['FEW', 'SEDAN', 'CHF', 'NONE'].map((code) => ({ addon_id: `id-${code}`, quantity: 3 }))
    expect(quoteSeats(seats(legs, { addons: requests }), aBook({ addons })).addonIssues).toEqual([
      { index: 0, reason: 'too_many', max: 2 },
      { index: 1, reason: 'not_here', max: null },
      { index: 2, reason: 'currency', max: null },
      { index: 3, reason: 'unknown', max: null },
    ])
  })
})

describe('tax', () => {
  const addons = [anAddon('BAG', { tax_rate_bp: 2100 })]
  const request = seats([aLeg([aFare(1000)])], { addons: [{ addon_id: 'id-BAG', quantity: 1 }] })

  it('that is included changes no price', () => {
    const quote = quoteSeats(request, aBook({ addons, policy: { fareTaxBp: 900 } }))
    expect([quote.total, quote.tax]).toEqual([1500, 83 + 87])
    expect(quote.lines.slice(-2)).toMatchObject([
      { kind: 'tax_info', code: 'fare', quantity: 0, unit_minor: 83, amount_minor: 0, base_minor: 1000 },
      { kind: 'tax_info', code: 'BAG', quantity: 0, unit_minor: 87, amount_minor: 0, base_minor: 500 },
    ])
  })

  it('that comes on top is added line by line', () => {
    const quote = quoteSeats(request, aBook({ addons, policy: { fareTaxBp: 900, taxMode: 'exclusive' } }))
    expect([quote.total, quote.tax]).toEqual([1500 + 90 + 105, 195])
  })
})

describe('a manual price', () => {
  it('is the last line that changes anything', () => {
    const addons = [anAddon('BAG')]
    const request = { addons: [{ addon_id: 'id-BAG', quantity: 1 }], override: { total: 1200 } }
    const quote = quoteSeats(seats([aLeg([aFare(1000)])], request), aBook({ addons, policy: { fareTaxBp: 900 } }))
    expect(quote.lines.filter((line) => line.amount_minor !== 0).at(-1)).toMatchObject({
      kind: 'override',
      code: 'manual_override',
      amount_minor: -300,
    })
    expect([quote.total, quote.fare, quote.tax]).toEqual([1200, 700, 58])
  })
})

describe('partner terms', () => {
  const sold = { total: 1500, fare: 1000, addons: 500, contractRate: 1200 }
  const contract = { commission_mode: 'percent', commission_bp: 1000, commission_on_addons: false } as const

  it('are a share of the fare, and of add-ons where agreed', () => {
    expect(partnerTerms(contract, sold)).toEqual({ mode: 'percent', commission: 100, net: 1400 })
    expect(partnerTerms({ ...contract, commission_on_addons: true }, sold)).toMatchObject({ commission: 150 })
  })

  it('are the amount above the net rate, and below zero when it is undersold', () => {
    const net = { ...contract, commission_mode: 'net_rate', commission_bp: 0 } as const
    expect(partnerTerms(net, sold)).toEqual({ mode: 'net_rate', commission: 300, net: 1200 })
    expect(partnerTerms(net, { ...sold, total: 1100 }).commission).toBe(-100)
  })
})

describe('a price', () => {
  it('names the legs and categories without a fare, and ignores minimum prices then', () => {
    const min = aRule('MIN', { stage: 'limit', effect: 'min_total', amount_minor: 500 })
    const party = new Map([
      ['adult', 1],
      ['infant', 1],
    ] as const)
    const quote = quoteSeats(seats([aLeg([])], { party }), aBook({ rules: [min] }))
    expect(quote).toMatchObject({ total: 0, lines: [], currencies: [], unpriced: [{ leg: 0, category: 'adult' }] })
  })

  it('is the same price under another name', () => {
    const { lines } = quoteSeats(seats([aLeg([aFare(1000)])]), aBook({ rules: [percent('A', 1000)] }))
    const renamed = lines.map((line) => ({ ...line, label: { en: 'Other' }, rule_version: 7 }))
    expect(canonicalPrice('EUR', renamed)).toBe(canonicalPrice('EUR', lines))
    const dearer = lines.map((line) => ({ ...line, unit_minor: line.unit_minor + 1 }))
    expect(canonicalPrice('EUR', dearer)).not.toBe(canonicalPrice('EUR', lines))
  })
})
