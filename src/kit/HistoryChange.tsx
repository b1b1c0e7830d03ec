import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useUpdate } from 'react-admin'
import type { AuditChange, AuditEvent } from '../../contract/entities/audit-event'
import { UNDO_LIFE_H } from '../../contract/core/limits/tasks'
import { RESTORABLE_RESOURCES } from '../../contract/core/vocabulary'
import { useMay } from '../providers/auth/useSession'
import { NOTHING } from '../ui/Muted'
import { problemText } from '../ui/problemText'
import { useFormat } from '../ui/useFormat'
import { useNow } from '../ui/useNow'
import { FieldValue } from './FieldValue'
import { isEditable, type AnyField } from './fieldList'
import { labelOf } from './labels'
import { RecordLink } from './RecordLink'
import { specOf } from './registry'
import { fieldOf, type AnyRecord, type AnySpec } from './resource'

interface HistoryChangeProps {
  change: AuditChange
  resource: string
  /** Present record. */
  record: AnyRecord
  /** Shows the values without a button to revert them. */
  isPlain?: boolean
}

/** Shows the old and the new value of a field, with a button to revert it unless it has changed since. */
export function HistoryChange({ change, resource, record, isPlain = false }: HistoryChangeProps) {
  const { t } = useFormat()
  const mayEdit = useMay('edit', resource)
  const spec = specOf(resource)
  const field = fieldOf(spec, change.field)
  if (!field || field.kind === 'rows' || field.kind === 'group') return null
  const show = (value: unknown) => {
    if (value === null || value === undefined || value === '') return NOTHING
    if (field.kind === 'reference' && typeof value === 'string') return <RecordLink resource={field.to} id={value} />
    return <FieldValue field={field} record={{ id: '', [change.field]: value }} resource={resource} />
  }
  const isSafe = !isPlain && mayEdit && canRevert(spec, record, change)
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', color: 'text.secondary' }}>
      <span>{`${labelOf(t, resource, change.field)}:`}</span>
      <span>{show(change.old)}</span>
      <Box component="span" aria-label={t('app.history.to')} role="img">
        <Box component="span" sx={{ display: 'inline-block', 'html[dir=rtl] &': { transform: 'scaleX(-1)' } }}>
          {'→'}
        </Box>
      </Box>
      <span>{show(change.new)}</span>
      {isSafe && <RevertButton change={change} resource={resource} record={record} />}
    </Box>
  )
}

/** Whether the field is editable here and still has the new value of the change. */
function canRevert(spec: AnySpec, record: AnyRecord, change: AuditChange): boolean {
  const field = fieldOf(spec, change.field)
  return field !== undefined && isEditedByForm(field) && hasNewValue(record, change)
}

/** Excludes statuses, which change by transitions only, and fields that the form does not edit. */
const isEditedByForm = (field: AnyField): boolean => isEditable(field) && !(field.kind === 'choice' && field.status)

const hasNewValue = (record: AnyRecord, { field, new: after }: AuditChange): boolean =>
  JSON.stringify(record[field] ?? null) === JSON.stringify(after ?? null)

function RevertButton({ change, resource, record }: HistoryChangeProps) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [update, { isPending }] = useUpdate<AnyRecord>()
  const field = labelOf(t, resource, change.field)
  const revert = () =>
    void update(
      resource,
      { id: record.id, data: { [change.field]: change.old }, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: ['audit-events'] })
          notify('app.history.isBack', { type: 'info', messageArgs: { field } })
        },
        onError: (error) => notify(problemText(error, format), { type: 'error' }),
      },
    )
  return (
    <Button size="small" disabled={isPending} aria-label={t('app.history.putBackField', { field })} onClick={revert}>
      {t('app.history.putBack')}
    </Button>
  )
}

const HOUR_MS = 3_600_000

export type UndoKind = 'creation' | 'change' | 'merge'

/**
 * Returns how an entry of the history can be undone as a whole, for a day and unless the record has changed since.
 * @param later entries after it @returns null if it cannot be undone
 */
export function useUndoKind(
  { action, at, changes }: AuditEvent,
  later: readonly AuditEvent[],
  resource: string,
  record: AnyRecord,
): UndoKind | null {
  const now = useNow()
  const mayEdit = useMay('edit', resource)
  const mayDelete = useMay('delete', resource)
  if (!mayEdit || Date.parse(at) + UNDO_LIFE_H * HOUR_MS <= now) return null
  switch (action.split('.').at(-1)) {
    case 'created':
      return mayDelete && record['version'] === 1 && RESTORABLE_RESOURCES.some((known) => known === resource)
        ? 'creation'
        : null
    case 'updated':
      return changes.length > 0 && changes.every((change) => canRevert(specOf(resource), record, change))
        ? 'change'
        : null
    case 'merged':
      return mayDelete && !later.some((event) => event.action.endsWith('.unmerged')) ? 'merge' : null
    default:
      return null
  }
}
