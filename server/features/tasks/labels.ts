import type { RowProblem } from '../../../contract/operations/tasks'
import { sentence } from '../../../contract/core/sentence'
import type { Store } from '../../crud/store'
import type { Tx } from '../../db/transaction'
import { readLastLabels } from './repository/audit-entries'

interface NamedRow {
  record_id: string | null
  /** Empty while it is unknown. */
  label: string
  /** Reason for the refusal; null without one. */
  problem: RowProblem | null
}

/** Adds the names of refused records. A deleted record has its last name. */
export async function withLabels<R extends NamedRow>(tx: Tx, store: Store, rows: readonly R[]): Promise<R[]> {
  const ids = rows.flatMap(({ record_id: id, label, problem }) => (problem && id && label === '' ? [id] : []))
  if (ids.length === 0) return [...rows]
  const current = await store.labelsIn(tx, ids)
  const deleted = ids.filter((id) => !current.has(id))
  const last = deleted.length > 0 ? await readLastLabels(tx, store.entity.resource, deleted) : new Map<string, string>()
  return rows.map((row) => {
    if (!row.problem || row.record_id === null || row.label !== '') return row
    const label = current.get(row.record_id)
    if (label !== undefined) return { ...row, label }
    return { ...row, label: last.get(row.record_id) ?? '', problem: problemOfDeleted(row.problem) }
  })
}

const problemOfDeleted = (problem: RowProblem): RowProblem =>
  problem.code === 'not_found'
    ? { code: 'not_found', detail: String(sentence`This record has been deleted.`) }
    : problem
