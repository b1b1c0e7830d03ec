import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENGINE as PRODUCT } from '../../../../support/after-sale/engine'
import { oracle, type Wording } from '../../../../support/after-sale/oracle'
import {
  addsAndDropsWithoutGain,
  addsUp,
  asksNothingForTheOperator,
  gainsNothingByDetours,
  givesUpInAnyOrder,
  keepsTheCurrentValue,
  neverLowersByAdding,
  neverRisesByGivingUp,
  releasesNoMoreThanCharged,
  staysWithinTheCeiling,
  type Finding,
} from '../../../../support/after-sale/properties'
import { FOUND } from '../../../../support/after-sale/found'
import { ROWS, type Row } from '../../../../support/after-sale/rows'
import {
  additionScenarios,
  cancelledLegScenarios,
  detourScenarios,
  guard,
  orderScenarios,
  scenarios,
} from '../../../../support/after-sale/scenarios'
import { remember } from '../../../../support/after-sale/remember'
import type { Machine, View } from '../../../../support/after-sale/world'

/** `AFTER_SALE_RUNS=100000` sets the number of sequences of each kind. */
const RUNS = Number(process.env['AFTER_SALE_RUNS'] ?? 2_000)
const LONGEST_MS = 24 * 3_600_000
/** Gain in minor units that a detour through two tiers may have, because shares are rounded for each leg and tier. */
const ROUNDING_OF_LEG = 2

const ENGINE = remember(PRODUCT)
const page = oracle()

/** Returns the views after the sale and after each step. */
function play<S>(machine: Machine<S>, { sale, steps }: Row): View[] {
  const guarded = guard(machine)
  const states = [guarded.sell(sale)]
  for (const step of steps) states.push(guarded.apply(states.at(-1)!, step))
  return states.map(guarded.view)
}

const totalsOf = <S>(machine: Machine<S>, row: Row): number[] => play(machine, row).map(({ total }) => total)

describe('the worked table', () => {
  it.each(Object.entries(ROWS))('%s', (_, row) => {
    expect(totalsOf(page, row)).toEqual(row.totals)
    expect(totalsOf(ENGINE, row)).toEqual(row.totals)
  })

  it.each([
    ['3: a child more and less within the hours of the whole price', 2, { fees: 250 }],
    ['6: one less, and the other to a dearer departure', 2, { fees: 1_000, paid: 2_000 }],
    ['8: an adult corrected to a child', 1, { fees: 500, paid: 500 }],
    ['9: the adult less who brought the discount', 1, { value: 3_500, fees: 500, ceiling: 2_750 }],
    ['12: six less of ten at half the price', 1, { value: 4_000, fees: 1_500, ceiling: 5_000 }],
  ])('%s: lines of the total', (name, step, expected) => {
    expect(play(ENGINE, ROWS[name]!)[step]).toMatchObject(expected)
  })
})

/** Returns the first finding among random scenarios. @param examples tried first */
function findAmong<T>(
  drawn: fc.Arbitrary<T>,
  judge: (scenario: T) => Finding,
  runs = RUNS,
  examples: readonly T[] = [],
): string | null {
  const property = fc.property(drawn, (scenario) => {
    const finding = judge(scenario)
    if (finding !== null) throw new Error(`${finding}: ${JSON.stringify(scenario)}`)
  })
  const { failed, errorInstance } = fc.check(property, {
    numRuns: runs,
    examples: examples.map((example): [T] => [example]),
  })
  if (!failed) return null
  return errorInstance instanceof Error ? errorInstance.message : 'It failed without an error'
}

