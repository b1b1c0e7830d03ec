import type { z } from 'zod'
import { BULK_MAX_RECORDS } from '../../../contract/core/limits'
import { isByOperation } from '../../../contract/core/ownership'
import type { BulkRequest, DeletionPreview } from '../../../contract/operations/tasks'
import { foreignFields } from '../../crud/ownership'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { attempt, inTransaction } from '../../db/transaction'
import { admit } from '../../http/admit'
import type { Context } from '../../http/context'
import { Refusal, invalid, invalidAt } from '../../http/refusal'
import { insertTargets, insertTask, type NewTask, type TaskRequest } from './repository/tasks'
import { problemOf } from './completion'
import { leaveTask } from './slice'

/** Settles which records are meant, and leaves the rest to be worked through. @returns the task's id */
export async function startBulkTask(
  db: Db,
  store: Store,
  body: z.output<typeof BulkRequest>,
  context: Context,
  owner: Pick<NewTask, 'userId' | 'user_name' | 'language'>,
): Promise<string> {
  const { resource } = store.entity
  admit(context.actor, body.action === 'delete' ? 'delete' : 'edit', resource)
  const request: TaskRequest =
    body.action === 'delete'
      ? { action: 'delete' }
      : { action: 'change', changes: changesOf(store, body.changes ?? {}, context) }
  return inTransaction(db, async (tx) => {
    const ids = body.ids ?? (await store.idsOf(tx, body.filter ?? {}, context.actor.role, BULK_MAX_RECORDS))
    if (ids.length > BULK_MAX_RECORDS)
      throw invalidAt('filter', `One operation may change ${BULK_MAX_RECORDS} records. Narrow the filter.`)
    if (ids.length === 0) throw invalidAt('filter', 'No record matches. Change the filter.')
    if (body.expected !== undefined && ids.length > body.expected)
      throw new Refusal(
        'invalid_state',
        `${ids.length} records match by now, and you were told of ${body.expected}. Look again.`,
      )
    const task = { ...owner, kind: 'bulk', resource, request, total: ids.length } as const
    const id = await insertTask(tx, task)
    await insertTargets(tx, id, ids)
    await leaveTask(tx, id)
    return id
  })
}

/** What steps to a status are told beside it. */
const BESIDE_A_STATUS: readonly string[] = ['cancel_reason', 'accept_warnings']

/** @throws Refusal validation on each field that cannot be set so */
function changesOf(store: Store, changes: Record<string, unknown>, { actor }: Context): Record<string, unknown> {
  const { entity } = store
  const { statusField: status } = entity
  const parsed = entity.update.safeParse(changes)
  // A status that operations of its own set is taken there by the step that leads to it, record by record.
  const isStep = status in changes && isByOperation(entity.setBy[status])
  const fields = Object.keys(changes).filter((field) => !isStep || field !== status)
  const foreign = isStep
    ? fields
        .filter((field) => !BESIDE_A_STATUS.includes(field))
        .map((path) => ({ path, message: `The status is changed by itself. Leave ${path} out.` }))
    : foreignFields(entity, fields, actor)
  if (foreign.length > 0)
    throw invalid(
      foreign.map(({ path, message }) => ({ path: `changes.${path}`, message })),
      'not_by_form',
    )
  if (parsed.success && Object.keys(parsed.data).length > 0) return parsed.data
  const issues = parsed.success
    ? [{ path: 'changes', message: 'Say what to change.' }]
    : parsed.error.issues.map(({ path, message }) => ({ path: ['changes', ...path].join('.'), message }))
  throw invalid(issues)
}

/** Deletes the records, tells what was in the way, and takes it all back. */
export function previewOfDeletion(store: Store, ids: readonly string[], context: Context): Promise<DeletionPreview> {
  return store.write(
    context,
    async (tx) => {
      const preview: DeletionPreview = { free: 0, refused: [] }
      for (const id of ids) {
        const record = await store.getIn(tx, id)
        try {
          await attempt(tx, () => store.removeIn(tx, id, null, context))
          preview.free += 1
        } catch (error) {
          const refusal = store.refused(error)
          if (!(refusal instanceof Refusal)) throw error
          preview.refused.push({ id, label: store.label(record), problem: problemOf(refusal) })
        }
      }
      return preview
    },
    true,
  )
}
