import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import type { Task, TaskRow } from '../../../contract/operations/tasks'
import type { TaskOutcome } from '../../../contract/core/vocabulary'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../labels'
import { NAMED_RECORDS, NameList, WaitingNames } from '../RecordNames'
import { readRows } from './tasksApi'

/** Outcomes that an undo reverts. */
const REVERTED: readonly TaskOutcome[] = ['created', 'updated', 'deleted', 'restored']

/** Reads the first records that a task has changed, in the order of `REVERTED`. */
async function readReverted({ id, counts }: Task): Promise<TaskRow[]> {
  const found: TaskRow[] = []
  for (const outcome of REVERTED) {
    if (found.length >= NAMED_RECORDS) break
    if ((counts[outcome] ?? 0) > 0) found.push(...(await readRows(id, outcome, 1, NAMED_RECORDS)).rows)
  }
  return found.slice(0, NAMED_RECORDS)
}

/** Names the records that the undo of a task would change, and counts the others. */
export function UndoneNames({ task }: { task: Task }) {
  const format = useFormat()
  const { t } = format
  const total = REVERTED.reduce((sum, outcome) => sum + (task.counts[outcome] ?? 0), 0)
  const { data, error } = useQuery({
    queryKey: ['tasks', 'reverted', task.id, task.done],
    queryFn: () => readReverted(task),
  })
  if (task.resource === null || total === 0) return null
  if (error) return <Alert severity="error">{problemText(error, format)}</Alert>
  if (!data) return <WaitingNames count={total} />
  const { resource } = task
  const names = data.map(({ position, label }) => ({ key: position, name: label || resourceName(t, resource, 1) }))
  return <NameList label={resourceName(t, resource, total)} names={names} total={total} />
}