describe(`any of ${RUNS.toLocaleString('en')} sequences of changes after the sale`, { timeout: LONGEST_MS }, () => {
  it('ends at the total of the written rule, at every step', () => {
    const [engine, written] = [guard(ENGINE), guard(page)]
    const judge = ({ sale, steps }: Row | { sale: Row['sale']; steps: readonly Row['steps'][number][] }) => {
      let [own, expected] = [engine.sell(sale), written.sell(sale)]
      expect(engine.view(own)).toEqual(written.view(expected))
      for (const step of steps) {
        own = engine.apply(own, step)
        expected = written.apply(expected, step)
        expect(engine.view(own)).toEqual(written.view(expected))
      }
      return null
    }
    expect(findAmong(scenarios, judge, RUNS, FOUND)).toBeNull()
  })

  it('has a total from zero to the ceiling, equal to the sum of its parts, and at least the current value', () => {
    const judge = (drawn: Parameters<typeof addsUp>[1]) =>
      staysWithinTheCeiling(ENGINE, drawn) ??
      addsUp(ENGINE, drawn) ??
      keepsTheCurrentValue(ENGINE, drawn) ??
      releasesNoMoreThanCharged(ENGINE, drawn)
    expect(findAmong(scenarios, judge)).toBeNull()
  })

  it('charges nothing for changes by the operator', () => {
    expect(findAmong(scenarios, (drawn) => asksNothingForTheOperator(ENGINE, drawn))).toBeNull()
  })

  it('ends at the same total for any order and steps of a release', () => {
    expect(findAmong(orderScenarios, (drawn) => givesUpInAnyOrder(ENGINE, drawn))).toBeNull()
  })

  it('ends at the same total after the operator cancelled a leg, and never above the total at that time', () => {
    const judge = (drawn: Parameters<typeof givesUpInAnyOrder>[1]) =>
      givesUpInAnyOrder(ENGINE, drawn) ?? neverRisesByGivingUp(ENGINE, drawn)
    expect(findAmong(cancelledLegScenarios, judge)).toBeNull()
  })

  it('never makes the full cancellation cheaper', () => {
    expect(findAmong(detourScenarios, (drawn) => gainsNothingByDetours(ENGINE, drawn, ROUNDING_OF_LEG))).toBeNull()
  })

  it('costs no less with an addition, and at most its price when it is released again', () => {
    const judge = (drawn: Parameters<typeof addsAndDropsWithoutGain>[1]) =>
      neverLowersByAdding(ENGINE, drawn) ?? addsAndDropsWithoutGain(ENGINE, drawn)
    expect(findAmong(additionScenarios, judge)).toBeNull()
  })
})

/* Wordings that lose money or charge too much must fail, which proves that the rows and properties detect them. */
describe('tests detect a variant of the rule', { timeout: LONGEST_MS }, () => {
  function failedRows(wording: Wording): string[] {
    const failed = Object.entries(ROWS).filter(
      ([, row]) => JSON.stringify(totalsOf(oracle(wording), row)) !== JSON.stringify(row.totals),
    )
    return [...new Set(failed.map(([name]) => name.split(':')[0]!))]
  }

  it('facts that count later sales: rows 3 and 11', () => {
    expect(failedRows('later_facts')).toEqual(['3', '11'])
  })

  it('a ceiling for each sale: row 11, and the total can be below the current value', () => {
    expect(failedRows('ceiling_by_sale')).toEqual(['11'])
    const judge = (drawn: Parameters<typeof addsUp>[1]) => keepsTheCurrentValue(oracle('ceiling_by_sale'), drawn)
    expect(findAmong(scenarios, judge, 2_000)).toContain('below the current value')
  })

  it('fees on the reduction of the price: rows 10a, 10b and 12, and the order of releases matters', () => {
    expect(failedRows('fees_on_fall')).toEqual(['10a', '10b', '12'])
    const judge = (drawn: Parameters<typeof givesUpInAnyOrder>[1]) => givesUpInAnyOrder(oracle('fees_on_fall'), drawn)
    expect(findAmong(orderScenarios, judge, 2_000)).toContain('One order ends at')
  })

  it('shares recalculated by leg: no row, but adding and dropping the same can gain', () => {
    expect(failedRows('shares_by_leg')).toEqual([])
    const judge = (drawn: Parameters<typeof addsAndDropsWithoutGain>[1]) =>
      addsAndDropsWithoutGain(oracle('shares_by_leg'), drawn)
    expect(findAmong(additionScenarios, judge, 2_000)).toContain('Added and dropped')
  })
})
