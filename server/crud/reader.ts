import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { valuesOf, type FacetCount } from '../../contract/core/facets'
import { parseFilterKey } from '../../contract/core/filter'
import { EXACT_TOTAL_ROWS } from '../../contract/core/limits/requests'
import type { ListRequest, Page, Total } from '../../contract/core/list'
import type { Role } from '../../contract/core/vocabulary'
import { resourceName, sentence } from '../../contract/core/sentence'
import type { Db } from '../db/database'
import type { Reader } from '../db/transaction'
import { checkInput } from '../http/check-input'
import { Refusal, invalid, invalidAt, pointerOf, wrongInput } from '../http/refusal'
import { isI18n } from './columns'
import { searched } from './search'
import { withoutOwnColumn, type Row, type StoreOptions, type Values } from './store-options'
import type { TotalCache } from './total-cache'
import { conditions, type Condition } from './where'

/** Position after which a list continues. */
export interface ListPosition {
  /** Sort value of the last row, as text. */
  key: string | null
  id: string | null
  /** Whether the position is among the rows without a sort value. */
  inNulls: boolean
}

/** Limits a filter to records that were selected one by one, or to all except those that were deselected. */
export interface RecordSelection {
  ids?: readonly string[] | undefined
  exceptIds?: readonly string[] | undefined
}

interface Ordering {
  key: RawBuilder<unknown>
  startsWithNulls: boolean
  endsWithNulls: boolean
  after: (place: ListPosition) => Condition[]
}

