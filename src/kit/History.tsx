import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { AuditEvent } from '../../contract/entities/audit-event'
import { useMay } from '../providers/auth/useSession'
import { countText } from '../providers/format/intl'
import { isObject } from '../providers/storage'
import { Instant } from '../ui/Instant'
import { Muted } from '../ui/Muted'
import { reasonText } from '../ui/problemText'
import { useFormat, type Format } from '../ui/useFormat'
import { onDemand } from '../ui/onDemand'
import { PlainList } from '../ui/Rows'
import { SecondaryText, Text } from '../ui/Text'
import { Card } from './RecordSections'
import { recordPath } from './recordPaths'
import { HistoryChange, useUndoKind } from './HistoryChange'
import type { AnyRecord } from './resource'

const UndoDialog = onDemand(() => import('./UndoDialog'))

const SHOWN = 5
/** Height of the placeholders, which is the minimum height, so that the content below a short history does not move. */
const WAITING_PX = 144
const MOST = 50

/** Shows the audit entries of a record, the newest first. */
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
      <PlainList ordered sx={{ display: 'grid', alignContent: 'start', gap: 3, minHeight: WAITING_PX }}>
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
  /** Entries after this one. */
  later: readonly AuditEvent[]
  resource: string
  record: AnyRecord
}

/** Returns the id of the resolution that an entry records; null for other entries. */
function resolutionOf({ action, changes }: AuditEvent): string | null {
  const id = action === 'resolutions.applied' && changes.find(({ field }) => field === 'resolution')?.new
  return typeof id === 'string' ? id : null
}

/** Returns the number of jobs with each action of a resolution: "Reassigned: 3 · Cancelled: 1". */
function resolvedJobsText({ action, changes }: AuditEvent, { t, locale }: Format): string {
  const counts = action.startsWith('resolutions.') && changes.find(({ field }) => field === 'jobs')?.new
  return isObject(counts)
    ? Object.entries(counts)
        .map(([what, count]) => `${t(`app.operations.resolve.did.${what}`)}: ${countText(Number(count), locale)}`)
        .join(' · ')
    : ''
}

function Entry({ event, later, resource, record }: EntryProps) {
  const format = useFormat()
  const { t } = format
  const [undoing, setUndoing] = useState(false)
  const undoKind = useUndoKind(event, later, resource, record)
  const resolution = resolutionOf(event)
  const resolvedJobs = resolvedJobsText(event, format)
  const verb = event.action.split('.').at(-1) ?? event.action
  return (
    <Text component="li" size="body2">
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Text component="span" weight="medium">
          {t(`app.history.did.${verb}`, { _: verb.replaceAll('_', ' ') })}
        </Text>
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
      {resolvedJobs !== '' && <SecondaryText>{resolvedJobs}</SecondaryText>}
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
      {resolution !== null && (
        <Link component={RouterLink} to={`${recordPath(resource, record.id)}?view=resolve&resolution=${resolution}`}>
          {t('app.operations.resolve.result')}
        </Link>
      )}
      {undoing && undoKind && (
        <UndoDialog
          kind={undoKind}
          event={event}
          resource={resource}
          record={record}
          onClose={() => setUndoing(false)}
        />
      )}
    </Text>
  )
}
