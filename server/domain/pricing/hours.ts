import { Temporal } from 'temporal-polyfill'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import type { TravelFacts } from './rule-facts'
import { multiplyDivide } from './exact'

type Span = NonNullable<TravelFacts['during']>
type Rule = Pick<PricingRule, 'depart_time_from' | 'depart_time_to'>

/** Milliseconds of a span that lie within hours of the day, `HH:MM`, the end excluded; they pass midnight where it is earlier. */
export function msWithin({ from, to, zone }: Span, hours: readonly [string, string]): number {
  const [opens, closes] = hours.map((hour) => Temporal.PlainTime.from(hour)) as [Temporal.PlainTime, Temporal.PlainTime]
  const last = dayOf(to, zone)
  let [day, sum] = [dayOf(from, zone).subtract({ days: 1 }), 0]
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    const end = hours[0] <= hours[1] ? day : day.add({ days: 1 })
    const [start, stop] = [at(day, opens, zone), at(end, closes, zone)]
    sum += Math.max(0, Math.min(to, stop) - Math.max(from, start))
    day = day.add({ days: 1 })
  }
  return sum
}

const dayOf = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()

const at = (day: Temporal.PlainDate, plainTime: Temporal.PlainTime, timeZone: string) =>
  day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds

/** The hours of the day that a rule asks for; null where it asks for none. */
const hoursOf = ({ depart_time_from: from, depart_time_to: to }: Rule): readonly [string, string] | null =>
  from === null || to === null ? null : [from, to]

/**
 * What of an amount a rule counts for: of a hire the share of its time that lies within the hours that the rule asks for, to
 * the millisecond; of anything else all of it.
 */
export function partWithin(rule: Rule, { during }: Pick<TravelFacts, 'during'>, amount: number): number {
  const hours = hoursOf(rule)
  return during && hours ? multiplyDivide(amount, msWithin(during, hours), during.to - during.from) : amount
}
