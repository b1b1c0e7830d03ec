import type { DraftLine } from './price'
import { multiplyDivide, partsOf, roundTo, safe, shareOf } from './exact'
import { divideTime, partWithin } from './hours'
import { PRICE_LABELS } from './price-labels'
import { rulesThatCount, type FindSuperseding, type RuleBook, type Trace } from './rule-book'
import type { Rule } from './rule-dimensions'
import type { Category, Facts } from './rule-facts'

/** The price of one passenger of a category on one leg before any rule, or of a whole hire (`category` null). */
export interface BaseFare {
  facts: Facts
  category: Category | null
  quantity: number
  unit: number
  /** Direction of its lines; empty if they name none. */
  direction: Pick<DraftLine, 'direction'>
}

/** @param base the amount that a percentage applies to */
const changeBy = (rule: Rule, facts: Facts | undefined, base: number): number =>
  rule.amount_minor === null ? shareOf(base, rule.percent_bp ?? 0) : partWithin(rule, facts ?? {}, rule.amount_minor)

/** The change that an override or a limit makes to a price. */
interface PartChange {
  rule: Rule
  change: number
  /** The part of the price that it applies to; null = the whole price. */
  part: number | null
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Returns the override that precedes a rule if the rule comes first in no part of the time. */
const findSuperseding =
  (facts: Facts): FindSuperseding =>
  (rule, counting) => {
    const parts = divideTime([...counting, rule], facts).filter(({ rules }) => rules.includes(rule))
    return parts.some(({ rules }) => rules[0] === rule) ? undefined : parts[0]?.rules[0]
  }

/** Replaces the base price in each part of the time by the amount of the first override that applies there. */
function overrideBase(unit: number, overrides: readonly Rule[], facts: Facts): PartChange[] {
  if (overrides.length === 0) return []
  const parts = divideTime(overrides, facts)
  const lengths = [...overrides, undefined].map((rule) =>
    sum(parts.filter(({ rules }) => rules[0] === rule).map(({ ms }) => ms)),
  )
  const [whole, replaced] = [sum(lengths), partsOf(unit, lengths)]
  return overrides.map((rule, index) => {
    const [ms, part] = [lengths[index] ?? 0, replaced[index] ?? 0]
    const change = multiplyDivide(rule.amount_minor ?? 0, ms, whole) - part
    return { rule, change, part: ms < whole ? part : null }
  })
}

/**
 * Limits the part of a price inside the hours of each limit to the same share of its amount. The price is first spread
 * evenly over the time. A maximum reduces the part in proportion, and a minimum adds evenly to its time.
 */
function limitPrice(price: number, limits: readonly Rule[], facts: Pick<Facts, 'during'>): PartChange[] {
  if (limits.length === 0) return []
  const parts = divideTime(limits, facts)
  const lengths = parts.map(({ ms }) => ms)
  const whole = sum(lengths)
  let prices = partsOf(price, lengths)
  return limits.flatMap((rule) => {
    const inside = (values: readonly number[]) =>
      values.map((value, index) => (parts[index]?.rules.includes(rule) ? value : 0))
    const [within, time] = [inside(prices), inside(lengths)]
    const [part, ms] = [sum(within), sum(time)]
    const change = multiplyDivide(rule.amount_minor ?? 0, ms, whole) - part
    if (rule.effect === 'max_total' ? change >= 0 : change <= 0) return []
    const changes = partsOf(change, change < 0 ? within : time)
    prices = prices.map((each, index) => each + (changes[index] ?? 0))
    return [{ rule, change, part: ms < whole ? part : null }]
  })
}

/** Returns the lines that rules add to one fare, each rounded per unit. A fare never falls below zero. */
export function fareLines(base: BaseFare, rules: RuleBook, trace?: Trace): DraftLine[] {
  const { facts, category, quantity, direction } = base
  const lines: DraftLine[] = []
  let [start, run] = [base.unit, base.unit]
  const add = (rule: Rule, unit_minor: number, of: number | null) => {
    run = safe(run + unit_minor)
    const percent_bp = of === null ? null : rule.percent_bp
    lines.push({
      kind: 'rule',
      code: rule.code,
      label: rule.name,
      rule_id: rule.id,
      rule_version: rule.version,
      passenger_category: category,
      quantity,
      unit_minor,
      percent_bp,
      base_minor: of,
      ...direction,
    })
  }
  const overrides = rulesThatCount(rules.base_override, [facts], { supersededBy: findSuperseding(facts), trace })
  for (const { rule, change, part } of overrideBase(base.unit, overrides, facts)) add(rule, change, part)
  start = run
  for (const rule of rulesThatCount(rules.fare_adjust, [facts], { trace })) {
    const of = partWithin(rule, facts, rule.percent_base === 'running' ? run : start)
    add(rule, Math.max(changeBy(rule, facts, of), -run), rule.percent_bp === null ? null : of)
  }
  return lines
}

/** What the total rules of one part of a reservation apply to in addition to its own fares. */
export interface TotalScope {
  /** Fares of the other parts, which amounts and limits also apply to; null = another part carries those rules. */
  others: number | null
  trace?: Trace | undefined
}

/** Returns the lines that rules add to the sum of the fares: changes, then limits. */
export function totalLines(fare: number, facts: readonly Facts[], rules: RuleBook, scope: TotalScope): DraftLine[] {
  const { others, trace } = scope
  const lines: DraftLine[] = []
  let run = safe(fare + (others ?? 0))
  const own = () => Math.max(0, run - (others ?? 0))
  const add = (rule: Rule, kind: 'rule' | 'limit', unit_minor: number, of: number | null) => {
    run = safe(run + unit_minor)
    const percent_bp = of === null ? null : rule.percent_bp
    const { code, name: label, id: rule_id, version: rule_version } = rule
    lines.push({ kind, code, label, rule_id, rule_version, quantity: 1, unit_minor, percent_bp, base_minor: of })
  }
  for (const rule of rulesThatCount(rules.total_adjust, facts, { trace })) {
    const isAmount = rule.percent_bp === null
    if (isAmount && others === null) continue
    const of = partWithin(rule, facts[0] ?? {}, rule.percent_base === 'running' ? own() : fare)
    add(rule, 'rule', Math.max(changeBy(rule, facts[0], of), isAmount ? -run : -own()), isAmount ? null : of)
  }
  if (others === null) return lines
  const limits = rulesThatCount(rules.limit, facts, { trace })
  for (const { rule, change, part } of limitPrice(run, limits, facts[0] ?? {})) add(rule, 'limit', change, part)
  return lines
}

/** Returns the line that rounds the fare to a multiple of the increment; empty if it already is one. */
export function roundingLines(fare: number, increment: number): DraftLine[] {
  const change = increment > 1 ? roundTo(fare, increment) - fare : 0
  if (change === 0) return []
  return [{ kind: 'rounding', code: 'rounding', label: PRICE_LABELS.rounding, quantity: 1, unit_minor: change }]
}

export const sumOf = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, line) => safe(sum + safe(line.quantity * line.unit_minor)), 0)
