import type { Archive } from './archive'
import { readHeader } from './csv'
import { CALENDAR_FILES, FARES_V2_FILES, NEEDED_FILES, OTHER_FILES } from './files'
import { Fault, type Issues } from './issues'

/**
 * Checks file names and headers of a feed before any row is read. A missing file or column breaks its file.
 * The rows of the other files are still read, so that one refusal lists all errors.
 */
export async function inspectFeed(archive: Archive, issues: Issues): Promise<void> {
  for (const { name } of NEEDED_FILES) if (!archive.names.has(name)) issues.breakFile({ file: name }, fileMissing(name))
  if (!CALENDAR_FILES.some(({ name }) => archive.names.has(name)))
    issues.breakFile({ file: 'calendar.txt' }, NO_CALENDAR)
  for (const spec of [...NEEDED_FILES, ...CALENDAR_FILES, ...OTHER_FILES]) {
    if (!archive.names.has(spec.name)) continue
    const header = await readHeader(archive, spec.name, issues)
    if (!issues.areWhole(spec.name)) continue
    for (const [field, { columnNeeded }] of Object.entries(spec.fields))
      if (columnNeeded && !header.includes(field))
        issues.breakFile({ file: spec.name, line: 1, field }, columnMissing(field))
  }
  const unread = FARES_V2_FILES.filter((name) => archive.names.has(name))
  if (unread[0]) issues.warn({ file: unread[0] }, faresV2Ignored(unread))
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
const faresV2Ignored = (files: readonly string[]) =>
  new Fault(
    'fares_v2_ignored',
    `The fares of the second GTFS model are not read: ${files.join(', ')}.`,
    'Enter these fares under Routes, or use a feed with fare_attributes.txt.',
    { files: files.join(', ') },
  )
