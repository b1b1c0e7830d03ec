import type { DeletionPreview, RowProblem } from '../../../contract/operations/tasks'
import type { Store } from '../../crud/store'
import { attempt } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { problemOf } from './completion'
import { withLabels } from './labels'

/** Returns the result that a deletion would have: deletes the records and rolls back. */
export function previewDeletionOf(store: Store, ids: readonly string[], context: Context): Promise<DeletionPreview> {
  return store.write(
    context,
    async (tx) => {
      const refused: { record_id: string; label: string; problem: RowProblem }[] = []
      for (const id of ids) {
        try {
          await attempt(tx, () => store.removeIn(tx, id, null, context))
        } catch (error) {
          const refusal = store.refused(error)
          if (!(refusal instanceof Refusal)) throw error
          refused.push({ record_id: id, label: '', problem: problemOf(refusal) })
        }
      }
      const named = await withLabels(tx, store, refused)
      return {
        free: ids.length - refused.length,
        refused: named.map(({ record_id: id, label, problem }) => ({ id, label, problem })),
      }
    },
    true,
  )
}
