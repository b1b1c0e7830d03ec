import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteHire, quoteSeats, type Quote } from '../../../../../server/domain/pricing/quote'
import type { Rule } from '../../../../../server/domain/pricing/rule-dimensions'
import { tableOf } from '../../../../support/markdown-table'
import { SALE, TRAVEL, aBook, aFare, aLeg, aRule, seats } from '../../../../support/pricing'
import { ruleOf } from '../../../../support/pricing-vectors'

const MINUTE_MS = 60_000
const HOUR_MIN = 60
const DAY_MIN = 1_440
/** Monday, 20 May 2030, midnight in Nicosia. */
const MIDNIGHT = Date.parse('2030-05-19T21:00:00Z')
const PER_HOUR = 6_000

const minuteOf = (clock: string): number => {
  const [hour, minute] = clock.split(':').map(Number)
  return (hour ?? 0) * HOUR_MIN + (minute ?? 0)
}
const clockOf = (minute: number): string =>
  [Math.floor(minute / HOUR_MIN), minute % HOUR_MIN].map((part) => String(part).padStart(2, '0')).join(':')

/** Start and end of a hire in minutes after midnight of its first day. */
interface Hire {
  from: number
  to: number
}

function quote({ from, to }: Hire, rules: readonly Rule[], per_hour_minor = PER_HOUR): Quote {
  const during = { from: MIDNIGHT + from * MINUTE_MS, to: MIDNIGHT + to * MINUTE_MS, zone: 'Asia/Nicosia' }
  const tariff = {
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
  }
  const [startsAt, endsAt] = [new Date(during.from).toISOString(), new Date(during.to).toISOString()]
  const travel = { ...TRAVEL, departsAt: during.from, departClock: clockOf(from % DAY_MIN), during }
  const hire = { travel, tariff, extent: { distanceKm: null, startsAt, endsAt }, passengers: 1 }
  return quoteHire({ sale: SALE, addons: [], override: null, traced: true, hire }, aBook({ rules }))
}

const linesOfRules = ({ lines }: Quote) => lines.filter(({ rule_id }) => rule_id !== null)
const hours = (from: string, to: string) => ({ depart_time_from: from, depart_time_to: to })
const setTo = (code: string, amount_minor: number, change: Partial<Rule> = {}): Rule =>
  aRule(code, { stage: 'base_override', effect: 'set_amount', amount_minor, ...change })
const limitTo = (code: string, effect: 'min_total' | 'max_total', amount_minor: number, change: Partial<Rule> = {}) =>
  aRule(code, { stage: 'limit', effect, amount_minor, ...change })

const NIGHT = hours('22:00', '06:00')
const ELEVEN_TO_ELEVEN: Hire = { from: minuteOf('11:00'), to: minuteOf('23:00') }

describe('docs/domain/pricing.md', () => {
  it.each(tableOf('domain/pricing.md', 'Per hour'))('a hire $Hire with $Rules', (row) => {
    const [starts = '', ends = ''] = (row['Hire'] ?? '').split(' – ')
    const [from, end] = [minuteOf(starts), minuteOf(ends)]
    const rules = (row['Rules'] ?? '').split(', ').map((text, index) => {
      const [what = '', when] = text.split(' at ')
      const [opens = '', closes = ''] = when?.split('–') ?? []
      const { code, ...rule } = ruleOf(what, index, 'EUR')
      return aRule(code, { ...rule, ...(when && hours(opens, closes)) })
    })
    const made = quote({ from, to: end > from ? end : end + DAY_MIN }, rules, Number(row['Per hour']))
    expect({
      lines: linesOfRules(made)
        .map(({ unit_minor }) => (unit_minor > 0 ? `+${unit_minor}` : `${unit_minor}`))
        .join(', '),
      price: made.total,
    }).toEqual({ lines: row['Lines of rules'], price: Number(row['Price']) })
  })
})

