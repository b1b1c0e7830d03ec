import { Temporal } from 'temporal-polyfill'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import type { TravelFacts } from './rule-facts'
import { multiplyDivide } from './exact'

type Span = NonNullable<TravelFacts['during']>
type Rule = Pick<PricingRule, 'depart_time_from' | 'depart_time_to'>
type Bounds = readonly [from: number, to: number]

/** A part of the time in which the same rules apply. */
export interface TimePart<R extends Rule> {
  /** In the order in which they were given. */
  rules: readonly R[]
  /** Milliseconds of a hire; 1 for travel without a duration. */
  ms: number
}

/**
 * Divides the time of a hire into parts in which the same rules apply, the time of the first rule first. A rule without
 * hours applies all the time. Travel without a duration is one part, in which every rule applies.
 */
export function divideTime<R extends Rule>(
  rules: readonly R[],
  { during }: Pick<TravelFacts, 'during'>,
): TimePart<R>[] {
  if (!during) return [{ rules, ms: 1 }]
  const bounds = rules.map((rule) => {
    const hours = hoursOf(rule)
    return hours ? findWithin(during, hours) : [[during.from, during.to] as const]
  })
  const cuts = [...new Set([during.from, during.to, ...bounds.flat(2)])].sort((a, b) => a - b)
  const parts = new Map<string, TimePart<R>>()
  cuts.slice(1).forEach((to, index) => {
    const from = cuts[index] ?? to
    const counts = bounds.map((each) => each.some(([opens, closes]) => opens <= from && to <= closes))
    const key = counts.map(Number).join('')
    const before = parts.get(key)?.ms ?? 0
    parts.set(key, { rules: rules.filter((_, place) => counts[place]), ms: before + to - from })
  })
  return [...parts].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, part]) => part)
}

/** Returns the milliseconds of a span within `HH:MM` hours, end excluded. They pass midnight if the end is earlier. */
export const msWithin = (span: Span, hours: readonly [string, string]): number =>
  findWithin(span, hours).reduce((sum, [from, to]) => sum + to - from, 0)

/** The parts of a span that lie within hours of the day. */
function findWithin({ from, to, zone }: Span, hours: readonly [string, string]): Bounds[] {
  const [opens, closes] = hours.map((hour) => Temporal.PlainTime.from(hour)) as [Temporal.PlainTime, Temporal.PlainTime]
  const last = dayOf(to, zone)
  const found: Bounds[] = []
  let day = dayOf(from, zone).subtract({ days: 1 })
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    const end = hours[0] <= hours[1] ? day : day.add({ days: 1 })
    const [start, stop] = [Math.max(from, at(day, opens, zone)), Math.min(to, at(end, closes, zone))]
    if (start < stop) found.push([start, stop])
    day = day.add({ days: 1 })
  }
  return found
}

const dayOf = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()

/** The first instant of a day at which the clock shows a time or has skipped it. */
function at(day: Temporal.PlainDate, plainTime: Temporal.PlainTime, timeZone: string): number {
  const found = day.toZonedDateTime({ timeZone, plainTime })
  const skipped = found.toPlainTime().equals(plainTime) ? null : found.getTimeZoneTransition('previous')
  return (skipped ?? found).epochMilliseconds
}

/** The hours of the day that a rule requires; null = none. */
const hoursOf = ({ depart_time_from: from, depart_time_to: to }: Rule): readonly [string, string] | null =>
  from === null || to === null ? null : [from, to]

/**
 * Returns the part of an amount that a rule applies to. For a hire it is the share of its time within the hours of the
 * rule, to the millisecond. For other travel it is the whole amount.
 */
export function partWithin(rule: Rule, { during }: Pick<TravelFacts, 'during'>, amount: number): number {
  const hours = hoursOf(rule)
  return during && hours ? multiplyDivide(amount, msWithin(during, hours), during.to - during.from) : amount
}
