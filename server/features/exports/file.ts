import { happenedTo } from '../../../contract/core/events'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { ExportColumn, ExportRequest } from '../../../contract/operations/exports'
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/core/csv'
import { Id } from '../../../contract/core/scalars'
import { EXPORT_PAGE_ROWS } from '../../../contract/core/limits/files'
import { hasRight, may } from '../../../contract/core/permissions'
import { isNamedByPerson, isPersonal } from '../../../contract/core/personal-data'
import type { Resource, Role } from '../../../contract/core/vocabulary'
import { sentence } from '../../../contract/core/sentence'
import type { RecordSelection } from '../../crud/reader'
import type { Store } from '../../crud/store'
import type { Row } from '../../crud/store-options'
import { audit } from '../../kernel/audit'
import type { Db } from '../../db/database'
import type { Tx } from '../../db/transaction'
import { xlsxOf, type SheetCell } from '../../documents/xlsx'
import { admit, admitFields, roleOf } from '../../http/admit'
import type { Actor, Context } from '../../kernel/context'
import { invalid } from '../../http/refusal'
import { cellOf, headingOf, momentIn, plainCell, type CellContext } from './cells'
import { readCompanyCurrency } from '../../kernel/prices'

/** Size at which the cache of names is cleared, so that a file of any length needs little memory. */
const CACHED_NAMES_MAX = 20_000

/** Rows that are written between two turns of the event loop. */
const ROWS_PER_TURN = 100

export interface Deps {
  db: Db
  storeOf: (resource: Resource) => Store
}

export type ExportRequestBody = z.output<typeof ExportRequest>

/** A list that is ready to be written into a file. */
export interface OpenList {
  resource: Resource
  request: ExportRequestBody
  columns: readonly ExportColumn[]
  headings: readonly string[]
  /** Rows as cells, a part of a page at a time, so that a list of any length needs little memory. */
  pages: AsyncGenerator<SheetCell[][]>
  context: Context
}

interface ListFile {
  name: string
  type: string
  content: Readable
}

