import { Temporal } from 'temporal-polyfill'
import type { PricingRule } from '../../../contract/entities/pricing-rule'
import type { TravelFacts } from './rule-facts'
import { multiplyDivide } from './exact'

type Span = NonNullable<TravelFacts['during']>
type Rule = Pick<PricingRule, 'depart_time_from' | 'depart_time_to'>
type Bounds = readonly [from: number, to: number]

/** A part of the time in which the same rules count. */
export interface TimePart<R extends Rule> {
  /** In the order in which they were given. */
  rules: readonly R[]
  /** Milliseconds of a hire; 1 where nothing takes time. */
  ms: number
}

/**
 * Divides the time of a hire by the rules whose hours it lies in, the time of the first rule first. A rule without hours
 * counts all the time. What takes no time is one part, in which every rule counts.
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

/** Milliseconds of a span that lie within hours of the day, `HH:MM`, the end excluded; they pass midnight where it is earlier. */
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
