import { IMPORTED_KINDS, type FeedIssue, type ImportReport } from '../../../contract/operations/timetable-report'

/** Number of dates that are listed individually. */
const MAX_DATES = 31
const COLUMNS = ['created', 'updated', 'unchanged', 'skipped'] as const

const OUTCOMES: Record<ImportReport['outcome'], string> = {
  imported: 'Imported.',
  dry_run: 'Dry run: nothing was written.',
  refused:
    'Refused: nothing was written. Correct the errors above, or leave these rows out with --skip-rows-in-error where single rows are wrong.',
}

const UNREADABLE =
  'Refused: nothing was written. The feed cannot be read: correct the errors above, or choose another file.'

/** Returns the report of an import as lines for a terminal. */
export function reportText(report: ImportReport): string {
  return [
    ...feedLines(report),
    ...sourceLines(report),
    ...countLines(report),
    ...dateLines(report),
    ...goneLines(report),
    ...issueLines('Warnings', report.warnings, report.warnings_total),
    ...issueLines('Errors', report.errors, report.errors_total),
    report.is_readable === false ? UNREADABLE : OUTCOMES[report.outcome],
  ].join('\n')
}

function feedLines({ feed }: ImportReport): string[] {
  if (!feed) return []
  const dates = feed.start_date && feed.end_date ? `, ${feed.start_date} to ${feed.end_date}` : ''
  return [`${feed.publisher} (${feed.source}), times in ${feed.timezone}${dates}`, '']
}

function sourceLines({ source }: ImportReport): string[] {
  if (!source) return []
  const { id, name, requires, changes, changes_total: total } = source
  const listed = changes.map(({ code, before, after, moved_m: moved }) =>
    [
      `  ${code}  ${before['en'] ?? ''}`,
      before['en'] === after['en'] ? '' : ` becomes ${after['en'] ?? ''}`,
      moved === null || moved === 0 ? '' : `, moves ${moved} m`,
    ].join(''),
  )
  return [
    `Source: ${name} (${id ?? 'new'})`,
    ...(requires === 'source' ? ['It is not clear: import with --source-id ID or --new-source-name NAME.'] : []),
    ...(total > 0 ? [`Stations that move or change their name (${total}):`] : []),
    ...listed,
    ...(total > listed.length ? [`  and ${total - listed.length} more`] : []),
    ...(requires === 'moves' ? ['Import with --accept-moves, or with --new-source-name NAME.'] : []),
    '',
  ]
}

function countLines({ feed, counts }: ImportReport): string[] {
  if (!feed) return []
  const header = ''.padEnd(10) + COLUMNS.map((name) => name.padStart(11)).join('')
  const rows = IMPORTED_KINDS.map(
    (kind) => kind.padEnd(10) + COLUMNS.map((name) => String(counts[kind]?.[name] ?? 0).padStart(11)).join(''),
  )
  return [header, ...rows, '']
}

function dateLines({ journeys_by_date: dates }: ImportReport): string[] {
  if (dates.length === 0) return []
  const total = dates.reduce((sum, date) => sum + date.count, 0)
  const listed = dates
    .slice(0, MAX_DATES)
    .map(({ date, count, most_at_once: most }) => `${date}: ${count} journeys, at most ${most} at once`)
  const rest = dates.length > MAX_DATES ? [`and ${dates.length - MAX_DATES} more dates; ${total} journeys in all`] : []
  return [...listed, ...rest, '']
}

function goneLines({ gone }: ImportReport): string[] {
  if (gone.count === 0) return []
  const stopped = gone.stopped > 0 ? `, sale of ${gone.stopped} stopped` : ''
  const listed = gone.journeys.map(
    ({ code, seats_taken: seats }) => `  ${code}${seats > 0 ? `  ${seats} seats sold or held` : ''}`,
  )
  return [
    `Journeys that the feed no longer has (${gone.count}, ${gone.booked} of them with passengers${stopped}):`,
    ...listed,
    ...(gone.count > listed.length ? [`  and ${gone.count - listed.length} more`] : []),
    '',
  ]
}

function issueLines(title: string, issues: readonly FeedIssue[], total: number): string[] {
  if (total === 0) return []
  const listed = issues.map(
    ({ file, line, field, detail, remedy }) =>
      `  ${[file, line, field].filter((part) => part !== null).join(':')}  ${detail} ${remedy}`,
  )
  return [
    `${title} (${total}):`,
    ...listed,
    ...(total > issues.length ? [`  and ${total - issues.length} more`] : []),
    '',
  ]
}
