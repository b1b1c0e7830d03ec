import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceChange } from '../../../../../contract/entities/price-change'
import { explainChange } from '../../../../../server/domain/pricing/after-sale/explain'
import type { Purchase } from '../../../../../server/domain/pricing/after-sale/purchase'
import { ENGINE } from '../../../../support/after-sale/engine'
import { ROWS } from '../../../../support/after-sale/rows'
import { guard, scenarios } from '../../../../support/after-sale/scenarios'

const leg = (place: number) => ({
  journey_id: `00000000-0000-7000-8000-00000000000${place}`,
  board_seq: 1,
  alight_seq: 2,
  direction: 'outbound' as const,
})
const explain = (before: Purchase, after: Purchase) => explainChange(before, after, leg)

/** Returns the explanation of one step of a row of the worked table. @param step from 0 */
function explained(name: string, step = 0): PriceChange {
  const row = ROWS[name]
  if (!row) throw new Error(`There is no row ${name}.`)
  const states = [ENGINE.sell(row.sale)]
  for (const each of row.steps) states.push(ENGINE.apply(states.at(-1)!, each))
  return explain(states[step]!, states[step + 1]!)
}
const rowNamed = (number: string) => Object.keys(ROWS).find((name) => name.startsWith(`${number}:`)) ?? number

const difference = ({ units, fees, discount_lost_minor, ceiling_minor }: PriceChange) =>
  units.reduce((sum, each) => sum + each.paid_after_minor - each.paid_before_minor, 0) +
  fees.reduce((sum, { fee_minor }) => sum + fee_minor, 0) +
  discount_lost_minor +
  ceiling_minor

describe('the explanation of a price change', () => {
  it('lists what is bought', () => {
    expect(explained(rowNamed('1'))).toMatchObject({
      before_minor: 500,
      after_minor: 25_500,
      units: [{ kind: 'seat', category: 'adult', count_before: 1, count_after: 6, paid_before_minor: 500 }],
      fees: [],
      discount_lost_minor: 0,
      ceiling_minor: 0,
    })
  })

  it('lists what is released and its fee, by leg and tier', () => {
    expect(explained(rowNamed('3'), 1)).toMatchObject({
      before_minor: 4250,
      after_minor: 4250,
      units: [{ category: 'child', leg: leg(0), count_before: 1, count_after: 0, paid_before_minor: 250 }],
      fees: [{ leg: leg(0), hours_before: 100, percent_bp: 10_000, base_minor: 250, fee_minor: 250 }],
    })
  })

  it('lists the discount that the rest loses, and the deduction down to the ceiling', () => {
    expect(explained(rowNamed('12'))).toMatchObject({
      before_minor: 5000,
      after_minor: 5000,
      units: [{ count_before: 10, count_after: 4, paid_before_minor: 5000, paid_after_minor: 2000 }],
      fees: [{ base_minor: 3000, fee_minor: 1500 }],
      discount_lost_minor: 2000,
      ceiling_minor: -500,
    })
  })

  it('lists a corrected category', () => {
    expect(explained(rowNamed('8'))).toMatchObject({
      before_minor: 1000,
      after_minor: 1000,
      units: [
        { category: 'adult', count_before: 1, count_after: 0, paid_before_minor: 1000 },
        { category: 'child', count_before: 0, count_after: 1, paid_after_minor: 500 },
      ],
      fees: [{ base_minor: 500, fee_minor: 500 }],
    })
  })

  it('has parts that add up, after any sequence of changes', () => {
    const engine = guard(ENGINE)
    const property = fc.property(scenarios, ({ sale, steps }) => {
      let state = engine.sell(sale)
      for (const step of steps) {
        const next = engine.apply(state, step)
        const change = explain(state.state, next.state)
        expect(change.before_minor).toBe(engine.view(state).total)
        expect(change.after_minor).toBe(engine.view(next).total)
        expect(change.before_minor + difference(change)).toBe(change.after_minor)
        for (const units of change.units)
          expect([units.count_after, units.paid_after_minor]).not.toEqual([units.count_before, units.paid_before_minor])
        state = next
      }
    })
    fc.assert(property, { numRuns: 300 })
  })
})
