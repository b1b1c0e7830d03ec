import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { parseFilterKey } from '../../contract/filter'
import { EXACT_TOTAL_ROWS } from '../../contract/limits'
import type { ListRequest, Page, Total } from '../../contract/list'
import type { Db } from '../db/database'
import type { Reader } from '../db/transaction'
import { Refusal, invalid } from '../http/refusal'
import { isI18n } from './columns'
import { searched } from './search'
import { withoutOwnColumn, type Row, type StoreOptions, type Values } from './store-options'
import type { TotalCache } from './total-cache'
import { conditions } from './where'

/** Reads the records of one resource: a page of a list, or one. */
export function createReader(options: StoreOptions, db: Db, totals: TotalCache) {
  const { entity, table } = options
  const shape = entity.record.shape as z.ZodRawShape
  const tableRef = sql.table(table)
  // Written out once, rather than compiled from forty names into every query.
  const columnless = withoutOwnColumn(options)
  const own = Object.keys(shape).filter((name) => !columnless.includes(name))
  const ownNames = own.map((name) => `t."${name}"`)
  const columns = sql.raw(ownNames.join(', '))
  const otherNames = Object.entries(options.elsewhere ?? {}).map(([name, expression]) => `(${expression}) as "${name}"`)
  const whole = sql.raw([...ownNames, ...otherNames].join(', '))

  /** @throws Refusal validation on the fields of the filter */
  function readFilter(filter: Values): Values {
    const parsed = entity.filter.safeParse(filter)
    if (parsed.success) return withAssumed(parsed.data, options.assumed)
    throw invalid(
      parsed.error.issues.map((issue) => ({ path: `filter.${issue.path.join('.')}`, message: issue.message })),
    )
  }

  const totalOf = (filter: Values): Promise<Total> =>
    totals.get(table, JSON.stringify(filter), async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select 1 from ${tableRef} t ${whereOf(filter)} limit ${EXACT_TOTAL_ROWS + 1}
        ) counted`.execute(db)
      return rows[0]?.count ?? 0
    })

  async function list(request: ListRequest): Promise<Page<Row>> {
    const filter = readFilter(request.filter)
    const where = whereOf(filter)
    const order = orderOf(request)
    // The page is cut from ids alone, which an index can give; only its own rows are read whole.
    const { rows } = await sql<Row>`
      select ${whole} from (
        select t.id from ${tableRef} t ${where} order by ${order} limit ${request.limit} offset ${request.offset}
      ) page join ${tableRef} t on t.id = page.id order by ${order}`.execute(db)
    const total = lastPage(request, rows.length) ?? totalOf(filter)
    const [counted] = await Promise.all([total, options.complete?.(db, rows)])
    return { rows, total: counted }
  }

  /** @param lock how the record is kept from others until the transaction ends. @throws Refusal not_found */
  async function get(reader: Reader, id: string, lock?: 'update' | 'no key update'): Promise<Row> {
    const isSplit = lock !== undefined && otherNames.length > 0
    // Whoever waits for a lock sees the row as it is then, but other tables as they were when the statement began:
    // what is kept there is read by a statement of its own, once the row is held.
    if (isSplit) await sql`select from ${tableRef} t where t.id = ${id} ${sql.raw(`for ${lock}`)}`.execute(reader)
    const { rows } = await sql<Row>`
      select ${whole} from ${tableRef} t where t.id = ${id} ${sql.raw(lock && !isSplit ? `for ${lock}` : '')}`.execute(
      reader,
    )
    return completed(reader, rows)
  }

  /** The record that was read, with what no table holds. @throws Refusal not_found */
  async function completed(reader: Reader, rows: Row[]): Promise<Row> {
    const row = rows[0]
    if (!row) throw new Refusal('not_found', `There is no such record in ${entity.resource}.`)
    await options.complete?.(reader, rows)
    await options.completeOne?.(reader, row)
    return row
  }

  function whereOf(filter: Values): RawBuilder<unknown> {
    const parts = conditions(filter, shape, options.filters ?? {}, options.search ?? searched)
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

  /** How many records a filter of lists finds. @throws Refusal validation on the fields of the filter */
  const count = async (filter: Values): Promise<Total> => totalOf(readFilter(filter))

  return { columns, list, count, get, completed }
}

/** The filter with what is assumed of the fields that it does not speak of; who names records gets them. */
function withAssumed(filter: Values, assumed: Values = {}): Values {
  const named = new Set(Object.keys(filter).map((key) => parseFilterKey(key).field))
  const missing = named.has('id') ? [] : Object.entries(assumed).filter(([field]) => !named.has(field))
  return missing.length === 0 ? filter : { ...Object.fromEntries(missing), ...filter }
}

/** A page with room left is the last one, and its rows count themselves. */
function lastPage({ offset, limit }: ListRequest, rows: number): Total | undefined {
  return rows < limit && (rows > 0 || offset === 0) ? { count: offset + rows, exact: true } : undefined
}
