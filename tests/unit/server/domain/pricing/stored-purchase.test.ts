import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOfPurchase } from '../../../../../server/domain/pricing/after-sale/price'
import type { Purchase } from '../../../../../server/domain/pricing/after-sale/purchase'
import {
  readPurchase,
  storePurchase,
  type StoredPurchase,
} from '../../../../../server/domain/pricing/after-sale/stored-purchase'
import { ENGINE } from '../../../../support/after-sale/engine'
import { guard, scenarios } from '../../../../support/after-sale/scenarios'
import type { PriceRule, Step } from '../../../../support/after-sale/world'

/** Stores a purchase and reads it back, each sale with its own price list. */
function storedAndRead(purchase: Purchase, change = (stored: StoredPurchase) => stored, total = 0): Purchase {
  const sales = purchase.sales.map((sale, index) => ({ ...sale, list: `list-${index}` }))
  const stored = JSON.parse(JSON.stringify(storePurchase({ ...purchase, sales }, new Map()))) as StoredPurchase
  const listOf = (version: string) => sales.find(({ list }) => list === version)!
  return readPurchase(change(stored), { listOf, names: new Map(), total })
}

describe('a stored purchase', () => {
  it('costs the same after any changes as one that was never stored', () => {
    const machine = guard(ENGINE)
    fc.assert(
      fc.property(scenarios, ({ sale, steps }) => {
        let [unchanged, reread] = [machine.sell(sale), machine.sell(sale)]
        for (const step of steps) {
          unchanged = machine.apply(unchanged, step)
          reread = machine.apply({ ...reread, state: storedAndRead(reread.state) }, step)
          expect(machine.view(reread)).toEqual(machine.view(unchanged))
        }
        expect(priceOfPurchase(storedAndRead(unchanged.state)).total).toBe(priceOfPurchase(unchanged.state).total)
      }),
      { numRuns: 150 },
    )
  })
})

describe('a purchase that was stored with units that the operator had cancelled', () => {
  const BACK = 1
  const departure = (direction: 'out' | 'back') => ({ direction, departs: 100, fares: { adult: 1000 } })
  const sell = (rule: PriceRule, adult: number) =>
    ENGINE.sell({
      conditions: { rules: [rule], increment: 1, tiers: [] },
      party: { adult },
      legs: [departure('out'), departure('back')],
      addons: [],
      byHand: null,
    })
  const leave: Step = { now: 1, do: 'giveUp', party: { adult: 1 } }
  const join: Step = {
    now: 2,
    do: 'add',
    party: { adult: 1 },
    conditions: { rules: [{ on: 'total', bp: -1000, trip: 'return' }], increment: 1, tiers: [] },
    departures: { 0: departure('out') },
  }
  /** Reads a stored purchase with a void return leg and a ceiling at the price of the outbound leg. */
  const withoutBack = (purchase: Purchase, ceiling: number, total: number) =>
    storedAndRead(
      purchase,
      (stored) => ({
        ...stored,
        ceiling,
        units: stored.units.map((unit) => (unit.leg === BACK ? { ...unit, paid: 0, isVoid: true } : unit)),
      }),
      total,
    )
  const totalAfter = (purchase: Purchase, ...steps: Step[]) =>
    ENGINE.view(steps.reduce((state, step) => ENGINE.apply(state, step), purchase)).total

  it('has none of them, costs the same and is priced as if they were cancelled now', () => {
    const read = withoutBack(sell({ on: 'total', bp: -1000, trip: 'return' }, 2), 1800, 1800)
    expect(read.units.map(({ leg }) => leg)).toEqual([0, 0])
    expect(JSON.stringify(read)).not.toContain('isVoid')
    expect(totalAfter(read)).toBe(1800)
    expect(totalAfter(read, leave)).toBe(900)
    expect(totalAfter(read, leave, join)).toBe(900 + 1000)
    expect(storedAndRead(read)).toEqual(read)
  })

  it('costs the same when it had lost a discount since, and decreases in proportion from then on', () => {
    // Three outbound seats cost 1500 and one was cancelled; the others, 1000 under the maximum, were priced without it.
    const two = ENGINE.apply(sell({ on: 'limit', max: 3000 }, 3), leave)
    expect(two.units.map(({ paid }) => paid)).toEqual([500, 500, 500, 500])
    const read = withoutBack(two, 1500, 1500)
    expect(totalAfter(read)).toBe(1500)
    expect(totalAfter(read, leave)).toBe(750)
  })

  it('is empty when all were cancelled', () => {
    const sold = sell({ on: 'total', bp: -1000, trip: 'return' }, 1)
    const read = storedAndRead(sold, (stored) => ({
      ...stored,
      ceiling: 0,
      units: stored.units.map((unit) => ({ ...unit, paid: 0, isVoid: true })),
    }))
    expect([read.units, totalAfter(read), read.sales.length]).toEqual([[], 0, 1])
  })
})
