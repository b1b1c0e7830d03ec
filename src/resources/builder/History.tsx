import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { useGetList } from 'react-admin'
import type { AuditEvent } from '../../../contract/entities/audit-event'
import { UNDO_LIFE_H } from '../../../contract/limits'
import { RESTORABLE_RESOURCES } from '../../../contract/vocabulary'
import { useMay } from '../../providers/auth/useSession'
import { Instant } from '../../ui/Instant'
import { Muted, NOTHING } from '../../ui/Muted'
import { reasonText } from '../../ui/reasonText'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { Card } from './RecordSections'
import { canGoBack, HistoryChange } from './HistoryChange'
import { specOf } from './registry'
import type { AnyRecord } from './resource'

const UndoDialog = lazy(() => import('./UndoDialog'))

const HOUR_MS = 3_600_000
const SHOWN = 5
const MOST = 50

/** Who did what with a record, when and why; the newest first. */
export function History({ resource, record }: { resource: string; record: AnyRecord }) {
  const { t } = useFormat()
  const mayList = useMay('list', 'audit-events')
  const [all, setAll] = useState(false)
  const { data } = useGetList<AuditEvent>(
    'audit-events',
    {
      filter: { entity_type: resource, entity_id: record.id },
      sort: { field: 'at', order: 'DESC' },
      pagination: { page: 1, perPage: MOST },
    },
    { enabled: mayList, staleTime: 0 },
  )
  if (!mayList) return null
  return (
    <Card title={t('app.history.title')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {!data && Array.from({ length: 3 }, (_, index) => <Skeleton key={index} component="li" height={40} />)}
        {data?.slice(0, all ? MOST : SHOWN).map((event) => (
          <Entry key={event.id} event={event} resource={resource} record={record} />
        ))}
        {data?.length === 0 && <li>{NOTHING}</li>}
      </Box>
      {!all && (data?.length ?? 0) > SHOWN && (
        <Button onClick={() => setAll(true)} sx={{ mt: 3 }}>
          {t('app.history.all', { count: data?.length })}
        </Button>
      )}
    </Card>
  )
}

function Entry({ event, resource, record }: { event: AuditEvent; resource: string; record: AnyRecord }) {
  const { t } = useFormat()
  const [undoing, setUndoing] = useState(false)
  const isUndoable = useIsUndoable(event, resource, record)
  const verb = event.action.split('.').at(-1) ?? event.action
  return (
    <Box component="li" sx={{ fontSize: 13 }}>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Box component="span" sx={{ fontWeight: 550 }}>
          {t(`app.history.did.${verb}`, { _: verb.replaceAll('_', ' ') })}
        </Box>
        <span>{event.actor_name}</span>
        <Muted>
          <Instant value={event.at} />
        </Muted>
        {isUndoable && (
          <Button size="small" onClick={() => setUndoing(true)} sx={{ minWidth: 0, px: 1, py: 0 }}>
            {t('ra.action.undo')}
          </Button>
        )}
      </Box>
      {event.reason && <Box sx={{ color: 'text.secondary' }}>{reasonText(event.reason, t)}</Box>}
      {verb !== 'created' &&
        event.changes.map((change) => (
          <HistoryChange
            key={change.field}
            change={change}
            resource={resource}
            record={record}
            isPlain={isUndoable && event.changes.length === 1}
          />
        ))}
      {undoing && (
        <Suspense fallback={null}>
          <UndoDialog event={event} resource={resource} record={record} onClose={() => setUndoing(false)} />
        </Suspense>
      )}
    </Box>
  )
}

/** Whether an entry can be taken back as a whole: for a day, while nothing has happened to it since. */
function useIsUndoable({ action, at, changes }: AuditEvent, resource: string, record: AnyRecord): boolean {
  const now = useNow()
  const mayEdit = useMay('edit', resource)
  const mayDelete = useMay('delete', resource)
  if (Date.parse(at) + UNDO_LIFE_H * HOUR_MS <= now) return false
  if (action.endsWith('.created'))
    return mayEdit && mayDelete && record['version'] === 1 && RESTORABLE_RESOURCES.some((known) => known === resource)
  return (
    action.endsWith('.updated') &&
    mayEdit &&
    changes.length > 0 &&
    changes.every((change) => canGoBack(specOf(resource), record, change))
  )
}
