import { IMPORT_KEYS } from '../../../../contract/core/import-keys'
import { TASK_SLICE_MAX_ROWS } from '../../../../contract/core/limits/tasks'
import type { ImportedResource, Resource } from '../../../../contract/core/vocabulary'
import { joinTexts, sentence } from '../../../../contract/core/sentence'
import type { Store } from '../../../crud/store'
import type { Values } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { admit } from '../../../http/admit'
import type { Context } from '../../../kernel/context'
import { checkInput } from '../../../http/check-input'
import { Refusal, pointerOf } from '../../../http/refusal'
import { changed } from '../row-handler'
import { findNamed, readCells, readCompanyCountry, readCompanyCurrency, readSheet } from '../repository/sheets'
import type { StoredTask, TaskRequest } from '../repository/tasks'
import type { RowResult, RowHandler } from '../slice'
import { inTexts, textsOf, valuesOf, type Fault } from './row-values'

type ImportRequest = Extract<TaskRequest, { action: 'import' }>

/** Table and column that the cells of a reference field refer to. */
const NAMED: Readonly<Record<string, readonly [table: string, column: string]>> = {
  parent_station_id: ['stations', 'code'],
  home_station_id: ['stations', 'code'],
  vehicle_type_id: ['vehicle_types', 'code'],
  vehicle_type_ids: ['vehicle_types', 'code'],
  route_ids: ['routes', 'code'],
  user_id: ['users', 'username'],
}

/** Returns a handler that creates or updates the record of each row. */
export async function importing(tx: Tx, task: StoredTask, store: Store, request: ImportRequest): Promise<RowHandler> {
  const cells = await readCells(tx, request.sheet_id, task.done, TASK_SLICE_MAX_ROWS)
  const columns = (await readSheet(tx, request.sheet_id))?.header.length ?? 0
  const currency = await readCompanyCurrency(tx)
  const country = await readCompanyCountry(tx)
  const known = new Map<string, string | null>()
  const idOf = async (field: string, name: string) => {
    const [table, column] = NAMED[field] ?? []
    if (table === undefined || column === undefined) return null
    const key = `${table}/${name}`
    const id = known.get(key) ?? (await findNamed(tx, table, column, name))
    known.set(key, id)
    return id
  }
  const key = IMPORT_KEYS[task.resource as ImportedResource]
  return async (inner, row, context) => {
    const values = cells.get(row.position) ?? []
    if (values.length > columns) throw refuseExtraCells(row.line, values.length, columns)
    if (row.problem) throw new Refusal(row.problem.code, row.problem.detail, { errors: row.problem.errors ?? [] })
    const texts = textsOf(values, request.columns)
    const id = await recordOf(inner, store.entity.resource, texts, key)
    if (id === null && request.mode === 'update')
      throw refuse([
        { field: key ?? 'id', code: 'not_found', detail: sentence`There is no such record that could be changed.` },
      ])
    if (id !== null && request.mode === 'create')
      throw refuse([{ field: key ?? 'id', code: 'already_exists', detail: sentence`This record exists already.` }])
    const before = id === null ? null : await store.getIn(inner, id)
    const { values: given, faults } = await valuesOf(store.entity, texts, {
      currency: texts.get('currency')?.trim().toUpperCase() ?? currencyOf(before) ?? currency,
      country,
      before,
      idOf,
      monthFirst: request.month_first ?? [],
    })
    const parsed = parsedBy(
      before === null ? store.entity.create : store.entity.update,
      inTexts(store.entity, given, before),
      faults,
    )
    return before === null ? made(inner, store, parsed, context) : altered(inner, store, before.id, parsed, context)
  }
}

const currencyOf = (record: Values | null): string | undefined => {
  const currency = record?.['currency']
  return typeof currency === 'string' ? currency : undefined
}

async function made(tx: Tx, store: Store, values: Values, context: Context): Promise<RowResult> {
  admit(context.actor, 'create', store.entity.resource)
  const row = await store.createIn(tx, values, context)
  return { outcome: 'created', recordId: row.id, label: store.label(row) }
}

function altered(tx: Tx, store: Store, id: string, values: Values, context: Context): Promise<RowResult> {
  admit(context.actor, 'edit', store.entity.resource)
  return changed(tx, store, id, values, context)
}

async function recordOf(
  tx: Tx,
  resource: Resource,
  texts: ReadonlyMap<string, string>,
  key: string | null,
): Promise<string | null> {
  const table = resource.replaceAll('-', '_')
  const id = texts.get('id')?.trim()
  if (id !== undefined) return findNamed(tx, table, key, id)
  const name = key === null ? undefined : texts.get(key)?.trim()
  return key === null || name === undefined ? null : findNamed(tx, table, key, name)
}

/** Validates a row. @throws Refusal validation with all of its errors */
function parsedBy(schema: Store['entity']['create'], values: Values, faults: Fault[]): Values {
  const { data, issues } = checkInput(schema, values)
  if (issues === undefined && faults.length === 0) return data
  const known = new Set(faults.map(({ field }) => field))
  const others = (issues ?? [])
    .filter(({ path }) => !known.has(path.split('.', 1)[0] ?? ''))
    .map(({ path, code, message }) => ({ field: path, code, detail: message }))
  throw refuse([...faults, ...others])
}

const refuse = (faults: readonly Fault[]): Refusal => {
  const errors = faults.map(({ field, code, detail }) => ({ pointer: pointerOf(field), code, detail }))
  return new Refusal('validation', joinTexts(faults.map(({ detail }) => detail)), { errors })
}

/** Refuses cells beyond the header, since the cells before them may be split wrongly. */
function refuseExtraCells(line: number | null, cells: number, columns: number): Refusal {
  const where = line === null ? sentence`This row` : sentence`Line ${String(line)}`
  return refuse([
    {
      field: '',
      code: 'extra_cells',
      detail: sentence`${where} has ${cells} cells and the header has ${columns}. Quote values that contain the separator, or give every column a heading.`,
    },
  ])
}
