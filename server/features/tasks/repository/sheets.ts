import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ImportedResource } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import { storable } from '../../../db/storable'
import type { Reader, Tx } from '../../../db/transaction'

export { readCompanyCurrency } from '../../../kernel/prices'
export { readCompanyCountry } from '../../../kernel/phones'

interface NewSheet {
  resource: ImportedResource
  fileName: string
  userId: string | null
  header: readonly string[]
}

export interface StoredSheet {
  id: string
  resource: ImportedResource
  file_name: string
  header: string[]
  row_count: number
}

interface SheetRow {
  line: number
  cells: string[]
}

export async function insertSheet(tx: Tx, { resource, fileName, userId, header }: NewSheet): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into import_sheets (id, resource, file_name, user_id, header, row_count)
    values (${id}, ${resource}, ${fileName}, ${userId}, ${JSON.stringify(storable(header))}::jsonb, 0)`.execute(tx)
  return id
}

/** Appends rows to a sheet. */
export async function insertSheetRows(
  tx: Tx,
  sheetId: string,
  first: number,
  rows: readonly SheetRow[],
): Promise<void> {
  const numbered = rows.map((row, index) => ({ ...row, position: first + index }))
  await sql`
    insert into import_rows (sheet_id, position, line, cells)
    select ${sheetId}, position, line, cells
    from jsonb_to_recordset(${JSON.stringify(storable(numbered))}::jsonb) as r (position int, line int, cells jsonb)`.execute(
    tx,
  )
  await sql`update import_sheets set row_count = ${first + rows.length} where id = ${sheetId}`.execute(tx)
}

export async function readSheet(
  reader: Reader,
  id: string,
): Promise<(StoredSheet & { user_id: string | null }) | undefined> {
  const { rows } = await sql<StoredSheet & { user_id: string | null }>`
    select id, resource, file_name, header, row_count, user_id from import_sheets where id = ${id}`.execute(reader)
  return rows[0]
}

/** Returns the cells of rows by their position. */
export async function readCells(tx: Tx, sheetId: string, from: number, limit: number): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ position: number; cells: string[] }>`
    select position, cells from import_rows
    where sheet_id = ${sheetId} and position >= ${from} and position < ${from + limit}`.execute(tx)
  return new Map(rows.map(({ position, cells }) => [position, cells]))
}

/** Returns the cells of a column that contain a slash, in the order of the rows. */
export async function readColumn(tx: Tx, sheetId: string, place: number): Promise<string[]> {
  const { rows } = await sql<{ cell: string }>`
    select cells->>${place}::int as cell from import_rows
    where sheet_id = ${sheetId} and cells->>${place}::int like '%/%' order by position`.execute(tx)
  return rows.map(({ cell }) => cell)
}

/** Column that identifies the record of a row. */
interface KeyColumn {
  /** Position in the sheet. */
  place: number
  /** Table of the records. */
  table: string
  column: string
}

/**
 * Inserts the rows of a sheet as targets of a task. Rows that repeat the key of an earlier row are marked as `problem`: the
 * same text, or a text in another case that no record has literally.
 */
export async function insertSheetTargets(
  tx: Tx,
  taskId: string,
  sheetId: string,
  key: KeyColumn | null,
  problem: object,
): Promise<void> {
  const cell = sql`coalesce(cells->>${key?.place ?? 0}::int, '')`
  const known = key && sql`select from ${sql.table(key.table)} where ${sql.ref(key.column)} = trim(${cell})`
  const named = known && sql`case when exists (${known}) then trim(${cell}) else upper(trim(${cell})) end`
  const isRepeated =
    named && sql`trim(${cell}) <> '' and row_number() over (partition by ${named} order by position) > 1`
  await sql`
    insert into task_rows (task_id, position, line, label, problem)
    select ${taskId}, position, line, ${cell},
      case when ${isRepeated ?? sql`false`} then ${JSON.stringify(problem)}::jsonb end
    from import_rows where sheet_id = ${sheetId}`.execute(tx)
}

/** Yields the rows that a task refused with their problems, page by page. */
export async function refusedRows(
  db: Db,
  taskId: string,
  sheetId: string,
  after: number,
  limit: number,
): Promise<
  {
    position: number
    line: number
    cells: string[]
    problem: { detail?: string; errors?: { pointer: string; code: string; detail: string }[] }
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof refusedRows>>[number]>`
    select t.position, r.line, r.cells, t.problem
    from task_rows t join import_rows r on r.sheet_id = ${sheetId} and r.position = t.position
    where t.task_id = ${taskId} and t.outcome = 'refused' and t.position > ${after}
    order by t.position limit ${limit}`.execute(db)
  return rows
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the id of the record with this id or name, as written or else in capitals. Table and column are constants of the
 * code, never input of a caller.
 */
export async function findNamed(tx: Tx, table: string, column: string | null, name: string): Promise<string | null> {
  if (!ID.test(name) && column === null) return null
  const named = sql.ref(ID.test(name) ? 'id' : (column ?? 'id'))
  const names = ID.test(name) ? sql`${name}` : sql`${name}, ${name.toUpperCase()}`
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${named} in (${names}) order by ${named} = ${name} desc limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** Deletes sheets uploaded before a time. */
export async function forgetSheets(db: Db, before: Date): Promise<void> {
  await sql`delete from import_sheets where created_at < ${before.toISOString()}`.execute(db)
}
