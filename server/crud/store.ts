import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import type { AnyEntity } from '../../contract/entity'
import { EXACT_TOTAL_ROWS } from '../../contract/limits'
import type { ListRequest, Page } from '../../contract/list'
import type { Blocker } from '../../contract/problem'
import type { Resource } from '../../contract/vocabulary'
import { audit, diff } from '../db/audit'
import type { Db } from '../db/database'
import { inTransaction, type Reader, type Tx } from '../db/transaction'
import type { Context } from '../http/context'
import { Refusal, invalid } from '../http/refusal'
import { columnKind, isI18n } from './columns'
import { refusalOf, refusalOfDeletion } from './sql-refusals'
import type { TotalCache } from './total-cache'
import { conditions, contains, folded, type Condition, type CustomFilter } from './where'

export type Values = Record<string, unknown>
export type Row = Values & { id: string; version: number }

/** Records of another resource that stand in the way of a deletion. The texts are SQL of our own, never a caller's. */
export interface BlockedBy {
  resource: Resource
  /** Table, or a join of the record's table with the one that refers. */
  table: string
  /** The record's id, where the table is a join. */
  id?: string
  column: string
  /** The column is a list of ids. */
  list?: boolean
  /** Column or expression that names such a row to a person. */
  label: string
}

export interface Write {
  current: Row | null
  /** The whole record as it is to be: what is stored, with what the client sent over it. */
  next: Values
  /** What the client sent, parsed. */
  input: Values
  context: Context
}

export interface StoreOptions {
  entity: AnyEntity
  table: string
  /** Names a record to a person, in the history and in refusals. */
  label: (record: Row) => string
  /** Fields of the record that have no column of their own. */
  withoutColumn?: readonly string[]
  blockedBy?: readonly BlockedBy[]
  filters?: Record<string, CustomFilter>
  /** Overrides the search over the column `search_text`. */
  search?: (words: string) => Condition
  /** Adds what the columns do not hold to a page of rows; one query for the page, not one a row. */
  complete?: (reader: Reader, rows: Row[]) => Promise<void>
  /** Adds what only a single record shows. */
  completeOne?: (reader: Reader, row: Row) => Promise<void>
  /** Last check and last word on the columns before they are written. @throws Refusal */
  prepare?: (tx: Tx, write: Write) => Promise<Values>
  /** Writes what belongs to the record and lies in other tables. */
  stored?: (tx: Tx, id: string, write: Write) => Promise<void>
  /** A better answer than invalid_state for a step between statuses that is not allowed. */
  refuseTransition?: (current: Row, next: Values) => Refusal | undefined
  /** Other tables whose rows a write changes, so that totals counted over them are counted anew. */
  alsoWrites?: readonly string[]
  /** @throws Refusal when the record must stay. */
  removing?: (tx: Tx, row: Row, context: Context) => Promise<void>
}

/** Where the records of one resource are kept: reads, and writes that are checked, versioned and audited in one transaction. */
export type Store = ReturnType<typeof createStore>

