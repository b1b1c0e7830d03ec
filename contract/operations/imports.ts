import { z } from 'zod'
import { IMPORT_MAX_COLUMNS } from '../core/limits'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { Task } from './tasks'
import { IMPORTED_RESOURCES } from '../core/vocabulary'

/**
 * `separator_line` = `sep=;` above the table, `title_rows` = rows above its headings, `blank_rows` = rows without values,
 * `unnamed_columns` = values in columns without a heading. `dates_day_first`, `dates_month_first` = how the dates of a
 * column that are written with slashes are read, and `dates_ambiguous` = read with the day first, although its values do
 * not say so.
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
  /** The first of the lines, from 1. */
  line: z.int().min(1),
  count: z.int().min(1),
  /** Heading of the column; absent from a note about the whole file. */
  column: z.string().optional(),
})
export type ImportNote = z.output<typeof ImportNote>

/** A table that was sent, as far as it is shown before it is imported. */
export const ImportSheet = z.object({
  id: Id,
  resource: z.enum(IMPORTED_RESOURCES),
  file_name: z.string(),
  header: z.array(z.string()),
  /** The first rows. */
  rows: z.array(z.array(z.string())),
  row_count: z.int(),
  notes: z.array(ImportNote),
  /** For each column the field that it seems to be; null where none fits. */
  columns: z.array(z.string().nullable()),
  /** What columns can be: fields, with `name.fr` for a text in French. */
  targets: z.array(z.object({ name: z.string(), required: z.boolean() })),
  /** The field that tells which record a row is; null where each row makes a new one. */
  key: z.string().nullable(),
})
export type ImportSheet = z.output<typeof ImportSheet>

export const IMPORT_MODES = ['both', 'create', 'update'] as const

export const ImportStart = z.strictObject({
  /** For each column the field that it is; null leaves the column out. */
  columns: z.array(z.string().max(80).nullable()).max(IMPORT_MAX_COLUMNS),
  /** Whether rows make new records, change known ones, or both. */
  mode: z.enum(IMPORT_MODES).default('both'),
  /** Only say what would happen. */
  dry_run: z.boolean().default(false),
})
export type ImportStart = z.input<typeof ImportStart>

const OfSheet = z.object({ resource: z.enum(IMPORTED_RESOURCES), sheet: Id })
const tag = 'tasks'

export const uploadSheet = operation({
  id: 'uploadSheet',
  method: 'POST',
  path: '/imports/:resource',
  tag,
  summary: 'Send a CSV or XLSX file to be imported; nothing is imported yet',
  access: 'signed-in',
  params: OfSheet.omit({ sheet: true }),
  body: z.object({ file: z.unknown() }),
  bodyType: 'multipart/form-data',
  ok: { status: 201, description: 'Its columns and first rows.', schema: ImportSheet },
  errors: ['validation', 'file_unreadable', 'body_too_large', 'unsupported_media_type', 'forbidden'],
})

export const startImport = operation({
  id: 'startImport',
  method: 'POST',
  path: '/imports/:resource/:sheet/start',
  tag,
  summary: 'Import the rows of a file that was sent, or try what would happen',
  access: 'signed-in',
  params: OfSheet,
  body: ImportStart,
  ok: { status: 202, description: 'The task; read it again to follow it.', schema: Task },
  errors: ['not_found', 'validation', 'forbidden'],
})

export const downloadRejected = operation({
  id: 'downloadRejected',
  method: 'GET',
  path: '/tasks/:id/rejected',
  tag,
  summary: 'The rows of an import that were refused, as comma-separated values with what is wrong with each',
  access: 'signed-in',
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The rows.', type: 'text/csv' },
  errors: ['not_found'],
})
