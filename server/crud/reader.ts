import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { EXACT_TOTAL_ROWS } from '../../contract/limits'
import type { ListRequest, Page } from '../../contract/list'
import type { Db } from '../db/database'
import type { Reader } from '../db/transaction'
import { Refusal, invalid } from '../http/refusal'
import { isI18n } from './columns'
import type { Row, StoreOptions, Values } from './store-options'
import type { TotalCache } from './total-cache'
import { conditions, contains, folded } from './where'

/** Reads the records of one resource: a page of a list, or one. */
export function createReader(options: StoreOptions, db: Db, totals: TotalCache) {
  const { entity, table } = options
  const shape = entity.record.shape as z.ZodRawShape
  const tableRef = sql.table(table)
  const columns = sql.join(
    Object.keys(shape)
      .filter((name) => !options.withoutColumn?.includes(name))
      .map((name) => sql.ref(`t.${name}`)),
  )

  async function list(request: ListRequest): Promise<Page<Row>> {
    const parsed = entity.filter.safeParse(request.filter)
    if (!parsed.success)
      throw invalid(
        parsed.error.issues.map((issue) => ({ path: `filter.${issue.path.join('.')}`, message: issue.message })),
      )
    const filter = parsed.data
    const where = whereOf(filter)
    const order = orderOf(request)
    // The page is cut from ids alone, which an index can give; only its own rows are read whole.
    const page = sql<Row>`
      select ${columns} from (
        select t.id from ${tableRef} t ${where} order by ${order} limit ${request.limit} offset ${request.offset}
      ) page join ${tableRef} t on t.id = page.id order by ${order}`.execute(db)
    const total = totals.get(table, JSON.stringify(filter), async () => {
      const counted = await sql<{ count: number }>`
        select count(*) as count from (select 1 from ${tableRef} t ${where} limit ${EXACT_TOTAL_ROWS + 1}) counted`.execute(
        db,
      )
      return counted.rows[0]?.count ?? 0
    })
    const [{ rows }, counted] = await Promise.all([page, total])
    await options.complete?.(db, rows)
    return { rows, total: counted }
  }

  async function get(reader: Reader, id: string): Promise<Row> {
    const { rows } = await sql<Row>`select ${columns} from ${tableRef} t where t.id = ${id}`.execute(reader)
    const row = rows[0]
    if (!row) throw new Refusal('not_found', `There is no such record in ${entity.resource}.`)
    await options.complete?.(reader, rows)
    await options.completeOne?.(reader, row)
    return row
  }

  function whereOf(filter: Values): RawBuilder<unknown> {
    const search = options.search ?? ((words: string) => sql<boolean>`t.search_text like ${contains(folded(words))}`)
    const parts = conditions(filter, shape, options.filters ?? {}, search)
    return parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`
  }

  function orderOf({ sort, language }: ListRequest): RawBuilder<unknown> {
    const field = sort.field === 'id' || entity.sortable.includes(sort.field) ? sort.field : null
    if (field === null)
      throw invalid([
        { path: 'sort', message: `Cannot sort by "${sort.field}". Sort by one of: ${entity.sortable.join(', ')}.` },
      ])
    const direction = sql.raw(sort.order === 'ASC' ? 'asc' : 'desc')
    if (field === 'id') return sql`t.id ${direction}`
    const column = sql.ref(`t.${field}`)
    if (!isI18n(shape[field] as z.ZodType)) return sql`${column} ${direction}, t.id ${direction}`
    const words = language === 'en' ? sql`${column}->>'en'` : sql`coalesce(${column}->>${language}, ${column}->>'en')`
    return sql`(${words}) ${direction}, t.id ${direction}`
  }

  return { list, get }
}