interface Watch {
  /** Called repeatedly with the number of rows so far; an exception stops the file. */
  onRows?: (rows: number) => void
  /** Called with the number of rows that were read, also if not all were. The file ends after this. */
  onEnd?: (rows: number) => Promise<void>
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/**
 * Reads the first page of a list, so that an invalid filter is refused before the file begins.
 * @throws Refusal forbidden, validation
 */
export async function openList(
  { db, storeOf }: Deps,
  resource: Resource,
  requested: ExportRequestBody,
  context: Context,
): Promise<OpenList> {
  admit(context.actor, 'export', resource)
  const store = storeOf(resource)
  const role = roleOf(context.actor)
  const columns = columnsOf(store, requested.columns, context.actor)
  const names = namesOf(storeOf, (other) => may(role, 'list', other) && !(isNamedByPerson(other) && !takesNames(role)))
  const cellContext: CellContext = {
    language: context.language,
    moment: momentIn(requested.timezone),
    currency: await readCompanyCurrency(db),
    nameOf: names.nameOf,
  }
  const cells = (row: Row): SheetCell[] =>
    columns.map((column) => cellOf(row, column, shapeOf(store)[column.field], cellContext))
  const rows = rowsOf(store, requested, context)
  const first = await rows.next()
  async function* pages(): AsyncGenerator<SheetCell[][]> {
    for (let page = first; !page.done; page = await rows.next()) {
      await names.learn(columns, page.value)
      for (let start = 0; start < page.value.length; start += ROWS_PER_TURN) {
        if (start > 0) await setImmediate()
        yield page.value.slice(start, start + ROWS_PER_TURN).map(cells)
      }
    }
  }
  return {
    resource,
    request: requested,
    columns,
    headings: columns.map((column) =>
      headingOf(column, shapeOf(store)[column.field], { timezone: requested.timezone, language: context.language }),
    ),
    pages: pages(),
    context,
  }
}

/** Returns a file that is written while the list is read. */
export function fileOf({ resource, request: { format }, headings, pages, context }: OpenList, watch: Watch): ListFile {
  const now = context.now()
  const watched = watchedPages(pages, watch)
  return {
    name: `${resource}-${now.toISOString().slice(0, 10)}.${format}`,
    type: TYPES[format],
    content:
      format === 'xlsx'
        ? xlsxOf(headings, watched, now)
        : Readable.from(csvOf(headings, watched), { objectMode: false }),
  }
}

async function* watchedPages(
  pages: AsyncGenerator<SheetCell[][]>,
  { onRows, onEnd }: Watch,
): AsyncGenerator<SheetCell[][]> {
  let rows = 0
  try {
    for await (const page of pages) {
      rows += page.length
      yield page
      onRows?.(rows)
    }
  } finally {
    await onEnd?.(rows)
  }
}

async function* csvOf(headings: readonly string[], tables: AsyncIterable<SheetCell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(headings)
  for await (const rows of tables) yield rows.map((cells) => csvLine(cells.map(plainCell))).join('')
}

/** Yields all matching rows, page by page. */
async function* rowsOf(
  store: Store,
  requested: ExportRequestBody,
  { actor, language }: Context,
): AsyncGenerator<Row[]> {
  const [field, order] = requested.sort
  const role = roleOf(actor)
  const request = {
    filter: requested.filter,
    role,
    sort: { field, order },
    offset: 0,
    limit: EXPORT_PAGE_ROWS,
    language,
  }
  let place: Awaited<ReturnType<Store['pageAfter']>>['next'] = null
  do {
    const page = await store.pageAfter(place, request, selectionOf(requested))
    yield page.rows
    place = page.next
  } while (place !== null)
}

/** Returns the records that a request selects among those that its filter finds. */
export const selectionOf = ({ ids, except_ids }: ExportRequestBody): RecordSelection => ({ ids, exceptIds: except_ids })

const shapeOf = (store: Store) => store.entity.record.shape as Readonly<Record<string, z.ZodType | undefined>>

const takesNames = (role: Role): boolean => hasRight(role, 'export_personal_data')

/** Returns the columns, by default all that the role may export. @throws Refusal validation on unknown fields, forbidden */
function columnsOf(store: Store, wanted: readonly ExportColumn[] | undefined, actor: Actor): readonly ExportColumn[] {
  const shape = shapeOf(store)
  const { resource } = store.entity
  const all = () => Object.keys(shape).filter((field) => takesNames(roleOf(actor)) || !isPersonal(resource, field))
  const columns: readonly ExportColumn[] = wanted ?? all().map((field) => ({ field }))
  const issues = columns.flatMap(({ field, currency }, index) =>
    [field, ...(currency === undefined ? [] : [currency])]
      .filter((name) => !Object.hasOwn(shape, name))
      .map((name) => ({ path: `columns.${index}.field`, message: sentence`There is no field "${name}".` })),
  )
  if (issues.length > 0) throw invalid(issues)
  admitFields(
    actor,
    resource,
    columns.map(({ field }) => field),
  )
  return columns
}

/** Looks up the names of referenced records, a page at a time. Records that the reader may not see are shown as ids. */
function namesOf(storeOf: (resource: Resource) => Store, maySee: (resource: Resource) => boolean) {
  const known = new Map<string, string>()
  const keyOf = (resource: string, id: string) => `${resource}/${id}`

  async function learn(columns: readonly ExportColumn[], rows: readonly Row[]): Promise<void> {
    if (known.size > CACHED_NAMES_MAX) known.clear()
    for (const { field, reference } of columns) {
      if (reference === undefined || !maySee(reference)) continue
      const values = rows.flatMap((row) => [row[field]].flat())
      const ids = new Set(values.flatMap((value) => Id.safeParse(value).data ?? []))
      const wanted = [...ids].filter((id) => !known.has(keyOf(reference, id)))
      if (wanted.length === 0) continue
      for (const [id, label] of await storeOf(reference).labelsOf(wanted)) known.set(keyOf(reference, id), label)
    }
  }

  return { learn, nameOf: (resource: string, id: string) => known.get(keyOf(resource, id)) ?? id }
}

/** Records an export in the history, with its rows, columns, filter and format. */
export const noteExport = (
  tx: Tx,
  { resource, request: requested, columns, context }: OpenList,
  rows: number,
): Promise<void> =>
  audit(tx, context, {
    action: happenedTo(resource, 'exported'),
    entity: null,
    changes: [
      { field: 'rows', old: null, new: rows },
      { field: 'columns', old: null, new: columns.map(({ field }) => field) },
      { field: 'filter', old: null, new: requested.filter },
      { field: 'format', old: null, new: requested.format },
    ],
  })
