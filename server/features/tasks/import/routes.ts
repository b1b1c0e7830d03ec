import multipart from '@fastify/multipart'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  downloadRejected,
  startImport,
  uploadSheet,
  type ImportNote,
  type ImportSheet,
} from '../../../../contract/operations/imports'
import {
  IMPORT_FILE_MAX_BYTES,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
  IMPORT_PREVIEW_ROWS,
} from '../../../../contract/core/limits'
import { unstorable } from '../../../../contract/core/unstorable'
import type { ImportedResource } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import { inTransaction } from '../../../db/transaction'
import { admit } from '../../../http/admit'
import type { Context } from '../../../http/context'
import { Refusal, invalid, invalidAt } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import { brokenForm, uploadName } from '../../../http/upload'
import { insertSheet, insertSheetRows, insertSheetTargets, readSheet } from '../repository/sheets'
import { insertTask } from '../repository/tasks'
import { ownerOf, readOwn } from '../own'
import { leaveTask, type Deps } from '../slice'
import { viewOf } from '../view'
import { KEYS, guessColumns, targetsOf } from './columns'
import { fromHeadings } from './headings'
import { readCsv, type SheetRow } from './read-csv'
import { isWorkbook, readXlsx } from './read-xlsx'
import { rejectedCsv } from './rejected'

/** Rows that are stored at a time. */
const ROWS_PER_INSERT = 500

/** Tables of records: sent, looked at, tried, imported, and what was refused taken away to be mended. */
export async function importRoutes(app: FastifyInstance, { db, storeOf }: Deps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: IMPORT_FILE_MAX_BYTES, files: 1, fields: 5, parts: 6 } })
    serve(scope, uploadSheet, async ({ params, request, context }) => {
      const { resource } = params
      admit(context.actor, 'import', resource)
      const { bytes, fileName } = await receive(request)
      const targets = targetsOf(storeOf(resource).entity)
      const namedColumns = (header: readonly string[]) => guessColumns(resource, targets, header)
      const notes: ImportNote[] = []
      const rows = isWorkbook(bytes) ? readXlsx(bytes) : readCsv(bytes, notes)
      const table = await tableOf(fromHeadings(rows, namedColumns, notes), notes)
      const sheet = await storeTable(db, resource, fileName, table, context)
      return { ...sheet, targets, columns: namedColumns(sheet.header), key: KEYS[resource], notes }
    })
  })

  serve(app, startImport, ({ params, body, context }) => {
    const { resource, sheet: sheetId } = params
    admit(context.actor, 'import', resource)
    return inTransaction(db, async (tx) => {
      const sheet = await readSheet(tx, sheetId)
      if (!sheet || sheet.resource !== resource || sheet.user_id !== context.actor.id)
        throw new Refusal('not_found', 'The file is not there any more. Send it again.')
      const columns = checkedColumns(
        body.columns,
        targetsOf(storeOf(resource).entity).map(({ name }) => name),
      )
      const id = await insertTask(tx, {
        ...ownerOf(context),
        kind: 'import',
        resource,
        request: { action: 'import', sheet_id: sheetId, columns, mode: body.mode },
        source: sheet.file_name,
        dryRun: body.dry_run,
        total: sheet.row_count,
      })
      const key = KEYS[resource]
      const place = key === null ? -1 : columns.indexOf(key)
      await insertSheetTargets(tx, id, sheetId, place === -1 ? null : place, repeated(key ?? ''))
      await leaveTask(tx, id)
      return viewOf(await readOwn(tx, id, context))
    })
  })

  serve(app, downloadRejected, async ({ params, context, reply }) => {
    const task = await readOwn(db, params.id, context)
    const sheet = task.request.action === 'import' ? await readSheet(db, task.request.sheet_id) : undefined
    if (!sheet) throw new Refusal('not_found', 'The file is not there any more. Send it again.')
    // Who might send these rows may have them back; a role that has fallen takes no table of them away.
    admit(context.actor, 'import', sheet.resource)
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="rejected.csv"')
    return Readable.from(rejectedCsv(db, task.id, sheet, context.language), { objectMode: false })
  })
}

