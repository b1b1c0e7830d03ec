import type { TaskOutcome } from '../../../contract/core/vocabulary'
import type { Task } from '../../../contract/operations/tasks'
import type { Format } from '../../ui/useFormat'
import { resourceName } from '../labels'

/** What a task does, in a few words. */
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

/** Where the parts of work have their names that is no list of rows. */
const STAGES: Partial<Record<Task['kind'], string>> = { timetable: 'gtfs', backup: 'backups', export: 'export' }

/** How far a task is: its rows, or the percent of what has none. */
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

/** The outcome of a row; of a dry run, what would happen to it. */
export function outcomeText(outcome: TaskOutcome, dryRun: boolean, t: Format['t']): string {
  const done = t(`choices.taskOutcomes.${outcome}`)
  return dryRun ? t(`app.tasks.dryRunOutcomes.${outcome}`, { _: done }) : done
}
