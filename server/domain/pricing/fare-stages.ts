import type { DraftLine } from './price'
import { safe, shareOf, roundTo } from './exact'
import { partWithin } from './hours'
import { PRICE_LABELS } from './price-labels'
import { rulesThatCount, type RuleBook, type Trace } from './rule-book'
import type { Rule } from './rule-dimensions'
import type { Category, Facts } from './rule-facts'

/** What one passenger of a category pays for one leg before any rule, or a hire as a whole (`category` null). */
export interface BaseFare {
  facts: Facts
  category: Category | null
  quantity: number
  unit: number
}

/** @param base what the rule counts for */
const changeBy = (rule: Rule, facts: Facts | undefined, base: number): number =>
  rule.amount_minor === null ? shareOf(base, rule.percent_bp ?? 0) : partWithin(rule, facts ?? {}, rule.amount_minor)

/** The lines that rules add to one fare, each per unit and rounded at once. A fare never falls below zero. */
export function fareLines(base: BaseFare, rules: RuleBook, trace?: Trace): DraftLine[] {
  const { facts, category, quantity } = base
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
    })
  }
  const [override] = rulesThatCount(rules.base_override, [facts], { onlyFirst: true, trace })
  if (override) {
    add(override, (override.amount_minor ?? 0) - run, null)
    start = run
  }
  for (const rule of rulesThatCount(rules.fare_adjust, [facts], { trace })) {
    const of = partWithin(rule, facts, rule.percent_base === 'running' ? run : start)
    add(rule, Math.max(changeBy(rule, facts, of), -run), rule.percent_bp === null ? null : of)
  }
  return lines
}

/** The lines that rules add to the sum of the fares: changes, then limits. */
export function totalLines(fare: number, facts: readonly Facts[], rules: RuleBook, trace?: Trace): DraftLine[] {
  const lines: DraftLine[] = []
  let run = fare
  const add = (rule: Rule, kind: 'rule' | 'limit', unit_minor: number, of: number | null) => {
    run = safe(run + unit_minor)
    const percent_bp = of === null ? null : rule.percent_bp
    const { code, name: label, id: rule_id, version: rule_version } = rule
    lines.push({ kind, code, label, rule_id, rule_version, quantity: 1, unit_minor, percent_bp, base_minor: of })
  }
  for (const rule of rulesThatCount(rules.total_adjust, facts, { trace })) {
    const of = partWithin(rule, facts[0] ?? {}, rule.percent_base === 'running' ? run : fare)
    add(rule, 'rule', Math.max(changeBy(rule, facts[0], of), -run), rule.percent_bp === null ? null : of)
  }
  for (const rule of rulesThatCount(rules.limit, facts, { trace })) {
    const limit = rule.amount_minor ?? 0
    const missed = rule.effect === 'max_total' ? run > limit : run < limit
    if (missed) add(rule, 'limit', limit - run, null)
  }
  return lines
}

/** The line that brings the fare to a multiple of the increment; none when it is one. */
export function roundingLines(fare: number, increment: number): DraftLine[] {
  const change = increment > 1 ? roundTo(fare, increment) - fare : 0
  if (change === 0) return []
  return [{ kind: 'rounding', code: 'rounding', label: PRICE_LABELS.rounding, quantity: 1, unit_minor: change }]
}

export const sumOf = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, line) => safe(sum + safe(line.quantity * line.unit_minor)), 0)
