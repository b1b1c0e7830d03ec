import type { Season } from '../../../../contract/entities/season'
import { addDays } from '../../../providers/format/dates'
import type { RuleDraft } from '../ruleSentence'

/** Days before a rule begins that are shown too, so that one sees the change. */
const DAYS_BEFORE = 2

/** The day that a preview begins with: shortly before the rule first holds, never before today. All `YYYY-MM-DD`. */
export function firstDay(rule: RuleDraft, seasons: readonly Season[], today: string): string {
  const spans = seasons
    .flatMap(({ date_ranges }) => date_ranges)
    .filter(({ to }) => to >= today)
    .map(({ from }) => from)
    .sort()
  const starts = [rule.travel_date_from ?? '', spans[0] ?? ''].filter((day) => day > today).sort()
  const latest = starts.at(-1)
  const start = latest === undefined ? today : addDays(latest, -DAYS_BEFORE)
  return start > today ? start : today
}
