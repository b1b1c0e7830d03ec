import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type ExportRequest, exportRecords, type ExportColumn } from '../../../contract/exports'
import { EXPORT_PAGE_ROWS } from '../../../contract/limits'
import { may } from '../../../contract/permissions'
import type { Resource } from '../../../contract/vocabulary'
import type { Store } from '../../crud/store'
import type { Row } from '../../crud/store-options'
import { audit } from '../../db/audit'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { BYTE_ORDER_MARK, csvLine } from '../../documents/csv'
import { xlsxOf, type SheetCell } from '../../documents/xlsx'
import { admit } from '../../http/admit'
import type { Context } from '../../http/context'
import { invalid } from '../../http/refusal'
import { serve } from '../../http/serve'
import { cellOf, isMoment, momentIn, plainCell, type Telling } from './cells'
import { namesOf } from './names'
import { readCompanyCurrency } from './repository'

interface Deps {
  db: Db
  storeOf: (resource: Resource) => Store
}

type Wish = z.output<typeof ExportRequest>

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Lists as files. Rows are read and sent a page at a time, so that a file of any length takes little memory. */
export function exportRoutes(app: FastifyInstance, { db, storeOf }: Deps): void {
  serve(app, exportRecords, async ({ params, body, context, reply }) => {
    const { resource } = params
    admit(context.actor, 'export', resource)
    const store = storeOf(resource)
    const columns = columnsOf(store, body.columns)
    const names = namesOf(storeOf, (other) => may(context.actor.role, 'list', other))
    const telling: Telling = {
      language: context.language,
      moment: momentIn(body.timezone),
      currency: await readCompanyCurrency(db),
      nameOf: names.nameOf,
    }
    const cells = (row: Row): SheetCell[] =>
      columns.map((column) => cellOf(row, column, shapeOf(store)[column.field], telling))
    const pages = pagesOf(db, store, body, columns, context)
    // The first page is read before anything is sent, so that a wrong filter is still told as what it is.
    const first = await pages.next()
    async function* tables(): AsyncGenerator<SheetCell[][]> {
      try {
        for (let page = first; !page.done; page = await pages.next()) {
          await names.learn(columns, page.value)
          yield page.value.map(cells)
        }
      } finally {
        await pages.return(undefined)
      }
    }
    const headings = columns.map(({ field, label = field }) =>
      isMoment(shapeOf(store)[field]) ? `${label} (${body.timezone})` : label,
    )
    const day = context.now().toISOString().slice(0, 10)
    reply
      .type(TYPES[body.format])
      .header('content-disposition', `attachment; filename="${resource}-${day}.${body.format}"`)
    return body.format === 'xlsx'
      ? xlsxOf(headings, tables(), context.now())
      : Readable.from(csvOf(headings, tables()), { objectMode: false })
  })
}

async function* csvOf(headings: string[], tables: AsyncIterable<SheetCell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(headings)
  for await (const rows of tables) yield rows.map((cells) => csvLine(cells.map(plainCell))).join('')
}

/** Page after page of all that matches; the history says in the end how many rows left the house. */
async function* pagesOf(
  db: Db,
  store: Store,
  { filter, sort: [field, order], format }: Wish,
  columns: readonly ExportColumn[],
  context: Context,
): AsyncGenerator<Row[]> {
  const request = { filter, sort: { field, order }, offset: 0, limit: EXPORT_PAGE_ROWS, language: context.language }
  let [rows, isBegun] = [0, false]
  try {
    let place: Awaited<ReturnType<Store['pageAfter']>>['next'] = null
    do {
      const page = await store.pageAfter(place, request)
      isBegun = true
      rows += page.rows.length
      yield page.rows
      place = page.next
    } while (place !== null)
  } finally {
    if (isBegun)
      await inTransaction(db, (tx) =>
        audit(tx, context, {
          action: `${store.entity.resource.replaceAll('-', '_')}.exported`,
          entity: null,
          changes: [
            { field: 'rows', old: null, new: rows },
            { field: 'columns', old: null, new: columns.map((column) => column.field) },
            { field: 'filter', old: null, new: filter },
            { field: 'format', old: null, new: format },
          ],
        }),
      )
  }
}

const shapeOf = (store: Store) => store.entity.record.shape as Readonly<Record<string, z.ZodType | undefined>>

/** @throws Refusal validation on each column that is no field */
function columnsOf(store: Store, wanted: readonly ExportColumn[] | undefined): readonly ExportColumn[] {
  const shape = shapeOf(store)
  const columns: readonly ExportColumn[] = wanted ?? Object.keys(shape).map((field) => ({ field }))
  const issues = columns.flatMap(({ field, currency }, index) =>
    [field, ...(currency === undefined ? [] : [currency])]
      .filter((name) => !Object.hasOwn(shape, name))
      .map((name) => ({ path: `columns.${index}.field`, message: `There is no field "${name}".` })),
  )
  if (issues.length > 0) throw invalid(issues)
  return columns
}
