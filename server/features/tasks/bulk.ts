import type { z } from 'zod'
import { PHONE_CODE } from '../../../contract/core/issue-code'
import { isByOperation } from '../../../contract/core/ownership'
import type { BulkRequest, Task } from '../../../contract/operations/tasks'
import { sentence } from '../../../contract/core/sentence'
import { foreignFields } from '../../crud/ownership'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { admit, roleOf } from '../../http/admit'
import type { Context } from '../../kernel/context'
import { convertPhonesIn } from '../../http/phones'
import { checkInput } from '../../http/check-input'
import { invalid } from '../../http/refusal'
import { changeOnce } from '../../http/idempotency'
import { ownerOf, readOwn } from './access'
import { readCompanyCountry } from './repository/sheets'
import { insertTargets, insertTask, type TaskRequest } from './repository/tasks'
import { selectedIds } from './selection'
import { leaveTask } from './slice'
import { viewOf } from './view'

/** Starts a task that changes or deletes the selected records. @throws Refusal as `selectedIds` */
export async function startBulkTask(
  db: Db,
  store: Store,
  body: z.output<typeof BulkRequest>,
  context: Context,
): Promise<Task> {
  const { resource } = store.entity
  admit(context.actor, body.action === 'delete' ? 'delete' : 'edit', resource)
  const request: TaskRequest =
    body.action === 'delete'
      ? { action: 'delete' }
      : { action: 'change', changes: await changesOf(db, store, body.changes ?? {}, context) }
  return changeOnce(db, context, async (tx) => {
    const ids = await selectedIds(tx, store, body, roleOf(context.actor))
    const task = { ...ownerOf(context), kind: 'bulk', resource, request, total: ids.length } as const
    const id = await insertTask(tx, task)
    await insertTargets(tx, id, ids)
    await leaveTask(tx, id)
    return viewOf(await readOwn(tx, id, context))
  })
}

/** Fields that a change of status accepts along with it. */
const WITH_STATUS: readonly string[] = ['cancel_reason', 'accept_warnings']

/** @throws Refusal validation on each field that cannot be set so */
async function changesOf(
  db: Db,
  store: Store,
  changes: Record<string, unknown>,
  { actor }: Context,
): Promise<Record<string, unknown>> {
  const { entity } = store
  const unreadable = await convertPhonesIn(entity.update, changes, () => readCompanyCountry(db))
  const { statusField: status } = entity
  const checked = checkInput(entity.update, changes)
  // A status with operations of its own is reached by its step, record by record.
  const isStep = status in changes && isByOperation(entity.setBy[status])
  const fields = Object.keys(changes).filter((field) => !isStep || field !== status)
  const foreign = isStep
    ? fields
        .filter((field) => !WITH_STATUS.includes(field))
        .map((path) => ({
          path,
          message: sentence`The status cannot be changed together with other fields. Leave ${path} out.`,
        }))
    : foreignFields(entity, fields, actor)
  if (foreign.length > 0)
    throw invalid(
      foreign.map(({ path, message }) => ({ path: `changes.${path}`, message })),
      'not_by_form',
    )
  if (unreadable.length > 0)
    throw invalid(
      unreadable.map(({ path, message }) => ({ path: `changes.${path}`, message })),
      PHONE_CODE,
    )
  if (checked.issues === undefined && Object.keys(checked.data).length > 0) return checked.data
  throw invalid(
    checked.issues?.map(({ path, message }) => ({ path: `changes.${path}`, message })) ?? [
      { path: 'changes', message: sentence`Give at least one field to change.` },
    ],
  )
}
