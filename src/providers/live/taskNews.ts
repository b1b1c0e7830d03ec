import type { QueryClient } from '@tanstack/react-query'
import type { Task, TaskProgress } from '../../../contract/operations/tasks'
import { isObject } from '../storage'

const ENDED: readonly Task['state'][] = ['succeeded', 'failed', 'cancelled']

/** Updates the progress of a task in all cached queries; a new or finished task is reloaded. */
export function applyTaskProgress(client: QueryClient, progress: TaskProgress): void {
  if (ENDED.includes(progress.state)) return rereadTasks(client)
  const known = client.getQueriesData({ queryKey: ['tasks'] }).flatMap(([, data]) => tasksIn(data))
  if (!known.some((task) => task.id === progress.id)) void client.invalidateQueries({ queryKey: ['tasks', 'list'] })
  client.setQueriesData(
    { queryKey: ['tasks', 'one', progress.id] },
    (task: Task | undefined) => task && ahead(task, progress),
  )
  client.setQueriesData(
    { queryKey: ['tasks', 'list'] },
    (page: { rows: Task[]; total: number } | undefined) =>
      page && { ...page, rows: page.rows.map((task) => ahead(task, progress)) },
  )
}

/** Reloads cached tasks; cancels pending reads first, which may be older than the message. */
export function rereadTasks(client: QueryClient): void {
  for (const part of ['one', 'list', 'run']) {
    const queryKey = ['tasks', part]
    void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }))
  }
}

/** Merges progress unless the cached task is newer than the message. */
const ahead = (task: Task, progress: TaskProgress): Task =>
  task.id === progress.id && task.finished_at === null && progress.done >= task.done ? { ...task, ...progress } : task

function tasksIn(data: unknown): { id: unknown }[] {
  const rows = isObject(data) && Array.isArray(data['rows']) ? data['rows'] : [data]
  return rows.filter((row): row is { id: unknown } => isObject(row) && 'id' in row)
}
