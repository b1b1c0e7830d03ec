import { sentence } from '../../../contract/core/sentence'
import type { Store } from '../../crud/store'
import type { Row, Values } from '../../crud/store-options'
import type { Tx } from '../../db/transaction'
import { admit } from '../../http/admit'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { readAuditEntry } from './repository/audit-entries'
import type { StoredRow, StoredTask } from './repository/tasks'
import type { RowResult, RowHandler } from './slice'
import { takeBack } from './undo'

/** Returns a handler that deletes each record. */
export const deletion =
  (store: Store): RowHandler =>
  async (tx, { record_id }, context) => {
    admit(context.actor, 'delete', store.entity.resource)
    const row = await store.removeIn(tx, idOf(record_id), null, context)
    return { outcome: 'deleted', recordId: row.id, label: store.label(row) }
  }

/** Changes the status of a record by its step. `values` has the accompanying fields. @throws Refusal where no step leads to it */
export type StatusStepper = (tx: Tx, id: string, status: string, values: Values, context: Context) => Promise<Row>

/** Returns a handler that sets the same values or status on each record. */
export const change =
  (store: Store, values: Values, step?: StatusStepper): RowHandler =>
  async (tx, { record_id }, context) => {
    admit(context.actor, 'edit', store.entity.resource)
    const status = values[store.entity.statusField]
    const id = idOf(record_id)
    return step && typeof status === 'string'
      ? compared(tx, store, id, () => step(tx, id, status, values, context))
      : changed(tx, store, id, values, context)
  }

/** Changes one record. @returns whether it differs afterwards */
export const changed = (tx: Tx, store: Store, id: string, values: Values, context: Context): Promise<RowResult> =>
  compared(tx, store, id, () => store.updateIn(tx, id, null, values, context))

async function compared(tx: Tx, store: Store, id: string, work: () => Promise<Row>): Promise<RowResult> {
  const before = await store.getIn(tx, id)
  const row = await work()
  return {
    outcome: row.version === before.version ? 'unchanged' : 'updated',
    recordId: id,
    label: store.label(row),
  }
}

/** Returns a handler that undoes what another task did to each record. */
export const inverse =
  (store: Store, { undoes_id }: StoredTask): RowHandler =>
  async (tx, row, context) => {
    const id = idOf(row.record_id)
    const entry = await readAuditEntry(tx, {
      resource: store.entity.resource,
      recordId: id,
      requestId: idOf(undoes_id),
    })
    if (!entry) throw new Refusal('not_found', sentence`The history has no entry of this any more.`)
    const record = await takeBack(tx, store, id, entry, context)
    return { outcome: record ? 'restored' : 'deleted', recordId: id, label: record ? store.label(record) : row.label }
  }

const idOf = (id: StoredRow['record_id']): string => {
  if (id === null) throw new Refusal('not_found', sentence`There is no such record any more.`)
  return id
}
