import { z } from 'zod'
import type { FieldIssue } from '../core/entity'
import { Id, Instant, PlainDate } from '../core/scalars'
import { schemaMessage, sentence } from '../core/sentence'

/** ISO 8601 day of the week: 1 = Monday to 7 = Sunday. */
export const Weekday = z
  .int()
  .min(1, schemaMessage`Must be 1 (Monday) to 7 (Sunday).`)
  .max(7, schemaMessage`Must be 1 (Monday) to 7 (Sunday).`)

/** Days from the first to the last, both included. */
export const DateRange = z.strictObject({ from: PlainDate, to: PlainDate })

/** An address or a block of addresses that calls may come from: `203.0.113.7`, `2001:db8::/32`. */
export const IpRange = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  schemaMessage`Must be an address such as 203.0.113.7 or a block such as 203.0.113.0/24.`,
)

/** Returns the schema of a list without duplicate values. */
export const setOf = <S extends z.ZodType>(value: S, max: number) =>
  z
    .array(value)
    .max(max)
    .refine(
      (values) => new Set(values).size === values.length,
      schemaMessage`Contains a value twice. List each value once.`,
    )

/** Returns a check that reports each further entry of a list with the same value of a field, at that field. */
export const eachOnce =
  <K extends string>(field: K, message: string) =>
  ({ value, issues }: z.core.ParsePayload<Record<K, unknown>[]>): void => {
    const seen = new Set<unknown>()
    for (const [index, entry] of value.entries()) {
      if (seen.has(entry[field])) issues.push({ code: 'custom', input: entry, path: [index, field], message })
      seen.add(entry[field])
    }
  }

/** Returns an issue at `path` if the first day is after the last; an open end is valid. */
export function daysInOrder(from: string | null, to: string | null, path: string): FieldIssue[] {
  return from !== null && to !== null && to < from
    ? [{ path, message: sentence`The last day is before the first: choose a later one.` }]
    : []
}

/** Returns an issue at `path` if the end is not after the start; an open end is valid. */
export function instantsInOrder(from: string | null, to: string | null, path: string): FieldIssue[] {
  return from !== null && to !== null && Date.parse(to) <= Date.parse(from)
    ? [{ path, message: sentence`The end must come after the start.` }]
    : []
}

/** Returns an issue at `path` if the lower bound is above the upper bound; an open end is valid. */
export function boundsInOrder(from: number | null, to: number | null, path: string): FieldIssue[] {
  return from !== null && to !== null && to < from
    ? [{ path, message: sentence`The upper bound is below the lower bound: choose a higher one.` }]
    : []
}

/** A job assigned to a vehicle or person with documents that expire before its end. */
export const UnlawfulJob = z.object({
  source: z.enum(['journey', 'hire']),
  id: Id,
  /** Code of the journey, or reference of the hire. */
  label: z.string(),
  starts_at: Instant,
})
export type UnlawfulJob = z.output<typeof UnlawfulJob>
