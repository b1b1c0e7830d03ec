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
import { IMPORT_KEYS } from '../../../../contract/core/import-keys'
import { IMPORT_FILE_MAX_BYTES, IMPORT_PREVIEW_ROWS } from '../../../../contract/core/limits/files'
import type { ImportedResource } from '../../../../contract/core/vocabulary'
import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import { inTransaction } from '../../../db/transaction'
import { admit } from '../../../http/admit'
import type { Context } from '../../../kernel/context'
import { Refusal, invalid, invalidAt } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import { brokenForm, uploadName } from '../../../http/upload'
import { changeOnce } from '../../../http/idempotency'
import { insertSheet, insertSheetRows, insertSheetTargets, readColumn, readSheet } from '../repository/sheets'
import { insertTask } from '../repository/tasks'
import { ownerOf, readOwn } from '../access'
import { leaveTask, type Deps } from '../slice'
import { viewOf } from '../view'
import { guessColumns, targetsOf } from './columns'
import { dateNote, dateOrderOf, isDateField, looksLikeDates } from './date-order'
import { fromHeadings } from './headings'
import { readCsv } from './read-csv'
import { isWorkbook, readXlsx } from './read-xlsx'
import { rejectedCsv } from './rejected'
import { tableOf, type Table } from './table'

/** Rows stored by one statement. */
const ROWS_PER_INSERT = 500

/** Routes for uploading a table of records, mapping its columns, a dry run, the import, and the rejected rows. */
export async function importRoutes(app: FastifyInstance, { db, storeOf }: Deps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: IMPORT_FILE_MAX_BYTES, files: 1, fields: 5, parts: 6 } })
    serve(scope, uploadSheet, async ({ params, request, context }) => {
      const { resource } = params
      admit(context.actor, 'import', resource)
      const { bytes, fileName } = await receive(request)
      const { entity } = storeOf(resource)
      const targets = targetsOf(entity)
      const namedColumns = (header: readonly string[]) => guessColumns(resource, targets, header)
      const notes: ImportNote[] = []
      const rows = isWorkbook(bytes) ? readXlsx(bytes) : readCsv(bytes, notes)
      const table = await tableOf(fromHeadings(rows, namedColumns, notes), notes)
      const sheet = await storeTable(db, resource, fileName, table, context)
      const columns = namedColumns(sheet.header)
      // The user may still map a column that nothing is guessed for.
      const hasDates = (target: string | null, place: number) =>
        target === null ? looksLikeDates(table, place) : isDateField(entity, target)
      const dates = columns.flatMap((target, place) => (hasDates(target, place) ? (dateNote(table, place) ?? []) : []))
      return { ...sheet, targets, columns, key: IMPORT_KEYS[resource], notes: [...notes, ...dates] }
    })
  })

  serve(app, startImport, ({ params, body, context }) => {
    const { resource, sheet: sheetId } = params
    admit(context.actor, 'import', resource)
    return changeOnce(db, context, async (tx) => {
      const sheet = await readSheet(tx, sheetId)
      if (!sheet || sheet.resource !== resource || sheet.user_id !== context.actor.id)
        throw new Refusal('not_found', sentence`The uploaded file is no longer stored. Upload it again.`)
      const { entity } = storeOf(resource)
      const columns = checkedColumns(
        body.columns,
        targetsOf(entity).map(({ name }) => name),
      )
      const monthFirst: string[] = []
      for (const [place, target] of columns.entries()) {
        if (target === null || !isDateField(entity, target)) continue
        if (dateOrderOf(await readColumn(tx, sheetId, place)) === 'month_first') monthFirst.push(target)
      }
      const id = await insertTask(tx, {
        ...ownerOf(context),
        kind: 'import',
        resource,
        request: { action: 'import', sheet_id: sheetId, columns, mode: body.mode, month_first: monthFirst },
        source: sheet.file_name,
        dryRun: body.dry_run,
        total: sheet.row_count,
      })
      const key = IMPORT_KEYS[resource]
      const place = columns.indexOf(key)
      const table = resource.replaceAll('-', '_')
      const keyColumn = key === null || place === -1 ? null : { place, table, column: key }
      await insertSheetTargets(tx, id, sheetId, keyColumn, repeated(key ?? ''))
      await leaveTask(tx, id)
      return viewOf(await readOwn(tx, id, context))
    })
  })

  serve(app, downloadRejected, async ({ params, context, reply }) => {
    const task = await readOwn(db, params.id, context)
    const sheet = task.request.action === 'import' ? await readSheet(db, task.request.sheet_id) : undefined
    if (!sheet) throw new Refusal('not_found', sentence`The uploaded file is no longer stored. Upload it again.`)
    // A user who may no longer import these records may not download them either.
    admit(context.actor, 'import', sheet.resource)
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="rejected.csv"')
    return Readable.from(rejectedCsv(db, task.id, sheet, context.language), { objectMode: false })
  })
}

const repeated = (key: string) => {
  const detail = sentence`A row above has this value already. Keep one of them.`
  return { code: 'validation', detail, errors: [{ pointer: `/${key}`, code: 'already_exists', detail }] }
}

async function receive(request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string }> {
  const part = await request.file().catch(brokenForm)
  if (!part) throw invalidAt('file', sentence`Choose a CSV or XLSX file.`)
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') return brokenForm(error)
    throw new Refusal(
      'body_too_large',
      sentence`The file may have at most ${IMPORT_FILE_MAX_BYTES / 1024 / 1024} MiB. Split it.`,
    )
  })
  return { bytes, fileName: uploadName(part.filename, 'import.csv') }
}

/** Stores the rows of a file. @returns the preview of the import */
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

/** Refuses unknown columns, and two columns for one field. @throws Refusal validation */
function checkedColumns(columns: readonly (string | null)[], targets: readonly string[]): (string | null)[] {
  const issues = columns.flatMap((target, index) => {
    if (target === null) return []
    const path = `columns.${index}`
    if (!targets.includes(target)) return [{ path, message: sentence`There is no field "${target}".` }]
    return columns.indexOf(target) === index
      ? []
      : [{ path, message: sentence`Two columns are imported into "${target}". Leave one out.` }]
  })
  if (columns.every((target) => target === null))
    issues.push({ path: 'columns', message: sentence`Choose the field of at least one column.` })
  if (issues.length > 0) throw invalid(issues)
  return [...columns]
}
