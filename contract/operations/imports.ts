import { z } from 'zod'
import { IMPORT_MAX_COLUMNS } from '../core/limits/files'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { Task } from './tasks'
import { IMPORTED_RESOURCES } from '../core/vocabulary'

/**
 * `separator_line` = `sep=;` above the table, `title_rows` = rows above its headings, `blank_rows` = rows without values,
 * `unnamed_columns` = values in columns without a heading. `dates_day_first`, `dates_month_first` = how the dates of a
 * column that are written with slashes are read, and `dates_ambiguous` = read with the day first, although its values also
 * allow the month first.
 */
export const IMPORT_NOTES = [
  'separator_line',
  'title_rows',
  'blank_rows',
  'unnamed_columns',
  'dates_day_first',
  'dates_month_first',
  'dates_ambiguous',
] as const

/** Parts of a file that are not imported unless the user maps them to a field, and how dates are read. */
export const ImportNote = z.object({
  code: z.enum(IMPORT_NOTES),
  /** Number of the first line, from 1. */
  line: z.int().min(1),
  count: z.int().min(1),
  /** Heading of the column; absent from a note about the whole file. */
  column: z.string().optional(),
})
export type ImportNote = z.output<typeof ImportNote>

/** Preview of an uploaded table. */
export const ImportSheet = z.object({
  id: Id,
  resource: z.enum(IMPORTED_RESOURCES),
  file_name: z.string(),
  header: z.array(z.string()),
  /** The first rows. */
  rows: z.array(z.array(z.string())),
  row_count: z.int(),
  notes: z.array(ImportNote),
  /** Detected field of each column; null without a match. */
  columns: z.array(z.string().nullable()),
  /** Fields that columns can be mapped to, for example `name.fr` for a text in French. */
  targets: z.array(z.object({ name: z.string(), required: z.boolean() })),
  /** Field that identifies the record of a row; null if each row creates a new record. */
  key: z.string().nullable(),
})
export type ImportSheet = z.output<typeof ImportSheet>

export const IMPORT_MODES = ['both', 'create', 'update'] as const

export const ImportStart = z.strictObject({
  /** Field of each column; null ignores the column. */
  columns: z.array(z.string().max(80).nullable()).max(IMPORT_MAX_COLUMNS),
  /** Whether rows create records, update existing ones, or both. */
  mode: z.enum(IMPORT_MODES).default('both'),
  /** Reports the results without writing them. */
  dry_run: z.boolean().default(false),
})
export type ImportStart = z.input<typeof ImportStart>

const OfSheet = z.object({ resource: z.enum(IMPORTED_RESOURCES), sheet: Id })
const tag = 'tasks'

export const uploadSheet = operation({
  id: 'uploadSheet',
  method: 'POST',
  path: '/imports/:resource',
  isRepeatable: true,
  tag,
  summary: 'Upload a CSV or XLSX file for an import; nothing is imported yet',
  access: 'signed-in',
  params: OfSheet.omit({ sheet: true }),
  body: z.object({ file: z.unknown() }),
  bodyType: 'multipart/form-data',
  ok: { status: 201, description: 'The columns and first rows of the file.', schema: ImportSheet },
  errors: ['validation', 'file_unreadable', 'body_too_large', 'unsupported_media_type', 'forbidden'],
})

export const startImport = operation({
  id: 'startImport',
  method: 'POST',
  path: '/imports/:resource/:sheet/start',
  tag,
  summary: 'Import the rows of an uploaded file, or preview the result',
  access: 'signed-in',
  params: OfSheet,
  body: ImportStart,
  ok: { status: 202, description: 'The task. Poll it for its progress.', schema: Task },
  errors: ['not_found', 'validation', 'forbidden'],
})

export const downloadRejected = operation({
  id: 'downloadRejected',
  method: 'GET',
  path: '/tasks/:id/rejected',
  tag,
  summary: 'Download the rejected rows of an import as CSV, with the errors of each row',
  access: 'signed-in',
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The rejected rows.', type: 'text/csv' },
  errors: ['not_found'],
})
