import { z } from 'zod'
import { defineEntity, type FieldIssue } from '../core/entity'
import { byForm } from '../core/ownership'
import { Code, HexColor, I18nText, PlainDate } from '../core/scalars'
import { ACTIVE_STATUSES } from '../core/vocabulary'
import { DateRange, Weekday, daysInOrder, setOf } from './parts'
import { schemaMessage, sentence } from '../core/sentence'

/** A set of service days with separate prices, in the time zone of the boarding station. Transmodel DAY TYPE. */
export const season = defineEntity({
  resource: 'seasons',
  menu: { group: 'pricing', place: 1 },
  writable: {
    code: byForm(Code, 'filter', 'sort'),
    name: byForm(I18nText, 'filter', 'sort'),
    /** First and last day, both included. */
    date_ranges: byForm(
      z
        .array(DateRange)
        .min(1, schemaMessage`Add at least one period.`)
        .max(100),
    ),
    excluded_dates: byForm(setOf(PlainDate, 366).default([])),
    /** Only these days of the week; empty = every day. */
    weekdays: byForm(setOf(Weekday, 7).default([]), 'filter'),
    /** If two seasons apply on one day, the one with the higher priority is used. */
    priority: byForm(z.int().min(-1000).max(1000).default(0), 'filter', 'sort'),
    color: byForm(HexColor.nullable().default(null), 'sort'),
    status: byForm(z.enum(ACTIVE_STATUSES).default('active'), 'filter', 'sort'),
  },
  computed: {},
  extraFilters: {
    /** Seasons that apply on this service day. */
    on_date: PlainDate.optional(),
  },
  transitions: { active: ['inactive'], inactive: ['active'] },
  check: (record) => [
    ...record.date_ranges.flatMap((range, index) => daysInOrder(range.from, range.to, `date_ranges.${index}.to`)),
    ...overlapIssues(record.date_ranges),
  ],
})
export type Season = z.output<typeof season.record>
export type SeasonCreate = z.input<typeof season.create>

function overlapIssues(ranges: readonly z.output<typeof DateRange>[]): FieldIssue[] {
  const inOrder = ranges.map((range, index) => ({ ...range, index })).sort((a, b) => (a.from < b.from ? -1 : 1))
  return inOrder.flatMap((range, place) => {
    const before = inOrder[place - 1]
    return before && range.from <= before.to
      ? [
          {
            path: `date_ranges.${range.index}.from`,
            message: sentence`This period overlaps another one: change its dates, or combine the two.`,
          },
        ]
      : []
  })
}
