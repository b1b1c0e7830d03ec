import type { RULE_STAGES, RuleDimension } from '../../../contract/core/vocabulary'
import { conditionsOf, dimensionsOf, type Range, type Rule, type Test } from './rule-dimensions'
import type { Facts } from './rule-facts'

export type Stage = (typeof RULE_STAGES)[number]

export interface ReadyRule {
  rule: Rule
  tests: readonly Test[]
  /** Number of dimensions that the rule uses. */
  specificity: number
}

/** The active rules by stage, in the order in which they are tested. */
export type RuleBook = Readonly<Record<Stage, readonly ReadyRule[]>>

/** Prepares the active rules for many prices. The order of the input does not matter. */
export function ruleBook(rules: readonly Rule[]): RuleBook {
  const ready = rules
    .filter((rule) => rule.status === 'active')
    .map((rule) => {
      const dimensions = dimensionsOf(rule)
      return { rule, tests: [...conditionsOf(rule), ...dimensions], specificity: dimensions.length }
    })
    .sort(precedence)
  const at = (stage: Stage) => ready.filter(({ rule }) => rule.stage === stage)
  const limits = at('limit')
  return {
    base_override: at('base_override'),
    fare_adjust: at('fare_adjust'),
    total_adjust: at('total_adjust'),
    // The maximum applies before the minimum: where the two conflict, the minimum wins.
    limit: [
      ...limits.filter(({ rule }) => rule.effect === 'max_total'),
      ...limits.filter(({ rule }) => rule.effect === 'min_total'),
    ],
  }
}

/** Orders by priority (high first), number of dimensions (many first), then code, which is unique. */
function precedence(a: ReadyRule, b: ReadyRule): number {
  if (a.rule.priority !== b.rule.priority) return b.rule.priority - a.rule.priority
  return b.specificity - a.specificity || (a.rule.code < b.rule.code ? -1 : 1)
}

/**
 * Returns the rules that may still apply when all facts but the `open` dimensions are known. Known dimensions are not
 * tested again, so that a price grid tests them once per row instead of once per cell.
 */
export function narrowBook(book: RuleBook, known: Facts, open: ReadonlySet<RuleDimension>): RuleBook {
  const narrow = (rules: readonly ReadyRule[]): ReadyRule[] =>
    rules
      .filter(({ tests }) => tests.every((test) => open.has(test.dimension) || test.holds(known)))
      .map((ready) => ({ ...ready, tests: ready.tests.filter((test) => open.has(test.dimension)) }))
  return {
    base_override: narrow(book.base_override),
    fare_adjust: narrow(book.fare_adjust),
    total_adjust: narrow(book.total_adjust),
    limit: narrow(book.limit),
  }
}

/** Why a rule did not apply: a dimension, or an earlier rule. */
export type Reason = RuleDimension | 'exclusive_group' | 'stop_stage' | 'superseded'

export interface Verdict {
  rule: Rule
  matched: boolean
  failed: Reason | null
  expected: string[]
  /** Null = the test has no range. */
  range: Range | null
  actual: string | null
}

export type Trace = (verdict: Verdict) => void

/** Returns the earlier rule that leaves nothing for a rule to apply to; undefined if something is left. */
export type FindSuperseding = (rule: Rule, counting: readonly Rule[]) => Rule | undefined

/**
 * Returns the rules of a stage that apply, in order: only the first of an exclusive group, none after `stop_stage`.
 * @param facts one set for each part of the travel; a rule applies if its tests pass for one of them
 */
export function rulesThatCount(
  rules: readonly ReadyRule[],
  facts: readonly Facts[],
  { supersededBy, trace }: { supersededBy?: FindSuperseding; trace?: Trace | undefined } = {},
): Rule[] {
  const counting: Rule[] = []
  const groups = new Set<string>()
  let stoppedBy: Rule | null = null
  for (const ready of rules) {
    if (stoppedBy && !trace) break
    const { rule } = ready
    if (!holdsSomewhere(ready.tests, facts)) {
      trace?.(refusal(ready, facts))
      continue
    }
    const before = stoppedBy ?? supersededBy?.(rule, counting)
    if (before) {
      trace?.({ ...missed(rule), failed: stoppedBy ? 'stop_stage' : 'superseded', actual: before.code })
      continue
    }
    if (rule.exclusive_group !== null) {
      if (groups.has(rule.exclusive_group)) {
        trace?.({ ...missed(rule), failed: 'exclusive_group', expected: [rule.exclusive_group] })
        continue
      }
      groups.add(rule.exclusive_group)
    }
    counting.push(rule)
    trace?.({ ...missed(rule), matched: true })
    if (rule.stop_stage) stoppedBy = rule
  }
  return counting
}

/** Returns whether all tests pass for one part of the travel. Loops for speed: a price tests every rule for every fare. */
export function holdsSomewhere(tests: readonly Test[], facts: readonly Facts[]): boolean {
  for (const each of facts) {
    let holds = true
    for (const test of tests)
      if (!test.holds(each)) {
        holds = false
        break
      }
    if (holds) return true
  }
  return false
}

const missed = (rule: Rule): Verdict => ({
  rule,
  matched: false,
  failed: null,
  expected: [],
  range: null,
  actual: null,
})

/** Returns the first test of the rule that fails for the first part of the travel. */
function refusal({ rule, tests }: ReadyRule, facts: readonly Facts[]): Verdict {
  const [first] = facts
  const failed = first && tests.find((test) => !test.holds(first))
  if (!first || !failed) return missed(rule)
  const { dimension, expected, range = null, actual } = failed
  return { rule, matched: false, failed: dimension, expected: expected(), range, actual: actual(first) }
}
