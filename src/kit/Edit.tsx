import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Edit as RecordEdit, useDataProvider, useEditContext } from 'react-admin'
import Alert from '@mui/material/Alert'
import { PageHeader } from '../ui/PageHeader'
import { problemOf, statusOf } from '../providers/http/problem'
import { listKey, recordKey } from '../providers/data/queryKeys'
import { useFormat } from '../ui/useFormat'
import { onDemand } from '../ui/onDemand'
import { useRecordWatch } from '../providers/live/LiveProvider'
import type { Conflict } from './form/conflict'
import { RecordForm, useSaved, useEntity } from './form/RecordForm'
import { PresenceBar } from './PresenceBar'
import { RecordSkeleton, RecordUnavailable } from './RecordStates'
import { recordPath } from './recordPaths'
import { specOf } from './registry'
import type { AnyRecord, AnySpec } from './resource'

const ConflictDialog = onDemand(() => import('./form/ConflictDialog'))

interface UpdateVariables {
  data?: Partial<AnyRecord>
  previousData?: AnyRecord
}

// A record is read when its form opens, and not again while the user types.
const QUERY_OPTIONS = { staleTime: 0, refetchOnReconnect: false, onError: () => undefined } as const

/**
 * Page that edits a record. A save that conflicts with another user's shows both versions. @param children replaces the
 * sections of the form
 */
export function Edit({ resource, children }: { resource: string; children?: ReactNode }) {
  const spec = specOf(resource)
  const entity = useEntity(spec)
  const [problem, setProblem] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const onSuccess = useSaved(spec, 'edit')
  const onError = (error: unknown, variables: UpdateVariables) => {
    const { current } = problemOf(error)
    const { data, previousData } = variables
    if (statusOf(error) === 412 && current && data && previousData) {
      setProblem(null)
      setConflict({ base: previousData, mine: { ...previousData, ...data }, theirs: current as AnyRecord })
    } else setProblem(error)
  }
  return (
    <RecordEdit
      disableAuthentication
      resource={spec.name}
      mutationMode="pessimistic"
      redirect="show"
      queryOptions={QUERY_OPTIONS}
      mutationOptions={{ onSuccess, onError }}
      component="div"
      title={false}
      actions={false}
      offline={false}
      render={() => (
        <>
          <EditPage spec={spec} entity={entity} problem={problem}>
            {children}
          </EditPage>
          {conflict && (
            <ConflictResolution
              spec={spec}
              conflict={conflict}
              onResolved={onSuccess}
              onNext={setConflict}
              onFailed={(error) => {
                setConflict(null)
                setProblem(error)
              }}
            />
          )}
        </>
      )}
    />
  )
}

interface EditPageProps {
  spec: AnySpec
  entity: ReturnType<typeof useEntity>
  problem: unknown
  children: ReactNode
}

function EditPage({ spec, entity, problem, children }: EditPageProps) {
  const { t, language } = useFormat()
  const { record, error, refetch } = useEditContext<AnyRecord>()
  if (!record && error) return <RecordUnavailable spec={spec} error={error} retry={() => void refetch()} />
  if (!record || !entity) return <RecordSkeleton spec={spec} />
  const name = spec.represent(record, language)
  const path = recordPath(spec.name, record.id)
  return (
    <>
      <PageHeader
        title={t('app.form.editTitle', { name })}
        back={{ to: path, label: name }}
        beside={<PresenceBar resource={spec.name} id={record.id} isEditing />}
      />
      <ChangedMeanwhile resource={spec.name} id={record.id} />
      <RecordForm spec={spec} entity={entity} mode="edit" record={record} problem={problem} cancelTo={path}>
        {children}
      </RecordForm>
    </>
  )
}

interface ConflictResolutionProps {
  spec: AnySpec
  conflict: Conflict
  onResolved: (record: AnyRecord) => void
  /** Called with the next conflict; null without one. */
  onNext: (conflict: Conflict | null) => void
  onFailed: (error: unknown) => void
}

function ConflictResolution({ spec, conflict, onResolved, onNext, onFailed }: ConflictResolutionProps) {
  const provider = useDataProvider()
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState(false)
  const { theirs, mine } = conflict
  const remember = (record: AnyRecord) => {
    queryClient.setQueriesData({ queryKey: recordKey(spec.name, record.id) }, record)
    void queryClient.invalidateQueries({ queryKey: listKey(spec.name) })
  }
  const save = async (data: AnyRecord) => {
    setSaving(true)
    try {
      const { data: saved } = await provider.update<AnyRecord>(spec.name, { id: theirs.id, data, previousData: theirs })
      remember(saved)
      onNext(null)
      onResolved(saved)
    } catch (error) {
      const { current } = problemOf(error)
      if (statusOf(error) === 412 && current) onNext({ base: theirs, mine, theirs: current as AnyRecord })
      else onFailed(error)
    } finally {
      setSaving(false)
    }
  }
  const takeTheirs = () => {
    remember(theirs)
    onNext(null)
  }
  return (
    <ConflictDialog
      key={theirs['version'] as number}
      spec={spec}
      conflict={conflict}
      saving={saving}
      onSave={(record) => void save(record)}
      onTakeTheirs={takeTheirs}
      onClose={() => onNext(null)}
    />
  )
}

/** Warns that another user changed the record while its form is open; the input stays. */
export function ChangedMeanwhile({ resource, id }: { resource: string; id: string }) {
  const { t } = useFormat()
  const change = useRecordWatch(resource, id)
  if (!change) return null
  const done = change.change === 'deleted' ? 'deleted' : 'changed'
  const name = change.by?.name
  return (
    <Alert severity={done === 'deleted' ? 'error' : 'warning'} sx={{ mb: 4 }}>
      {name ? t(`app.live.${done}By`, { name }) : t(`app.live.${done}BySystem`)}
    </Alert>
  )
}