describe('a price line of a rule with hours', () => {
  it.each([setTo('NIGHT', 7_000, NIGHT), limitTo('NIGHT', 'max_total', 7_000, NIGHT)])(
    'shows the part of the price that a $stage is for',
    (rule) => {
      expect(linesOfRules(quote(ELEVEN_TO_ELEVEN, [rule]))).toMatchObject([
        { rule_id: 'id-NIGHT', unit_minor: 583 - 6_000, percent_bp: null, base_minor: 6_000 },
      ])
    },
  )

  it('shows no part when the rule is for the whole hire', () => {
    const night = { from: minuteOf('22:00'), to: minuteOf('06:00') + DAY_MIN }
    expect(linesOfRules(quote(night, [setTo('NIGHT', 7_000, NIGHT)]))).toMatchObject([{ base_minor: null }])
  })
})

describe('the trace of a hire', () => {
  const traceOf = (rules: Rule[]) =>
    quote(ELEVEN_TO_ELEVEN, rules).trace.map(({ rule, matched, failed, actual }) => [
      rule.code,
      matched,
      failed,
      matched ? null : actual,
    ])

  it('lists every override that applies to some minutes, and why the others apply to none', () => {
    const rules = [
      setTo('NIGHT', 7_000, { ...NIGHT, priority: 9 }),
      setTo('LUNCH', 9_000, { ...hours('12:00', '14:00'), priority: 8 }),
      setTo('LATE', 8_000, { ...hours('22:30', '23:30'), priority: 7 }),
      setTo('NOON', 8_000, { ...hours('12:00', '13:00'), priority: 6 }),
      setTo('MORNING', 8_000, { ...hours('06:00', '11:00'), priority: 5 }),
      setTo('DAY', 30_000),
      setTo('LAST', 40_000, { priority: -1 }),
    ]
    expect(traceOf(rules)).toEqual([
      ['NIGHT', true, null, null],
      ['LUNCH', true, null, null],
      ['LATE', false, 'superseded', 'NIGHT'],
      ['NOON', false, 'superseded', 'LUNCH'],
      ['MORNING', false, 'depart_time', '11:00'],
      ['DAY', true, null, null],
      ['LAST', false, 'superseded', 'NIGHT'],
    ])
  })

  it('lets an override without minutes neither claim its group nor end the stage', () => {
    const rules = [
      setTo('NIGHT', 7_000, { ...NIGHT, priority: 9 }),
      setTo('LATE', 8_000, { ...hours('22:30', '23:30'), priority: 8, exclusive_group: 'one', stop_stage: true }),
      setTo('LUNCH', 9_000, { ...hours('12:00', '14:00'), exclusive_group: 'one' }),
    ]
    expect(traceOf(rules).map(([code, matched]) => [code, matched])).toEqual([
      ['NIGHT', true],
      ['LATE', false],
      ['LUNCH', true],
    ])
  })
})

it('overrides and limits with hours apply to the whole price of a seat that departs in them', () => {
  const ride = (rules: Rule[]) => quoteSeats(seats([aLeg([aFare(1_000)])], { traced: true }), aBook({ rules }))
  const [peak, noon] = [hours('08:00', '09:00'), hours('12:00', '13:00')]
  expect(ride([setTo('PEAK', 700, { ...peak, priority: 1 }), setTo('DAY', 800)])).toMatchObject({
    total: 700,
    trace: [{ matched: true }, { failed: 'superseded', actual: 'PEAK' }],
  })
  expect(ride([limitTo('PEAK', 'max_total', 700, peak)]).lines.at(-1)).toMatchObject({
    unit_minor: -300,
    base_minor: null,
  })
  expect(ride([setTo('NOON', 700, noon), limitTo('NOON-2', 'max_total', 600, noon)]).total).toBe(1_000)
})

const clock = fc.integer({ min: 0, max: DAY_MIN - 1 })
const lasting = fc.integer({ min: 1, max: DAY_MIN - 1 })
const someHours = fc
  .tuple(clock, lasting)
  .map(([from, lasts]) => hours(clockOf(from), clockOf((from + lasts) % DAY_MIN)))
