import { sql } from 'kysely'
import { season } from '../../../contract/entities/season'
import type { StoreOptions } from '../../crud/store-options'

export const seasonsStore: StoreOptions = {
  entity: season,
  table: 'seasons',
  label: (row) => String(row['code']),
  filters: { on_date: (day: string) => holdsOn(day) },
  blockedBy: [{ resource: 'pricing-rules', table: 'pricing_rules', column: 'season_ids', list: true, label: 'code' }],
  usedBy: [
    {
      resource: 'pricing-rules',
      table: 'pricing_rules',
      column: 'season_ids',
      list: true,
      label: 'code',
      where: "status = 'active'",
    },
  ],
}

/** Condition: in one of the date ranges, not excluded, and on one of the weekdays. */
const holdsOn = (day: string) => sql<boolean>`(
  exists (select 1 from jsonb_array_elements(t.date_ranges) span where ${day}::date between (span->>'from')::date and (span->>'to')::date)
  and not (${day}::date::text = any(t.excluded_dates::text[]))
  and (cardinality(t.weekdays) = 0 or extract(isodow from ${day}::date)::int = any(t.weekdays)))`