/** Creates the reader of one resource: pages of lists, single records, counts. */
export function createReader<R extends Row>(options: StoreOptions<R>, db: Db, totals: TotalCache) {
  const { entity, table } = options
  const shape = entity.record.shape as z.ZodRawShape
  const tableRef = sql.table(table)
  // Built once: compiling forty names into every query would be slow.
  const columnless = withoutOwnColumn(options)
  const own = Object.keys(shape).filter((name) => !columnless.includes(name))
  const ownNames = own.map((name) => `t."${name}"`)
  const columns = sql.raw(ownNames.join(', '))
  const otherNames = Object.entries(options.elsewhere ?? {}).map(([name, expression]) => `(${expression}) as "${name}"`)
  const whole = sql.raw([...ownNames, ...otherNames].join(', '))

  /** A field of another table is filtered and sorted by the expression that reads it. */
  const columnOf = (field: string): RawBuilder<unknown> => {
    const expression = options.elsewhere?.[field]
    return expression === undefined ? sql.ref(`t.${field}`) : sql.raw(`(${expression})`)
  }

  const hiddenFrom = (role: Role): Values => options.hiddenFrom?.(role) ?? {}
  /** Replaces the fields that the role may not read. */
  const shownTo = (rows: R[], role: Role): R[] => {
    const hidden = hiddenFrom(role)
    return Object.keys(hidden).length === 0 ? rows : rows.map((row) => ({ ...row, ...hidden }))
  }

  /** @throws Refusal validation on the fields of the filter, also on those that the role may not read */
  function readFilter(filter: Values, role: Role): Values {
    const hidden = hiddenFrom(role)
    const unread = Object.keys(filter).filter((key) => parseFilterKey(key).field in hidden)
    if (unread.length > 0)
      throw invalid(
        unread.map((key) => ({
          path: `filter.${key}`,
          message: sentence`Your role may not read this field. Remove it from the filter.`,
        })),
      )
    const { data, issues } = checkInput(entity.filter, filter)
    if (issues === undefined) return withAssumed(data, options.assumed)
    const errors = issues.map(({ path, message }) => ({
      pointer: pointerOf(`filter.${path}`),
      code: 'invalid',
      detail: message,
    }))
    throw wrongInput('validation', errors)
  }

  const totalOf = (filter: Values, role: Role): Promise<Total> =>
    totals.get(table, JSON.stringify(options.visibleTo ? [filter, role] : filter), async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select 1 from ${tableRef} t ${whereOf(filter, role)} limit ${EXACT_TOTAL_ROWS + 1}
        ) counted`.execute(db)
      return rows[0]?.count ?? 0
    })

  async function list(request: ListRequest): Promise<Page<R>> {
    const filter = readFilter(request.filter, request.role)
    const where = whereOf(filter, request.role)
    const order = orderOf(request)
    // The page is cut from ids alone, which an index provides. Only its rows are read in full.
    const { rows } = await sql<R>`
      select ${whole} from (
        select t.id from ${tableRef} t ${where} order by ${order} limit ${request.limit} offset ${request.offset}
      ) page join ${tableRef} t on t.id = page.id order by ${order}`.execute(db)
    const total = lastPage(request, rows.length) ?? totalOf(filter, request.role)
    const [counted] = await Promise.all([total, options.afterRead?.(db, rows)])
    return { rows: shownTo(rows, request.role), total: counted }
  }

  /** @param lock mode in which the row is locked until the transaction ends. @throws Refusal not_found */
  async function get(reader: Reader, id: string, lock?: 'update' | 'no key update'): Promise<R> {
    const isSplit = lock !== undefined && otherNames.length > 0
    // A statement that waits for a lock sees the current row, but other tables as of its own start. A second statement reads
    // the fields of other tables, once the row is locked.
    if (isSplit) await sql`select from ${tableRef} t where t.id = ${id} ${sql.raw(`for ${lock}`)}`.execute(reader)
    const { rows } = await sql<R>`
      select ${whole} from ${tableRef} t where t.id = ${id} ${sql.raw(lock && !isSplit ? `for ${lock}` : '')}`.execute(
      reader,
    )
    return finishRead(reader, rows)
  }

  /** Returns one record as a role sees it; one that the role may not see is not found. @throws Refusal not_found */
  async function read(reader: Reader, id: string, role: Role): Promise<R> {
    const where = whereOf({ id }, role)
    const { rows } = await sql<R>`select ${whole} from ${tableRef} t ${where}`.execute(reader)
    return shownTo([await finishRead(reader, rows)], role)[0] as R
  }

  /** Returns those of the records that exist, without computed fields. */
  async function readMany(reader: Reader, ids: readonly string[]): Promise<R[]> {
    const { rows } = await sql<R>`
      select ${whole} from ${tableRef} t where t.id = any(${[...ids]}::uuid[])`.execute(reader)
    return rows
  }

  /** Returns the record that was read, with its computed fields. @throws Refusal not_found */
  async function finishRead(reader: Reader, rows: R[]): Promise<R> {
    const row = rows[0]
    if (!row)
      throw new Refusal('not_found', sentence`There is no record with this id in ${resourceName(entity.resource)}.`)
    await options.afterRead?.(reader, rows)
    await options.afterReadOne?.(reader, row)
    return row
  }

  const partsOf = (filter: Values, role: Role): Condition[] => [
    ...conditions(filter, {
      shape,
      custom: options.filters ?? {},
      search: options.search ?? searched,
      columnOf,
    }),
    ...(options.visibleTo ? [options.visibleTo(role)] : []),
  ]

  const whereAll = (parts: readonly Condition[]): RawBuilder<unknown> =>
    parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`

  const whereOf = (filter: Values, role: Role): RawBuilder<unknown> => whereAll(partsOf(filter, role))

  function orderOf({ sort, language }: ListRequest): RawBuilder<unknown> {
    const field = sort.field === 'id' || entity.sortable.includes(sort.field) ? sort.field : null
    if (field === null)
      throw invalidAt('sort', sentence`Cannot sort by "${sort.field}". Sort by one of: ${entity.sortable.join(', ')}.`)
    const direction = sql.raw(sort.order === 'ASC' ? 'asc' : 'desc')
    return field === 'id' ? sql`t.id ${direction}` : sql`${keyOf({ sort, language })} ${direction}, t.id ${direction}`
  }

  /** Returns the sort key of a list, which precedes the id. */
  function keyOf({ sort: { field }, language }: Pick<ListRequest, 'sort' | 'language'>): RawBuilder<unknown> {
    const order = options.sortedBy?.[field]
    if (order !== undefined) return sql.raw(`(${order})`)
    const column = columnOf(field)
    if (!isI18n(shape[field] as z.ZodType)) return column
    return language === 'en' ? sql`(${column}->>'en')` : sql`(coalesce(${column}->>${language}, ${column}->>'en'))`
  }

  /** Counts the records of a filter up to the limit of totals. @throws Refusal validation on the fields of the filter */
  const count = async (filter: Values, role: Role): Promise<Total> => totalOf(readFilter(filter, role), role)

  /** Counts all records of a filter, however long that takes. @throws Refusal validation on the fields of the filter */
  async function countAll(filter: Values, role: Role, selection: RecordSelection = {}): Promise<number> {
    const where = whereAll([...partsOf(readFilter(filter, role), role), ...selected(selection)])
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${tableRef} t ${where}`.execute(db)
    return rows[0]?.count ?? 0
  }

  /**
   * Counts the records of each value of a field, under the rest of the filter. Each count stops at the limit of totals, so
   * that it is fast in a table of any length.
   * @throws Refusal validation on the fields of the filter
   */
  async function facets(field: string, filter: Values, role: Role): Promise<FacetCount[]> {
    const values = valuesOf(shape[field] as z.ZodType) ?? []
    const others = Object.fromEntries(Object.entries(filter).filter(([key]) => !speaksOf(key, field)))
    const counts = values.map(
      (value, place) => sql`
        select ${sql.lit(place)} as place, count(*)::int as count from (
          select 1 from ${tableRef} t ${whereOf(readFilter({ ...others, [field]: value }, role), role)}
          limit ${EXACT_TOTAL_ROWS + 1}
        ) counted`,
    )
    const { rows } = await sql<{ place: number; count: number }>`
      ${sql.join(counts, sql` union all `)} order by place`.execute(db)
    return rows.flatMap(({ place, count: found }) => {
      const value = values[place]
      return value === undefined
        ? []
        : [{ value, count: Math.min(found, EXACT_TOTAL_ROWS), more: found > EXACT_TOTAL_ROWS }]
    })
  }

  /** Returns the ids of the records of a filter, the oldest first; one more than `most` where there are more. */
  async function idsOf(reader: Reader, filter: Values, role: Role, most: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${tableRef} t ${whereOf(readFilter(filter, role), role)} order by t.id limit ${most + 1}`.execute(
      reader,
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Returns the next rows of a list by keyset: each page takes as long as the first, and rows that are added or deleted in
   * between neither repeat nor hide others.
   */
  async function pageAfter(
    place: ListPosition | null,
    request: ListRequest,
    selection: RecordSelection = {},
  ): Promise<{ rows: R[]; next: ListPosition | null }> {
    // Refuses an unsortable field before its schema is read.
    const order = orderOf(request)
    const ordering = orderingOf(request)
    const parts = partsOf(readFilter(request.filter, request.role), request.role)
    const from = place ?? { key: null, id: null, inNulls: ordering.startsWithNulls }
    const where = whereAll([...parts, ...selected(selection), ...ordering.after(from)])
    const { rows } = await sql<Row & { sort_key: string | null }>`
      select ${whole}, page.sort_key from (
        select t.id, ${ordering.key}::text as sort_key from ${tableRef} t ${where} order by ${order} limit ${request.limit}
      ) page join ${tableRef} t on t.id = page.id order by ${order}`.execute(db)
    const last = rows.at(-1)
    const next = nextPlace(from, last, rows.length === request.limit, ordering)
    const plain = rows.map(({ sort_key: _, ...row }) => row as R)
    await options.afterRead?.(db, plain)
    return { rows: shownTo(plain, request.role), next }
  }

  /** Returns how the order cuts a list into pages; rows without a sort value form a group of their own. */
  function orderingOf(request: ListRequest): Ordering {
    const { sort } = request
    const direction = sql.raw(sort.order === 'ASC' ? '>' : '<')
    if (sort.field === 'id')
      return {
        key: sql`t.id`,
        startsWithNulls: false,
        endsWithNulls: false,
        after: ({ id }) => (id === null ? [] : [sql<boolean>`t.id ${direction} ${id}`]),
      }
    const key = keyOf(request)
    const schema = shape[sort.field] as z.ZodType
    const hasNulls = schema.safeParse(null).success
    const isBoolean = schema.safeParse(true).success && !schema.safeParse('true').success
    return {
      key,
      startsWithNulls: hasNulls && sort.order === 'DESC',
      endsWithNulls: hasNulls && sort.order === 'ASC',
      after: ({ key: value, id, inNulls }) => {
        if (inNulls) return [sql<boolean>`${key} is null`, ...(id ? [sql<boolean>`t.id ${direction} ${id}`] : [])]
        const present = hasNulls ? [sql<boolean>`${key} is not null`] : []
        const known = isBoolean ? value === 'true' : value
        return id === null ? present : [...present, sql<boolean>`(${key}, t.id) ${direction} (${known}, ${id})`]
      },
    }
  }

  return { columns, list, count, countAll, facets, idsOf, pageAfter, get, read, readMany, finishRead }
}

/** Whether a key of a filter is about a field. */
const speaksOf = (key: string, field: string): boolean => key === field || parseFilterKey(key).field === field

/** Adds the assumed values of fields that the filter does not name; a filter by id gets none. */
function withAssumed(filter: Values, assumed: Values = {}): Values {
  const named = new Set(Object.keys(filter).map((key) => parseFilterKey(key).field))
  const missing = named.has('id')
    ? []
    : Object.entries(assumed).filter(([key]) => !named.has(parseFilterKey(key).field))
  return missing.length === 0 ? filter : { ...Object.fromEntries(missing), ...filter }
}

/** Returns the conditions of a selection; an empty list of exceptions excludes nothing. */
const selected = ({ ids, exceptIds }: RecordSelection): Condition[] => [
  ...(ids === undefined ? [] : [sql<boolean>`t.id = any(${[...ids]}::uuid[])`]),
  ...(exceptIds === undefined ? [] : [sql<boolean>`t.id <> all(${[...exceptIds]}::uuid[])`]),
]

/** Returns the total after a page with room left: it is the last one, so no count is needed. */
function lastPage({ offset, limit }: ListRequest, rows: number): Total | undefined {
  return rows < limit && (rows > 0 || offset === 0) ? { count: offset + rows, exact: true } : undefined
}

/** Returns the position after a page, or null at the end of the list. */
function nextPlace(
  { inNulls }: ListPosition,
  last: (Row & { sort_key: string | null }) | undefined,
  isFull: boolean,
  { startsWithNulls, endsWithNulls }: Ordering,
): ListPosition | null {
  if (isFull && last) return { key: last.sort_key, id: last.id, inNulls }
  if (inNulls && startsWithNulls) return { key: null, id: null, inNulls: false }
  return !inNulls && endsWithNulls ? { key: null, id: null, inNulls: true } : null
}