const hire: fc.Arbitrary<Hire> = fc
  .tuple(clock, fc.integer({ min: 1, max: 3 * DAY_MIN }))
  .map(([from, lasts]) => ({ from, to: from + lasts }))
const amount = fc.integer({ min: 0, max: 200_000 })
const rate = fc.integer({ min: 0, max: 20_000 })
const timed = fc.oneof({ weight: 3, arbitrary: someHours }, { weight: 1, arbitrary: fc.constant({}) })
const overrides = fc
  .array(fc.tuple(amount, timed), { maxLength: 4 })
  .map((each) => each.map(([minor, when], index) => setTo(`SET-${index}`, minor, { ...when, priority: -index })))
const limits = fc
  .array(fc.tuple(fc.constantFrom('max_total' as const, 'min_total' as const), amount, timed), { maxLength: 4 })
  .map((each) =>
    each.map(([effect, minor, when], index) => limitTo(`LIMIT-${index}`, effect, minor, { ...when, priority: -index })),
  )

/** Returns whether a rule applies in each minute of a hire, by the clock. */
function minutesOf({ from, to }: Hire, rule: Rule): boolean[] {
  const { depart_time_from: opens, depart_time_to: closes } = rule
  return Array.from({ length: to - from }, (_, index) => {
    if (opens === null || closes === null) return true
    const at = clockOf((from + index) % DAY_MIN)
    return opens < closes ? opens <= at && at < closes : at >= opens || at < closes
  })
}

/** Changes the first rule so that it begins to apply where the hire ends. */
const openAtEnd = ({ to }: Hire, rules: readonly Rule[], lasts: number): Rule[] =>
  rules.map((rule, index) =>
    index > 0 ? rule : { ...rule, ...hours(clockOf(to % DAY_MIN), clockOf((to + lasts) % DAY_MIN)) },
  )