export function createStore(options: StoreOptions, db: Db, totals: TotalCache) {
  const { entity, table, label } = options
  const shape = entity.record.shape as z.ZodRawShape
  const tableRef = sql.table(table)
  const writable = Object.keys(entity.writable)
  const stored = new Set(writable.filter((name) => !options.withoutColumn?.includes(name)))
  const columns = sql.join(
    Object.keys(shape)
      .filter((name) => !options.withoutColumn?.includes(name))
      .map((name) => sql.ref(`t.${name}`)),
  )
  const noun = entity.resource.replaceAll('-', '_')

  async function list(request: ListRequest): Promise<Page<Row>> {
    const parsed = entity.filter.safeParse(request.filter)
    if (!parsed.success)
      throw invalid(
        parsed.error.issues.map((issue) => ({ path: `filter.${issue.path.join('.')}`, message: issue.message })),
      )
    const filter = parsed.data as Values
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

  async function create(input: Values, context: Context): Promise<Row> {
    return write((tx) => createIn(tx, input, context))
  }

  /** As `create`, inside the caller's transaction. */
  async function createIn(tx: Tx, input: Values, context: Context): Promise<Row> {
    check(input)
    const id = uuidv7()
    const draft: Write = { current: null, next: input, input, context }
    const values = { ...pick(input), ...(await options.prepare?.(tx, draft)) }
    const names = Object.keys(values)
    await sql`insert into ${tableRef} (id, ${sql.join(names.map((name) => sql.ref(name)))})
      values (${id}, ${sql.join(names.map((name) => bind(name, values[name])))})`.execute(tx)
    await options.stored?.(tx, id, draft)
    const row = await get(tx, id)
    const changes = diff({}, row, writable).filter((change) => change.new !== null)
    await audit(tx, context, {
      action: `${noun}.created`,
      entity: { type: entity.resource, id, label: label(row) },
      changes,
    })
    return row
  }

  /** @param version the version that the change was made from; null for any. */
  async function update(id: string, version: number | null, input: Values, context: Context): Promise<Row> {
    return write(async (tx) => {
      const current = await lockCurrent(tx, id, version)
      const next = { ...Object.fromEntries(writable.map((name) => [name, current[name]])), ...input }
      checkTransition(current, next)
      check(next)
      const draft: Write = { current, next, input, context }
      const values = { ...pick(input), ...(await options.prepare?.(tx, draft)) }
      const touched = Object.keys(values).filter((name) => diff(current, values, [name]).length > 0)
      const elsewhere = diff(current, input, options.withoutColumn?.filter((name) => name in input) ?? []).length > 0
      if (touched.length === 0 && !elsewhere) return get(tx, id)
      const sets = touched.map((name) => sql`${sql.ref(name)} = ${bind(name, values[name])}`)
      await sql`update ${tableRef} set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`])}
        where id = ${id}`.execute(tx)
      await options.stored?.(tx, id, draft)
      const row = await get(tx, id)
      const secrets = Object.keys(entity.secret ?? {}).filter((name) => input[name] !== undefined)
      const changes = [...diff(current, row, writable), ...secrets.map((field) => ({ field, old: null, new: null }))]
      const reason = typeof input['cancel_reason'] === 'string' ? input['cancel_reason'] : null
      await audit(tx, context, {
        action: `${noun}.updated`,
        entity: { type: entity.resource, id, label: label(row) },
        changes,
        reason,
      })
      return row
    })
  }

  async function remove(id: string, version: number | null, context: Context): Promise<Row> {
    return write(async (tx) => {
      const current = await lockCurrent(tx, id, version, true)
      await options.removing?.(tx, current, context)
      const blockers = await findBlockers(tx, id)
      if (blockers.length > 0)
        throw new Refusal(
          'still_referenced',
          `${label(current)} is still in use. Remove or change what uses it first, or deactivate it instead.`,
          { blockers },
        )
      await sql`delete from ${tableRef} where id = ${id}`.execute(tx).catch((error: unknown) => {
        throw refusalOfDeletion(error) ?? error
      })
      const changes = diff(current, {}, writable).filter((change) => change.old !== null)
      await audit(tx, context, {
        action: `${noun}.deleted`,
        entity: { type: entity.resource, id, label: label(current) },
        changes,
      })
      return current
    })
  }

  /** One row for each kind of record that refers to this one, with some of them by name. */
  async function findBlockers(reader: Reader, id: string): Promise<Blocker[]> {
    const blockers: Blocker[] = []
    for (const { resource, table: other, id: key = 'id', column, list: isList, label: name } of options.blockedBy ??
      []) {
      const refers = isList ? sql`${id} = any(${sql.ref(column)})` : sql`${sql.ref(column)} = ${id}`
      const { rows } = await sql<{ id: string; label: string; count: number }>`
        select id, label, count(*) over () as count from (
          select distinct ${sql.ref(key)} as id, ${sql.raw(name)} as label from ${sql.raw(other)} where ${refers}
        ) referring order by label limit 5`.execute(reader)
      const first = rows[0]
      if (!first) continue
      const examples = rows.map((row) => ({ id: row.id, label: row.label }))
      const known = blockers.find((blocker) => blocker.resource === resource)
      if (known) known.count += first.count
      else blockers.push({ resource, count: first.count, examples })
    }
    return blockers
  }

  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(db, work)
    } catch (error) {
      throw refusalOf(error, table) ?? error
    } finally {
      for (const written of [table, ...(options.alsoWrites ?? [])]) totals.forget(written)
    }
  }

  /** Records that come to refer to this one need not wait for a change of it, only for its deletion. */
  async function lockCurrent(tx: Tx, id: string, version: number | null, forDeletion = false): Promise<Row> {
    const strength = sql.raw(forDeletion ? 'update' : 'no key update')
    await sql`select 1 from ${tableRef} where id = ${id} for ${strength}`.execute(tx)
    const current = await get(tx, id)
    if (version !== null && current.version !== version)
      throw new Refusal(
        'version_mismatch',
        `You changed version ${version}; the record is at version ${current.version} now. Compare and decide.`,
        { current },
      )
    return current
  }

  function check(record: Values): void {
    const issues = entity.check?.(record as never) ?? []
    if (issues.length > 0) throw invalid(issues)
  }

  function checkTransition(current: Row, next: Values): void {
    const field = entity.statusField
    const from = current[field] as string | undefined
    const to = next[field] as string | undefined
    if (!entity.transitions || from === undefined || to === undefined || from === to) return
    const allowed = entity.transitions[from] ?? []
    if (allowed.includes(to)) return
    throw (
      options.refuseTransition?.(current, next) ??
      new Refusal(
        'invalid_state',
        `From "${from}" the next can be ${allowed.length > 0 ? allowed.join(', ') : 'nothing: it is final'}.`,
        {
          errors: [{ pointer: `/${field}`, code: 'transition', detail: `"${from}" cannot become "${to}".` }],
        },
      )
    )
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

  function pick(values: Values): Values {
    return Object.fromEntries(Object.entries(values).filter(([name]) => stored.has(name)))
  }

  function bind(name: string, value: unknown): unknown {
    const schema = shape[name]
    return schema && value !== null && columnKind(schema as z.ZodType) === 'json' ? JSON.stringify(value) : value
  }

  return {
    entity,
    label,
    db,
    list,
    get: (id: string) => get(db, id),
    getIn: get,
    create,
    createIn,
    update,
    remove,
    findBlockers,
  }
}
