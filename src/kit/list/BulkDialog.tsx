import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { BULK_MAX_RECORDS } from '../../../contract/core/limits/tasks'
import { RESTORABLE_RESOURCES } from '../../../contract/core/vocabulary'
import type { Task } from '../../../contract/operations/tasks'
import { countText } from '../../providers/format/intl'
import { problemOf } from '../../providers/http/problem'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { useSubmission } from '../../ui/useSubmission'
import { Column } from '../../ui/Column'
import { startBulk } from '../tasks/tasksApi'
import { TaskView } from '../tasks/TaskView'
import { labelOf, resourceNoun } from '../labels'
import type { AnySpec } from '../resource'
import { DeletionImpact, useDeletionPreview } from '../tasks/DeletionImpact'
import { RecordNames, WaitingNames } from '../RecordNames'
import { useSelection } from './selection'
import { useBulkTargets, type BulkTargets } from './useBulkTargets'
import { BulkValueChoice } from './BulkValueChoice'
import { Text } from '../../ui/Text'

/** Operation on the selected records. */
export type BulkTask =
  | { kind: 'delete' }
  /** `word` is the status in the reader's language. */
  | { kind: 'status'; status: string; word: string }
  | { kind: 'field' }

interface BulkDialogProps {
  spec: AnySpec
  task: BulkTask
  onClose: () => void
}

function textOf({ name }: AnySpec, { kind }: BulkTask): string {
  if (kind !== 'delete') return 'app.tasks.changeText'
  return RESTORABLE_RESOURCES.includes(name) ? 'app.tasks.deleteText' : 'app.tasks.deleteTextFinal'
}

/** Names the records that will be changed or deleted, does it on the server, and shows progress and refusals. */
export default function BulkDialog({ spec, task, onClose }: BulkDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const selection = useSelection()
  const [started, setStarted] = useState<Task | null>(null)
  /** Number of records shown before other records matched; null while they are the same. */
  const [outdated, setOutdated] = useState<number | null>(null)
  const { busy, refusal, run } = useSubmission()
  const [changes, setChanges] = useState<Record<string, unknown> | null>(
    task.kind === 'status' ? { [spec.statusField ?? 'status']: task.status } : null,
  )
  const { data: targets, error: unread, isFetching: isReading, refetch } = useBulkTargets(started === null)
  const total = started?.total ?? targets?.total ?? selection.count
  const isTooMany = !started && targets?.choice === null
  const shownTotal = countText(total, locale, isTooMany)
  const isDeletion = task.kind === 'delete'
  const impact = useDeletionPreview(spec.name, isDeletion && !started ? (targets?.previewed ?? []) : [])
  const affected = isDeletion ? (impact.data?.free ?? total) : total

  const start = async ({ choice }: BulkTargets) => {
    if (choice === null) return
    const work = isDeletion ? { action: 'delete' as const } : { action: 'change' as const, changes: changes ?? {} }
    try {
      setStarted(await startBulk(spec.name, { ...choice, ...work }))
    } catch (error) {
      if (problemOf(error).code !== 'selection_changed') throw error
      setOutdated(total)
      await refetch()
    }
  }
  const close = () => {
    if (started) selection.clear()
    onClose()
  }
  return (
    <Dialog open onClose={busy ? undefined : close} maxWidth="sm" fullWidth aria-labelledby="bulk-title">
      <DialogTitle id="bulk-title">
        {t(isDeletion ? 'app.tasks.deleteTitle' : 'app.tasks.changeTitle', {
          count: total,
          total: shownTotal,
          name: resourceNoun(t, spec.name, total),
        })}
      </DialogTitle>
      <DialogContent>
        <Column>
          {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
          {started ? (
            <TaskView task={started} />
          ) : (
            <>
              <Typography color="text.secondary">{t(textOf(spec, task))}</Typography>
              {unread && <Alert severity="error">{problemText(unread, format)}</Alert>}
              {isTooMany && (
                <Alert severity="error">{t('app.bulk.tooMany', { max: countText(BULK_MAX_RECORDS, locale) })}</Alert>
              )}
              {outdated !== null && targets && !isReading && !unread && (
                <ChangedSelection shown={outdated} total={targets.total} />
              )}
              {isReading ? <WaitingNames count={total} /> : targets && <TargetNames spec={spec} targets={targets} />}
              <DeletionImpact resource={spec.name} impact={impact} />
              {task.kind === 'field' && (
                <BulkValueChoice
                  spec={spec}
                  onChange={(field, value) => setChanges(field === null ? null : { [field]: value })}
                />
              )}
              {task.kind === 'status' && (
                <Text size="body2">
                  {labelOf(t, spec.name, spec.statusField ?? 'status')}
                  {': '}
                  <b>{task.word}</b>
                </Text>
              )}
            </>
          )}
        </Column>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} disabled={busy}>
          {t(started ? 'ra.action.close' : 'ra.action.cancel')}
        </Button>
        {!started && (
          <Button
            variant="contained"
            color={isDeletion ? 'error' : 'primary'}
            loading={busy || isReading || impact.isLoading}
            disabled={!targets?.choice || affected === 0 || (changes === null && !isDeletion)}
            onClick={() => targets && void run(() => start(targets))}
          >
            {t(isDeletion ? 'app.tasks.deleteAll' : 'app.tasks.changeAll', {
              count: affected,
              total: countText(affected, locale, isTooMany),
            })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Warns that other records match than those that were shown. */
function ChangedSelection({ shown, total }: { shown: number; total: number }) {
  const { t, locale } = useFormat()
  return (
    <Alert severity="warning">
      {total === shown
        ? t('app.bulk.replaced', { total: countText(total, locale) })
        : t('app.bulk.changed', { count: total, total: countText(total, locale), shown: countText(shown, locale) })}
    </Alert>
  )
}

interface TargetNamesProps {
  spec: AnySpec
  targets: BulkTargets
}

/** Names the records that the operation acts on, and the selected ones that it leaves out. */
function TargetNames({ spec, targets: { choice, named, total, leftOut } }: TargetNamesProps) {
  const { t, locale } = useFormat()
  return (
    <>
      {named.length > 0 && (
        <RecordNames resource={spec.name} records={named} total={total} isMinimum={choice === null} />
      )}
      {leftOut.length > 0 && (
        <Alert severity="warning">
          {t('app.bulk.leftOut', {
            count: leftOut.length,
            total: countText(leftOut.length, locale),
          })}
          <RecordNames resource={spec.name} records={leftOut} />
        </Alert>
      )}
    </>
  )
}
