import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import { happenedTo } from '../../contract/core/events'
import type { Role } from '../../contract/core/vocabulary'
import { sentence } from '../../contract/core/sentence'
import { audit, diff } from '../kernel/audit'
import type { Db } from '../db/database'
import { withParts } from '../db/parts'
import { inTransaction, type Reader, type Tx } from '../db/transaction'
import type { Context } from '../kernel/context'
import { isExpected, versionText, type Expected } from '../http/etag'
import { changeOnce } from '../http/idempotency'
import { refuseUnreadablePhones } from '../http/phones'
import { Refusal, invalid } from '../http/refusal'
import { findBlockers } from './blockers'
import { columnKind } from './columns'
import { completeCreations, type HistoryEntry } from './history'
import { ownValues, refuseForeignValues } from './ownership'
import { createReader } from './reader'
import { refusalOf, refusalOfDeletion } from './sql-refusals'
import { withoutOwnColumn, type Row, type Step, type StoreOptions, type Values, type Write } from './store-options'
import type { TotalCache } from './total-cache'
import { refuseUnlistedTransition, refuseTransition } from './transitions'

/** Statuses of records that are no longer used. */
const OUT_OF_USE: readonly unknown[] = ['inactive', 'retired', 'terminated']

/** Store of one resource: reads, and writes that are checked, versioned and audited in one transaction. */
export type Store<R extends Row = Row> = ReturnType<typeof createStore<R>>

