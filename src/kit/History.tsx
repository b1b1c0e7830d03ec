import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { AuditEvent } from '../../contract/entities/audit-event'
import { useMay } from '../providers/auth/useSession'
import { Instant } from '../ui/Instant'
import { Muted } from '../ui/Muted'
import { reasonText } from '../ui/reasonText'
import { useFormat } from '../ui/useFormat'
import { Card } from './RecordSections'
import { HistoryChange } from './HistoryChange'
import type { AnyRecord } from './resource'
import { useUndoKind } from './undoable'
import { onDemand } from '../ui/onDemand'
import { PlainList } from '../ui/Rows'
import { SecondaryText } from '../ui/SecondaryText'

const UndoDialog = onDemand(() => import('./UndoDialog'))

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
      <PlainList ordered sx={{ display: 'grid', gap: 3 }}>
        {!data && Array.from({ length: 3 }, (_, index) => <Skeleton key={index} component="li" height={40} />)}
        {data?.slice(0, all ? MOST : SHOWN).map((event, index) => (
          <Entry key={event.id} event={event} later={data.slice(0, index)} resource={resource} record={record} />
        ))}
        {data?.length === 0 && (
          <SecondaryText component="li" size="body2">
            {t('app.history.none')}
          </SecondaryText>
        )}
      </PlainList>
      {!all && (data?.length ?? 0) > SHOWN && (
        <Button onClick={() => setAll(true)} sx={{ mt: 3 }}>
          {t('app.history.all', { count: data?.length })}
        </Button>
      )}
    </Card>
  )
}

interface EntryProps {
  event: AuditEvent
  /** What happened after it. */
  later: readonly AuditEvent[]
  resource: string
  record: AnyRecord
}

function Entry({ event, later, resource, record }: EntryProps) {
  const { t } = useFormat()
  const [undoing, setUndoing] = useState(false)
  const undoKind = useUndoKind(event, later, resource, record)
  const verb = event.action.split('.').at(-1) ?? event.action
  return (
    <Box component="li" sx={{ fontSize: 'body2.fontSize' }}>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Box component="span" sx={{ fontWeight: 550 }}>
          {t(`app.history.did.${verb}`, { _: verb.replaceAll('_', ' ') })}
        </Box>
        <span>{event.actor_name}</span>
        <Muted>
          <Instant value={event.at} />
        </Muted>
        {undoKind && (
          <Button size="small" onClick={() => setUndoing(true)} sx={{ minWidth: 0, px: 1, py: 0 }}>
            {t('ra.action.undo')}
          </Button>
        )}
      </Box>
      {event.reason && <SecondaryText>{reasonText(event.reason, t)}</SecondaryText>}
      {verb !== 'created' &&
        event.changes.map((change) => (
          <HistoryChange
            key={change.field}
            change={change}
            resource={resource}
            record={record}
            isPlain={undoKind !== null && event.changes.length === 1}
          />
        ))}
      {undoing && undoKind && (
        <UndoDialog
          kind={undoKind}
          event={event}
          resource={resource}
          record={record}
          onClose={() => setUndoing(false)}
        />
      )}
    </Box>
  )
}
