import type { PricingRule } from '../../../contract/entities/pricing-rule'

/** What a rule does to a price, in the words of one choice: a stage with one of its effects. */
export const RULE_JOBS = [
  { key: 'farePercent', stage: 'fare_adjust', effect: 'add_percent' },
  { key: 'fareAmount', stage: 'fare_adjust', effect: 'add_amount' },
  { key: 'fareSet', stage: 'base_override', effect: 'set_amount' },
  { key: 'totalPercent', stage: 'total_adjust', effect: 'add_percent' },
  { key: 'totalAmount', stage: 'total_adjust', effect: 'add_amount' },
  { key: 'totalLowest', stage: 'limit', effect: 'min_total' },
  { key: 'totalHighest', stage: 'limit', effect: 'max_total' },
] as const satisfies readonly { key: string; stage: PricingRule['stage']; effect: PricingRule['effect'] }[]

type RuleJob = (typeof RULE_JOBS)[number]

/** The job of a stage with an effect; undefined while the two are not chosen. */
export const jobOf = (stage: unknown, effect: unknown): RuleJob | undefined =>
  RULE_JOBS.find((job) => job.stage === stage && job.effect === effect)
