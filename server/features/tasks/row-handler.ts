import type { Store } from '../../crud/store'
import type { Values } from '../../crud/store-options'
import type { Tx } from '../../db/transaction'
import { admit } from '../../http/admit'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'
import { readAuditEntry } from './repository/audit-entries'
import type { StoredRow, StoredTask } from './repository/tasks'
import type { RowResult, RowHandler } from './slice'
import { takeBack } from './undo'

/** Deletes each record. */
export const deletion =
  (store: Store): RowHandler =>
  async (tx, { record_id }, context) => {
    admit(context.actor, 'delete', store.entity.resource)
    const row = await store.removeIn(tx, idOf(record_id), null, context)
    return { outcome: 'deleted', recordId: row.id, label: store.label(row) }
  }

/** Gives each record the same values. */
export const change =
  (store: Store, values: Values): RowHandler =>
  async (tx, { record_id }, context) => {
    admit(context.actor, 'edit', store.entity.resource)
    return changed(tx, store, idOf(record_id), values, context)
  }

/** Changes one record, and tells whether that made a difference. */
export async function changed(tx: Tx, store: Store, id: string, values: Values, context: Context): Promise<RowResult> {
  const before = await store.getIn(tx, id)
  const row = await store.updateIn(tx, id, null, values, context)
  return {
    outcome: row.version === before.version ? 'unchanged' : 'updated',
    recordId: id,
    label: store.label(row),
  }
}

/** Takes back what another task did to each record. */
export const inverse =
  (store: Store, { undoes_id }: StoredTask): RowHandler =>
  async (tx, row, context) => {
    const id = idOf(row.record_id)
    const deed = await readAuditEntry(tx, {
      resource: store.entity.resource,
      recordId: id,
      requestId: idOf(undoes_id),
    })
    if (!deed) throw new Refusal('not_found', 'The history has no entry of this any more.')
    const record = await takeBack(tx, store, id, deed, context)
    return { outcome: record ? 'restored' : 'deleted', recordId: id, label: record ? store.label(record) : row.label }
  }

const idOf = (id: StoredRow['record_id']): string => {
  if (id === null) throw new Refusal('not_found', 'There is no such record any more.')
  return id
}
