import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Task } from '../../../contract/operations/tasks'
import { numberFormat } from '../../providers/format/intl'
import { problemText } from '../../ui/problemText'
import { useFormat, type Format } from '../../ui/useFormat'
import { useSubmission } from '../../ui/useSubmission'
import { SelectBox } from '../../ui/SelectBox'
import { Column, FormColumns } from '../../ui/Column'
import { startBulk } from '../tasks/tasksApi'
import { TaskView } from '../tasks/TaskView'
import { labelOf, resourceNoun } from '../labels'
import type { AnySpec } from '../resource'
import { DeletionImpact, useDeletionPreview } from '../tasks/DeletionImpact'
import type { AnyField } from '../fields'
import { VOCABULARIES, choiceKey } from '../vocabularies'
import { RecordNames, WaitingNames } from '../RecordNames'
import { useSelection } from './selection'
import { useBulkTargets, type BulkTargets } from './useBulkTargets'
import { useList } from './useList'
import { sharedFields } from './sharedFields'
import { Text } from '../../ui/Text'

/** What is to be done to the selected records. */
export type BulkTask =
  | { kind: 'delete' }
  /** The word is the status in the reader's language. */
  | { kind: 'status'; status: string; word: string }
  | { kind: 'field' }

interface BulkDialogProps {
  spec: AnySpec
  task: BulkTask
  onClose: () => void
}

/** Changes or deletes many records on the server: names them first, then says how far it is and what was refused. */
export default function BulkDialog({ spec, task, onClose }: BulkDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const { filterValues, total = 0, meta } = useList()
  const { records, isAll, clear } = useSelection()
  const [started, setStarted] = useState<Task | null>(null)
  const { busy, refusal, run } = useSubmission()
  const [changes, setChanges] = useState<Record<string, unknown> | null>(
    task.kind === 'status' ? { [spec.statusField ?? 'status']: task.status } : null,
  )
  const { data: targets, error: unread, isLoading: isReading } = useBulkTargets(started === null)
  // The list that it was begun from is read again as it goes on.
  const smart_count = started?.total ?? targets?.total ?? (isAll ? total : records.size)
  const isMinimum = !started && (targets?.isMinimum ?? (isAll && meta?.totalIsMinimum === true))
  const count = numberFormat(locale).format(smart_count) + (isMinimum ? '+' : '')
  const name = resourceNoun(t, spec.name, smart_count)
  const isDeletion = task.kind === 'delete'
  const impact = useDeletionPreview(spec.name, isDeletion && !started ? (targets?.ids ?? []) : [])

  const start = async ({ ids }: BulkTargets) => {
    const chosen = ids ? { ids: [...ids] } : { filter: filterValues }
    const expected = isMinimum ? {} : { expected: smart_count }
    const work = isDeletion ? { action: 'delete' as const } : { action: 'change' as const, changes: changes ?? {} }
    setStarted(await startBulk(spec.name, { ...chosen, ...expected, ...work }))
  }
  const close = () => {
    if (started) clear()
    onClose()
  }
  return (
    <Dialog open onClose={busy ? undefined : close} maxWidth="sm" fullWidth aria-labelledby="bulk-title">
      <DialogTitle id="bulk-title">
        {t(isDeletion ? 'app.tasks.deleteTitle' : 'app.tasks.changeTitle', { count: smart_count, total: count, name })}
      </DialogTitle>
      <DialogContent>
        <Column>
          {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
          {started ? (
            <TaskView task={started} />
          ) : (
            <Typography color="text.secondary">
              {t(isDeletion ? 'app.tasks.deleteText' : 'app.tasks.changeText')}
            </Typography>
          )}
          {!started && unread && <Alert severity="error">{problemText(unread, format)}</Alert>}
          {!started && isReading && <WaitingNames count={smart_count} />}
          {!started && targets && <TargetNames spec={spec} targets={targets} />}
          {!started && <DeletionImpact resource={spec.name} impact={impact} />}
          {!started && task.kind === 'field' && (
            <ValueChoice
              spec={spec}
              onChange={(field, value) => setChanges(field === null ? null : { [field]: value })}
            />
          )}
          {!started && task.kind === 'status' && (
            <Text size="body2">
              {labelOf(t, spec.name, spec.statusField ?? 'status')}
              {': '}
              <b>{task.word}</b>
            </Text>
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
            disabled={!targets || targets.total === 0 || (isDeletion ? impact.data?.free === 0 : changes === null)}
            onClick={() => targets && void run(() => start(targets))}
          >
            {t(isDeletion ? 'app.tasks.deleteAll' : 'app.tasks.changeAll', { count: smart_count, total: count })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface TargetNamesProps {
  spec: AnySpec
  targets: BulkTargets
}

/** The records that it is about, and those of the selection that it is not. */
function TargetNames({ spec, targets: { named, total, isMinimum, leftOut } }: TargetNamesProps) {
  const { t, locale } = useFormat()
  return (
    <>
      {named.length > 0 && <RecordNames resource={spec.name} records={named} total={total} isMinimum={isMinimum} />}
      {leftOut.length > 0 && (
        <Alert severity="warning">
          {t('app.bulk.leftOut', {
            count: leftOut.length,
            total: numberFormat(locale).format(leftOut.length),
          })}
          <RecordNames resource={spec.name} records={leftOut} />
        </Alert>
      )}
    </>
  )
}

interface Choice {
  key: string
  value: unknown
  label: string
}

/** The values that many records can be given at once: those of a closed list. */
function choicesOf(field: AnyField, t: Format['t']): Choice[] {
  if (field.kind === 'boolean')
    return [true, false].map((value) => ({ key: String(value), value, label: t(`ra.boolean.${value}`) }))
  if (field.kind !== 'choice') return []
  return VOCABULARIES[field.vocabulary].map((value) => ({
    key: value,
    value,
    label: t(choiceKey(field.vocabulary, value)),
  }))
}

interface ValueChoiceProps {
  spec: AnySpec
  /** Null while no value is chosen. */
  onChange: (field: string | null, value: unknown) => void
}

/** Which field gets which value. */
function ValueChoice({ spec, onChange }: ValueChoiceProps) {
  const { t } = useFormat()
  const [source, setSource] = useState('')
  const [key, setKey] = useState('')
  const fields = sharedFields(spec)
  const field = fields.find((known) => known.source === source)
  const choices = field ? choicesOf(field, t) : []
  return (
    <FormColumns>
      <SelectBox
        label={t('app.tasks.field')}
        value={source}
        options={fields.map((known) => known.source)}
        labelOf={(known) => labelOf(t, spec.name, known)}
        onChange={(next) => {
          setSource(next)
          setKey('')
          onChange(null, null)
        }}
      />
      <SelectBox
        label={t('app.tasks.value')}
        value={key}
        disabled={!field}
        options={choices.map((choice) => choice.key)}
        labelOf={(known) => choices.find((choice) => choice.key === known)?.label}
        onChange={(next) => {
          setKey(next)
          onChange(source, choices.find((choice) => choice.key === next)?.value)
        }}
      />
    </FormColumns>
  )
}