const repeated = (key: string) => {
  const detail = 'A row above has this value already. Keep one of them.'
  return { code: 'validation', detail, errors: [{ pointer: `/${key}`, code: 'already_exists', detail }] }
}

async function receive(request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string }> {
  const part = await request.file().catch(brokenForm)
  if (!part) throw invalidAt('file', 'Choose a CSV or XLSX file.')
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') return brokenForm(error)
    throw new Refusal('body_too_large', `The file may have ${IMPORT_FILE_MAX_BYTES / 1024 / 1024} MiB. Split it.`)
  })
  return { bytes, fileName: uploadName(part.filename, 'import.csv') }
}

interface Table {
  header: string[]
  /** Each without the blank cells beyond the header. */
  rows: SheetRow[]
}

/**
 * Reads the header and the rows of a file.
 * @throws Refusal file_unreadable on characters that cannot be stored, validation without rows or with too many
 */
async function tableOf(rows: AsyncIterable<SheetRow>, notes: ImportNote[]): Promise<Table> {
  let header: string[] | undefined
  const found: SheetRow[] = []
  const unnamed = { first: 0, count: 0 }
  for await (const row of rows) {
    if (unstorable(row.cells))
      throw new Refusal(
        'file_unreadable',
        `Line ${row.line} holds a character that is no text. Take it out, or save the file as CSV in UTF-8.`,
      )
    if (!header) {
      header = withoutBlankEnd(row.cells, 0).map((cell) => cell.trim())
      continue
    }
    const cells = withoutBlankEnd(row.cells, header.length)
    found.push({ ...row, cells })
    const values = header.filter((heading, place) => heading === '' && !isBlank(cells[place] ?? '')).length
    if (values > 0) unnamed.first ||= row.line
    unnamed.count += values
    if (found.length > IMPORT_MAX_ROWS)
      throw invalidAt('file', `One import takes ${IMPORT_MAX_ROWS} rows. Split the file.`)
  }
  if (!header || found.length === 0)
    throw invalidAt('file', 'The file has no rows below its headings. Choose another one.')
  if (header.length > IMPORT_MAX_COLUMNS)
    throw invalidAt('file', `A file may have ${IMPORT_MAX_COLUMNS} columns. Leave some out.`)
  if (unnamed.count > 0) notes.push({ code: 'unnamed_columns', line: unnamed.first, count: unnamed.count })
  return { header, rows: found }
}

const isBlank = (cell: string): boolean => cell.trim() === ''

/** The cells without the blank ones at their end, except the first `columns`. */
const withoutBlankEnd = (cells: readonly string[], columns: number): string[] =>
  cells.slice(0, Math.max(columns, cells.findLastIndex((cell) => !isBlank(cell)) + 1))

/** Stores the rows of a file. @returns what the console shows of it before it is imported */
async function storeTable(
  db: Db,
  resource: ImportedResource,
  fileName: string,
  { header, rows }: Table,
  context: Context,
): Promise<Omit<ImportSheet, 'columns' | 'targets' | 'key' | 'notes'>> {
  const id = await inTransaction(db, (tx) => insertSheet(tx, { resource, fileName, userId: context.actor.id, header }))
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT) {
    const some = rows.slice(first, first + ROWS_PER_INSERT)
    await inTransaction(db, (tx) => insertSheetRows(tx, id, first, some))
  }
  const shown = rows.slice(0, IMPORT_PREVIEW_ROWS).map(({ cells }) => cells)
  return { id, resource, file_name: fileName, header, rows: shown, row_count: rows.length }
}

/** @throws Refusal validation on a column that no field has, or that two columns are */
function checkedColumns(columns: readonly (string | null)[], targets: readonly string[]): (string | null)[] {
  const issues = columns.flatMap((target, index) => {
    if (target === null) return []
    const path = `columns.${index}`
    if (!targets.includes(target)) return [{ path, message: `There is no field "${target}".` }]
    return columns.indexOf(target) === index ? [] : [{ path, message: `Two columns are "${target}". Leave one out.` }]
  })
  if (columns.every((target) => target === null))
    issues.push({ path: 'columns', message: 'Say what at least one column is.' })
  if (issues.length > 0) throw invalid(issues)
  return [...columns]
}
