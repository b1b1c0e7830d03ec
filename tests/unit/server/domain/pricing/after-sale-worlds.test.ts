import { describe, expect, it } from 'vitest'
import { addSale } from '../../../../../server/domain/pricing/after-sale/changes'
import type { Purchase, Unit } from '../../../../../server/domain/pricing/after-sale/purchase'
import { coverPairs } from '../../../../support/after-sale/cover-pairs'
import { ENGINE } from '../../../../support/after-sale/engine'
import { oracle, type Wording } from '../../../../support/after-sale/oracle'
import { keyOfPurchase } from '../../../../support/after-sale/purchase-key'
import { searchWorlds } from '../../../../support/after-sale/search'
import { SMALL_WORLDS, listCoveringWorlds, worldAt, type World } from '../../../../support/after-sale/small-worlds'
import type { Machine } from '../../../../support/after-sale/world'

/** `AFTER_SALE_STEPS=4` searches to that many steps. */
const STEPS = Number(process.env['AFTER_SALE_STEPS'] ?? 2)
/** `AFTER_SALE_WORLDS=0-35840` searches the small worlds from the first number to below the second. */
const WORLDS = process.env['AFTER_SALE_WORLDS']
/** A run that was stopped goes on from the first slice that it did not report. */
const SLICE = 500
const LONGEST_MS = 24 * 3_600_000

const covering = listCoveringWorlds()

function listSlices(): [name: string, worlds: World[]][] {
  if (WORLDS === undefined)
    return [[`${covering.length} worlds with each pair of fares, party, legs and rules`, covering]]
  const [from = 0, to = 0] = WORLDS.split('-').map(Number)
  return Array.from({ length: Math.ceil((to - from) / SLICE) }, (_, slice) => {
    const first = from + slice * SLICE
    const end = Math.min(first + SLICE, to)
    const worlds = Array.from({ length: end - first }, (__, index) => worldAt(first + index))
    return [`worlds ${first}-${end} of ${SMALL_WORLDS}`, worlds]
  })
}

describe(`all sequences of ${STEPS} changes after the sale`, { timeout: LONGEST_MS }, () => {
  it.for(listSlices())('keep the properties of the rule in %s', async ([, worlds], { annotate }) => {
    const { finding, worlds: searched, states, steps } = searchWorlds(ENGINE, worlds, STEPS)
    await annotate(`${searched} worlds, ${states} states, ${steps} steps`)
    expect(finding).toBeNull()
    expect(searched).toBe(worlds.length)
    expect(states).toBeGreaterThan(searched * STEPS)
  })
})

describe('the search', { timeout: LONGEST_MS }, () => {
  it('ends at the same prices as a search of every sequence by itself', () => {
    let sequences = 0
    const apart: Machine<unknown>['keyOf'] = () => String((sequences += 1))
    for (const world of covering.slice(0, 4)) expect(listViews(world, apart)).toEqual(listViews(world))
  })

  it.each<[Wording, string]>([
    ['later_facts', 'An addition lowers the total'],
    ['ceiling_by_sale', 'It does not add up'],
    ['fees_on_fall', 'One order ends at'],
    ['shares_by_leg', 'A dropped addition'],
  ])('detects the variant %s of the rule', (wording, finding) => {
    expect(searchWorlds(oracle(wording), covering, 2).finding).toContain(finding)
  })

  const bought = ENGINE.sell(worldAt(0).sale)
  const withUnits = (change: Partial<Unit>): Purchase => ({
    ...bought,
    units: bought.units.map((unit) => ({ ...unit, ...change })),
  })

  it.each<[string, Purchase]>([
    ['the ceiling', { ...bought, ceiling: bought.ceiling + 1 }],
    ['what was given up', { ...bought, fees: { ...bought.fees, givenUp: [{ leg: 0, tier: null, sum: 1 }] } }],
    ['earlier fees', { ...bought, fees: { ...bought.fees, earlier: 1 } }],
    ['the departure of a leg', { ...bought, legs: bought.legs.map((leg) => ({ ...leg, departsAt: 0 })) }],
    ['the fares of a sale', { ...bought, sales: ENGINE.sell(worldAt(1).sale).sales }],
    ['the paid price of a unit', withUnits({ paid: 1_000 })],
    ['the category of a unit', withUnits({ item: { kind: 'seat', category: 'senior' } })],
    ['the leg of a unit', withUnits({ leg: 1 })],
    ['the age of a unit', withUnits({ place: 2 })],
    ['the number of units', { ...bought, units: [] }],
  ])('keeps states apart that differ in %s', (_, other) => {
    expect(keyOfPurchase(other)).not.toBe(keyOfPurchase(bought))
  })

  it('keeps states apart that differ in which unit has which conditions', () => {
    const [sale] = bought.sales
    const [unit] = bought.units
    const sellUnder = (...terms: number[]): Purchase => ({
      ...bought,
      sales: [sale!, sale!],
      units: terms.map((index) => ({ ...unit!, terms: index })),
    })
    expect(keyOfPurchase(sellUnder(0, 0, 1))).not.toBe(keyOfPurchase(sellUnder(0, 1, 1)))
  })

  it('merges states that differ in conditions without units', () => {
    expect(keyOfPurchase(addSale(bought, bought.sales[0]!).purchase)).toBe(keyOfPurchase(bought))
  })

  it('covers each pair of values of two dimensions', () => {
    const combinations = coverPairs([2, 3, 4])
    const pairs = combinations.flatMap(([a, b, c]) => [`a${a} b${b}`, `a${a} c${c}`, `b${b} c${c}`])
    expect(new Set(pairs).size).toBe(2 * 3 + 2 * 4 + 3 * 4)
    expect(combinations.length).toBeLessThan(2 * 3 * 4)
  })
})

/** Returns all prices that a search to two steps meets, sorted. */
function listViews(world: World, keyOf = ENGINE.keyOf): string[] {
  const views = new Set<string>()
  const view: typeof ENGINE.view = (state) => {
    const seen = ENGINE.view(state)
    views.add(JSON.stringify(seen))
    return seen
  }
  searchWorlds({ ...ENGINE, keyOf, view }, [world], 2)
  return [...views].toSorted()
}