/** Returns the price change of one more minute, and the largest allowed change. */
function stepOf(run: Hire, perHour: number, rules: readonly Rule[]): { step: number; most: number } {
  const longer = { ...run, to: run.to + 1 }
  const [base, longerBase] = [quote(run, [], perHour).total, quote(longer, [], perHour).total]
  const amounts = [base, longerBase, ...rules.map(({ amount_minor }) => amount_minor ?? 0)]
  const share = (Math.max(...amounts) - Math.min(...amounts)) / (longer.to - longer.from)
  return {
    step: Math.abs(quote(longer, rules, perHour).total - quote(run, rules, perHour).total),
    most: Math.abs(longerBase - base) + share + 2 * roundings(rules.length + 1),
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
/** Largest rounding error: half a unit for each rounded amount. */
const roundings = (amounts: number): number => amounts / 2 + 1e-6

describe('an override with hours', () => {
  it('replaces the base price minute by minute, the first in order when hours overlap', () => {
    fc.assert(
      fc.property(hire, rate, overrides, (run, perHour, rules) => {
        const base = quote(run, [], perHour).total
        const inside = rules.map((rule) => minutesOf(run, rule))
        const minutes = Array.from({ length: run.to - run.from }, (_, minute) => {
          const first = inside.findIndex((each) => each[minute])
          return rules[first]?.amount_minor ?? base
        })
        const exact = sum(minutes) / minutes.length
        expect(Math.abs(quote(run, rules, perHour).total - exact)).toBeLessThanOrEqual(roundings(rules.length + 1))
      }),
    )
  })

  it('changes the price for one more minute by at most its share and the tariff', () => {
    fc.assert(
      fc.property(hire, rate, overrides, lasting, (run, perHour, rules, lasts) => {
        const { step, most } = stepOf(run, perHour, openAtEnd(run, rules, lasts))
        expect(step).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('a limit with hours', () => {
  it('limits the part of the price inside its hours', () => {
    fc.assert(
      fc.property(hire, rate, limits, (run, perHour, rules) => {
        const price = quote(run, [], perHour).total
        const length = run.to - run.from
        const minutes = Array.from({ length }, () => price / length)
        const ordered = [
          ...rules.filter(({ effect }) => effect === 'max_total'),
          ...rules.filter(({ effect }) => effect === 'min_total'),
        ]
        for (const rule of ordered) {
          const inside = minutesOf(run, rule)
          const count = inside.filter(Boolean).length
          const of = sum(minutes.filter((_, index) => inside[index]))
          const limit = ((rule.amount_minor ?? 0) * count) / length
          inside.forEach((isInside, index) => {
            const minute = minutes[index] ?? 0
            if (!isInside) return
            if (rule.effect === 'max_total' && of > limit) minutes[index] = (minute * limit) / of
            if (rule.effect === 'min_total' && of < limit) minutes[index] = minute + (limit - of) / count
          })
        }
        const { total } = quote(run, rules, perHour)
        expect(Math.abs(total - sum(minutes))).toBeLessThanOrEqual(roundings(4 * rules.length))
      }),
    )
  })

  it('changes the price for one more minute by at most its share and the tariff', () => {
    fc.assert(
      fc.property(hire, rate, limits, lasting, (run, perHour, rules, lasts) => {
        const { step, most } = stepOf(run, perHour, openAtEnd(run, rules.slice(0, 1), lasts))
        expect(step).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('overrides and limits with hours', () => {
  const rulesOfAll = fc.tuple(overrides, limits).map(([sets, bounds]) => [...sets, ...bounds])

  it('apply to a hire inside their hours like rules without hours, and not at all to one outside', () => {
    fc.assert(
      fc.property(hire, rate, overrides, limits, fc.nat(), fc.nat(), (run, perHour, sets, bounds, early, late) => {
        const lasts = Math.min(run.to - run.from, DAY_MIN - 2)
        const short = { from: run.from, to: run.from + lasts }
        const spare = DAY_MIN - 1 - lasts
        const before = early % spare
        const covering = hours(
          clockOf((run.from - before + DAY_MIN) % DAY_MIN),
          clockOf((short.to + (late % (spare - before))) % DAY_MIN),
        )
        const outside = hours(covering.depart_time_to, covering.depart_time_from)
        const withHours = (when: Partial<Rule>) => [...sets, ...bounds].map((rule) => ({ ...rule, ...when }))
        const always = { depart_time_from: null, depart_time_to: null }
        const lines = (when: Partial<Rule>) => quote(short, withHours(when), perHour).lines
        expect(lines(covering)).toEqual(lines(always))
        expect(lines(outside)).toEqual(quote(short, [], perHour).lines)
      }),
    )
  })

  it('never produce a price below zero, and add up line by line', () => {
    fc.assert(
      fc.property(hire, rate, rulesOfAll, (run, perHour, rules) => {
        const { lines, total } = quote(run, rules, perHour)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(sum(lines.map(({ amount_minor }) => amount_minor))).toBe(total)
      }),
    )
  })

  it('are listed in the trace: each override that applies has a line, and no other has', () => {
    fc.assert(
      fc.property(hire, rate, rulesOfAll, (run, perHour, rules) => {
        const made = quote(run, rules, perHour)
        expect(new Set(made.trace.map(({ rule }) => rule.id))).toEqual(new Set(rules.map(({ id }) => id)))
        const counting = made.trace.filter(({ matched }) => matched).map(({ rule }) => rule)
        const shown = linesOfRules(made).map(({ rule_id }) => rule_id)
        const isOverride = ({ stage }: Rule) => stage === 'base_override'
        expect(shown.filter((id) => id?.startsWith('id-SET'))).toEqual(counting.filter(isOverride).map(({ id }) => id))
        expect(counting.map(({ id }) => id)).toEqual(expect.arrayContaining(shown))
      }),
    )
  })
})