export function createStore<R extends Row = Row>(options: StoreOptions<R>, db: Db, totals: TotalCache) {
  const { entity, table } = options
  const label = (row: R) => options.label(row)
  const shape = entity.record.shape as z.ZodRawShape
  const tableRef = sql.table(table)
  const writable = Object.keys(entity.writable)
  const columnless = withoutOwnColumn(options)
  /** Fields in the history of a step: all of the record, except those that every write changes. */
  const historyFields = Object.keys(shape).filter(
    (name) =>
      !['id', 'version', 'created_at', 'updated_at'].includes(name) &&
      (writable.includes(name) || !columnless.includes(name)),
  )
  const stored = new Set(writable.filter((name) => !columnless.includes(name)))
  const { columns, list, count, countAll, facets, idsOf, pageAfter, get, read, readMany, finishRead } = createReader(
    options,
    db,
    totals,
  )

  async function create(input: Values, context: Context): Promise<R> {
    return write(context, (tx) => createIn(tx, input, context))
  }

  /** Returns the names of records by id, without those that do not exist. */
  const labelsOf = (ids: readonly string[]): Promise<Map<string, string>> => labelsIn(db, ids)

  /** As `labelsOf`, inside the caller's transaction. */
  async function labelsIn(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await sql<R>`
      select ${columns} from ${tableRef} t where t.id = any(${[...ids]}::uuid[])`.execute(reader)
    return new Map(rows.map((row) => [row.id, label(row)]))
  }

  /** Fills in the values of creation entries of this resource that the history does not store. */
  const completeHistory = (reader: Reader, entries: readonly HistoryEntry[]): Promise<void> =>
    completeCreations(reader, { resource: entity.resource, fields: writable, readMany }, entries)

  /** As `create`, inside the caller's transaction. @param id of a record that is restored; a new one unless given */
  async function createIn(tx: Tx, input: Values, context: Context, id: string = uuidv7()): Promise<R> {
    refuseForeignValues(entity, input, context.actor)
    check(input)
    const draft: Write<R> = { current: null, next: input, input, context }
    const values = { ...pick(input), ...(await options.beforeWrite?.(tx, draft)) }
    const names = Object.keys(values)
    const parts = options.newParts?.(id, draft)
    const { rows } = await sql<R>`${withParts({ ...draft.alongside, ...parts?.parts })}
      insert into ${tableRef} as t (id, ${sql.raw(names.map((name) => `"${name}"`).join(', '))})
      values (${id}, ${sql.join(names.map((name) => bind(name, values[name])))}) returning ${columns}`.execute(tx)
    const row = parts
      ? await finishRead(
          tx,
          rows.map((stored) => ({ ...stored, ...parts.elsewhere })),
        )
      : await written(tx, rows, draft, id)
    Object.assign(row, await options.afterChange?.(tx, null, row, context))
    const changes = diff({}, row, writable).filter((change) => change.new !== null)
    await audit(tx, context, {
      action: happenedTo(entity.resource, 'created'),
      entity: { type: entity.resource, id, label: label(row), version: row.version },
      changes,
      ...(options.omitsCreationValues && { isOfRecord: true }),
      ...directness(row),
    })
    return row
  }

  /** @param version version that the change is based on; null accepts any. */
  async function update(id: string, version: Expected, input: Values, context: Context): Promise<R> {
    return write(context, async (tx) => {
      await refuseUnreadablePhones(entity.update, input, () => get(tx, id))
      return updateIn(tx, id, version, input, context)
    })
  }

  /** As `update`, inside the caller's transaction. */
  async function updateIn(tx: Tx, id: string, version: Expected, sent: Values, context: Context): Promise<R> {
    const current = await lockCurrent(tx, id, version)
    const input = await ownValues(tx, options, current, sent, context.actor)
    const next = { ...Object.fromEntries(writable.map((name) => [name, current[name]])), ...input }
    refuseTransition(entity, current, next)
    await refuseInUse(tx, current, next)
    check(next)
    const draft: Write<R> = { current, next, input, context }
    const values = { ...pick(input), ...(await options.beforeWrite?.(tx, draft)) }
    const touched = Object.keys(values).filter((name) => diff(current, values, [name]).length > 0)
    const elsewhere =
      diff(
        current,
        input,
        columnless.filter((name) => name in input),
      ).length > 0
    if (touched.length === 0 && !elsewhere) return get(tx, id)
    const sets = touched.map((name) => sql`${sql.ref(name)} = ${bind(name, values[name])}`)
    const { rows } = await sql<R>`${withParts(draft.alongside ?? {})}
        update ${tableRef} t set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`])}
        where t.id = ${id} returning ${columns}`.execute(tx)
    const row = await written(tx, rows, draft, id)
    Object.assign(row, await options.afterChange?.(tx, current, row, context))
    const secrets = Object.keys(entity.secret ?? {}).filter((name) => input[name] !== undefined)
    const changes = [...diff(current, row, writable), ...secrets.map((field) => ({ field, old: null, new: null }))]
    const reason = typeof input['cancel_reason'] === 'string' ? input['cancel_reason'] : null
    await audit(tx, context, {
      action: happenedTo(entity.resource, 'updated'),
      entity: { type: entity.resource, id, label: label(row), version: row.version },
      changes,
      reason,
      ...directness(row),
    })
    return row
  }

  /** Does one step in the life of a record. @param version version that the step is based on; null accepts any. */
  async function act(id: string, version: Expected, context: Context, step: Step<R>, dryRun = false): Promise<R> {
    return write(context, (tx) => actIn(tx, id, version, context, step), dryRun)
  }

  /** As `act`, inside the caller's transaction. */
  async function actIn(tx: Tx, id: string, version: Expected, context: Context, step: Step<R>): Promise<R> {
    const current = await lockCurrent(tx, id, version)
    const done = await step(tx, current)
    if (!done) return get(tx, id)
    refuseUnlistedTransition(options, current, done.values, context)
    const sets = Object.entries(done.values).map(([name, value]) => sql`${sql.ref(name)} = ${bind(name, value)}`)
    await sql`${withParts(done.alongside ?? {})}
      update ${tableRef} set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`])}
      where id = ${id}`.execute(tx)
    await done.settle?.()
    const row = await get(tx, id)
    Object.assign(row, await options.afterChange?.(tx, current, row, context))
    await audit(tx, context, {
      action: happenedTo(entity.resource, done.action),
      entity: { type: entity.resource, id, label: label(row) },
      changes: [...diff(current, row, historyFields), ...(done.changes ?? [])],
      reason: done.reason ?? null,
      ...(done.isUntold && { isUntold: true as const }),
      ...directness(row),
    })
    return row
  }

  async function remove(id: string, version: Expected, context: Context): Promise<R> {
    return write(context, (tx) => removeIn(tx, id, version, context))
  }

  /** As `remove`, inside the caller's transaction. */
  async function removeIn(tx: Tx, id: string, version: Expected, context: Context): Promise<R> {
    const current = await lockCurrent(tx, id, version, true)
    await options.beforeDelete?.(tx, current, context)
    const blockers = await findBlockers(tx, options.blockedBy ?? [], id)
    if (blockers.length > 0)
      throw new Refusal(
        'still_referenced',
        sentence`This record is still in use. Remove or change what uses it first, or deactivate it instead.`,
        { blockers },
      )
    await sql`delete from ${tableRef} where id = ${id}`.execute(tx).catch((error: unknown) => {
      throw refusalOfDeletion(error) ?? error
    })
    const changes = diff(current, {}, writable).filter((change) => change.old !== null)
    await audit(tx, context, {
      action: happenedTo(entity.resource, 'deleted'),
      entity: { type: entity.resource, id, label: label(current) },
      changes,
    })
    return current
  }

  /** Returns the record after its parts in other tables are written. */
  async function written(tx: Tx, rows: R[], draft: Write<R>, id: string): Promise<R> {
    if (!options.afterWrite && !options.elsewhere) return finishRead(tx, rows)
    await options.afterWrite?.(tx, id, draft)
    return get(tx, id)
  }

  /** Does several writes in one transaction. `dryRun` does them all, returns their result and rolls them back. */
  async function write<T>(context: Context, work: (tx: Tx) => Promise<T>, dryRun = false): Promise<T> {
    try {
      if (!dryRun) return await changeOnce(db, context, work)
      return await inTransaction(db, async (tx) => {
        throw new DryRunResult(await work(tx))
      })
    } catch (error) {
      if (error instanceof DryRunResult) return error.outcome as T
      throw refused(error)
    } finally {
      for (const written of [table, ...(options.alsoWrites ?? [])]) totals.forget(written)
    }
  }

  /** Returns the refusal that explains an error of a write, or the error itself. */
  const refused = (error: unknown): unknown => refusalOf(error, table) ?? error

  /** Records that add a reference to this one do not wait for its change, only for its deletion. */
  async function lockCurrent(tx: Tx, id: string, version: Expected, forDeletion = false): Promise<R> {
    const current = await get(tx, id, forDeletion ? 'update' : 'no key update')
    if (!isExpected(version, current.version))
      throw new Refusal(
        'version_mismatch',
        sentence`You changed ${versionText(version)}; the record is now at version ${current.version}. Compare both, then repeat the change for this version.`,
        { current },
      )
    return current
  }

  /** Refuses to deactivate a record that others still need. @throws Refusal still_referenced */
  async function refuseInUse(tx: Tx, current: R, next: Values): Promise<void> {
    const status = next[entity.statusField]
    if (status === current[entity.statusField] || !OUT_OF_USE.includes(status)) return
    const blockers = await findBlockers(tx, options.usedBy ?? [], current.id)
    if (blockers.length === 0) return
    const count = blockers.reduce((sum, blocker) => sum + blocker.count, 0)
    const detail =
      count === 1
        ? sentence`1 record still uses this one. Change what uses it first.`
        : sentence`${count} records still use this one. Change what uses it first.`
    throw new Refusal('still_referenced', detail, { blockers })
  }

  function check(record: Values): void {
    const issues = entity.check?.(record) ?? []
    if (issues.length > 0) throw invalid(issues)
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
    // A method, so that a store of reservations is assignable to a store of any records.
    label(row: R) {
      return label(row)
    },
    inverses: options.inverses ?? {},
    labelsOf,
    labelsIn,
    completeHistory,
    list,
    count,
    countAll,
    facets,
    idsOf,
    pageAfter,
    refused,
    read: (id: string, role: Role) => read(db, id, role),
    readIn: read,
    get: (id: string) => get(db, id),
    getIn: get,
    create,
    createIn,
    update,
    updateIn,
    act,
    actIn,
    write,
    remove,
    removeIn,
  }
}

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRunResult extends Error {
  constructor(readonly outcome: unknown) {
    super('A dry run is always rolled back.')
  }
}

/** Marks a record of a resource that partners sell and that no partner has sold: partners are not notified of it. */
const directness = ({ partner_id }: Row) => (partner_id === null ? { isDirect: true as const } : {})
