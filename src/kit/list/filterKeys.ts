import { addDays, ownTimeZone, toZonedInput } from '../../providers/format/dates'
import { dayOf } from '../../ui/addressValues'
import type { AnyField, FieldKind } from '../fieldList'

export type FilterValues = Readonly<Record<string, unknown>>

export type FilterKind = 'options' | 'records' | 'yesNo' | 'days' | 'instants' | 'text' | 'word'

const KINDS: Partial<Record<FieldKind, FilterKind>> = {
  choice: 'options',
  choices: 'options',
  weekdays: 'options',
  language: 'options',
  country: 'options',
  currency: 'options',
  timeZone: 'options',
  reference: 'records',
  references: 'records',
  boolean: 'yesNo',
  date: 'days',
  dateTime: 'instants',
  tags: 'word',
}

/** Returns how a field is filtered. */
export function filterKindOf(field: AnyField): FilterKind {
  return KINDS[field.kind] ?? 'text'
}

/** Returns the keys of a field in the filter of a list. */
export function filterKeysOf(field: AnyField): string[] {
  const { source } = field
  switch (filterKindOf(field)) {
    case 'options':
    case 'records':
      return [`${source}_in`]
    case 'days':
      return [`${source}_gte`, `${source}_lte`]
    case 'instants':
      return [`${source}_gte`, `${source}_lt`]
    case 'text':
      return [`${source}_like`]
    case 'yesNo':
    case 'word':
      return [source]
  }
}

export function isFiltered(field: AnyField, values: FilterValues): boolean {
  return filterKeysOf(field).some((key) => values[key] !== undefined)
}

/** Returns the filter with `next` for a field; empty values mean "any" and are removed. */
export function withFilter(values: FilterValues, field: AnyField, next: FilterValues): FilterValues {
  const own = new Set(filterKeysOf(field))
  const rest = Object.entries(values).filter(([key]) => !own.has(key))
  const given = Object.entries(next).filter(([, value]) => !isAny(value))
  return Object.fromEntries([...rest, ...given])
}

const isAny = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Returns the first and last day of a filter by days or instants, in the reader's time zone; empty without a bound, and
 * for an invalid one.
 */
export function filteredDays(field: AnyField, values: FilterValues): { from: string; to: string } {
  const isInstant = filterKindOf(field) === 'instants'
  const [from = '', last = ''] = filterKeysOf(field).map((key) => filterDay(values[key], isInstant))
  // The upper bound of instants is the start of the day after the last one.
  return { from, to: isInstant && last ? addDays(last, -1) : last }
}

function filterDay(value: unknown, isInstant: boolean): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return ''
  return dayOf(isInstant ? toZonedInput(value, ownTimeZone()).slice(0, 10) : value) ?? ''
}
