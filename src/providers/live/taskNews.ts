import type { QueryClient } from '@tanstack/react-query'
import type { Task, TaskProgress } from '../../../contract/operations/tasks'
import { isObject } from '../storage'

const ENDED: readonly Task['state'][] = ['succeeded', 'failed', 'cancelled']

/** Shows how far a task is wherever the console has it; one that is new or over is read again. */
export function hearOfTask(client: QueryClient, progress: TaskProgress): void {
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

/** Reads again what the console shows of tasks; an answer that is on its way may be older than the news. */
export function rereadTasks(client: QueryClient): void {
  for (const part of ['one', 'list', 'run']) {
    const queryKey = ['tasks', part]
    void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }))
  }
}

/** A message may be older than what was read meanwhile. */
const ahead = (task: Task, progress: TaskProgress): Task =>
  task.id === progress.id && task.finished_at === null && progress.done >= task.done ? { ...task, ...progress } : task

function tasksIn(data: unknown): { id: unknown }[] {
  const rows = isObject(data) && Array.isArray(data['rows']) ? data['rows'] : [data]
  return rows.filter((row): row is { id: unknown } => isObject(row) && 'id' in row)
}
