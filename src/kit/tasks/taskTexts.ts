import type { TaskOutcome } from '../../../contract/core/vocabulary'
import type { Task } from '../../../contract/operations/tasks'
import type { Format } from '../../ui/useFormat'
import { resourceName } from '../labels'

/** Returns a short title of a task. */
export function taskTitle({ kind, action, resource, source, is_trial: dryRun }: Task, t: Format['t']): string {
  const name = resource === null ? '' : resourceName(t, resource)
  switch (kind) {
    case 'import':
      return t(dryRun ? 'app.tasks.dryRun' : 'app.tasks.import', { name, source })
    case 'undo':
      return t('app.tasks.undoing', { name })
    case 'bulk':
      return t(action === 'delete' ? 'app.tasks.deleting' : 'app.tasks.changing', { name })
    case 'timetable':
      return t(dryRun ? 'app.longWork.checkTimetable' : 'app.longWork.timetable', { source })
    case 'generation':
      return t('app.longWork.generation')
    case 'export':
      return t('app.export.task', { name })
    case 'backup':
      return t('app.backups.making')
  }
}

/** Dictionary keys of the stages of tasks that do not process rows. */
const STAGES: Partial<Record<Task['kind'], string>> = { timetable: 'gtfs', backup: 'backups', export: 'export' }

/** Returns the progress of a task: its rows, or a percentage for tasks without rows. */
export function progressText(
  { kind, state, stage, done, total }: Task,
  t: Format['t'],
  number: (value: number) => string,
): string {
  const stages = STAGES[kind]
  if (stages === undefined) return t('app.tasks.progress', { done: number(done), total: number(total) })
  const percent = `${number(done)} %`
  if (state === 'queued') return t('app.longWork.waits')
  if (stage === null || state !== 'running') return percent
  return `${t(`app.${stages}.stage.${stage}`)}: ${percent}`
}

/** Returns the text of the outcome of a row; for a dry run, what would happen to it. */
export function outcomeText(outcome: TaskOutcome, dryRun: boolean, t: Format['t']): string {
  const done = t(`choices.taskOutcomes.${outcome}`)
  return dryRun ? t(`app.tasks.dryRunOutcomes.${outcome}`, { _: done }) : done
}
