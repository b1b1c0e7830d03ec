import type { Archive } from './archive'
import { readHeader } from './csv'
import { CALENDAR_FILES, FARES_V2_FILES, NEEDED_FILES, OTHER_FILES } from './files'
import { Fault, FeedRefused, type Issues } from './issues'

/**
 * Looks at the names and headers of a feed before any row is read, so that one refusal names everything that is
 * missing. @throws FeedRefused when a needed file or column is not there.
 */
export async function inspectFeed(archive: Archive, issues: Issues): Promise<void> {
  for (const { name } of NEEDED_FILES) if (!archive.names.has(name)) issues.error({ file: name }, fileMissing(name))
  if (!CALENDAR_FILES.some(({ name }) => archive.names.has(name))) issues.error({ file: 'calendar.txt' }, NO_CALENDAR)
  for (const spec of [...NEEDED_FILES, ...CALENDAR_FILES, ...OTHER_FILES]) {
    if (!archive.names.has(spec.name)) continue
    const header = await readHeader(archive, spec.name, issues)
    for (const [field, { columnNeeded }] of Object.entries(spec.fields))
      if (columnNeeded && !header.includes(field))
        issues.error({ file: spec.name, line: 1, field }, columnMissing(field))
  }
  if (issues.errorsTotal > 0) throw new FeedRefused(issues)
  if (FARES_V2_FILES.some((name) => archive.names.has(name)))
    issues.warn({ file: 'fare_products.txt' }, FARES_V2_IGNORED)
}

const fileMissing = (name: string) =>
  new Fault('file_missing', `The feed has no ${name}.`, `Add ${name} to the zip; a GTFS timetable needs it.`)
const columnMissing = (field: string) =>
  new Fault('column_missing', `The file has no column ${field}.`, `Add ${field} to the header and fill it in.`)
const NO_CALENDAR = new Fault(
  'file_missing',
  'The feed has neither calendar.txt nor calendar_dates.txt.',
  'Add one of them; without it no trip has a date.',
)
const FARES_V2_IGNORED = new Fault(
  'fares_v2_ignored',
  'The feed has fares of the second GTFS model, which are not imported.',
  'Enter these fares under Routes, or use a feed with fare_attributes.txt.',
)
