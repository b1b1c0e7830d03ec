import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { AuditChange, AuditEvent } from '../../../contract/entities/audit-event'
import { useMay } from '../../providers/auth/useSession'
import { Instant } from '../../ui/Instant'
import { Muted, NOTHING } from '../../ui/Muted'
import { reasonText } from '../../ui/reasonText'
import { useFormat } from '../../ui/useFormat'
import { labelOf } from '../builder/labels'
import { RecordLink } from '../builder/RecordLink'
import { Card } from '../builder/RecordSections'
import { FieldValue } from '../builder/displays'
import { specOf } from '../builder/registry'
import { fieldOf } from '../builder/resource'

const SHOWN = 5
const MOST = 50

/** Who did what with a record, when and why; the newest first. */
export function History({
  resource,
  id,
}: {
  resource: 'journeys' | 'vehicles' | 'staff' | 'reservations'
  id: string
}) {
  const { t } = useFormat()
  const mayList = useMay('list', 'audit-events')
  const [all, setAll] = useState(false)
  const { data } = useGetList<AuditEvent>(
    'audit-events',
    {
      filter: { entity_type: resource, entity_id: id },
      sort: { field: 'at', order: 'DESC' },
      pagination: { page: 1, perPage: MOST },
    },
    { enabled: mayList, staleTime: 0 },
  )
  if (!mayList) return null
  return (
    <Card title={t('app.depot.history.title')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {!data && Array.from({ length: 3 }, (_, index) => <Skeleton key={index} component="li" height={40} />)}
        {data?.slice(0, all ? MOST : SHOWN).map((event) => (
          <Entry key={event.id} event={event} resource={resource} />
        ))}
        {data?.length === 0 && <li>{NOTHING}</li>}
      </Box>
      {!all && (data?.length ?? 0) > SHOWN && (
        <Button onClick={() => setAll(true)} sx={{ mt: 3 }}>
          {t('app.depot.history.all', { count: data?.length })}
        </Button>
      )}
    </Card>
  )
}

function Entry({ event, resource }: { event: AuditEvent; resource: string }) {
  const { t } = useFormat()
  const verb = event.action.split('.').at(-1) ?? event.action
  return (
    <Box component="li" sx={{ fontSize: 13 }}>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Box component="span" sx={{ fontWeight: 550 }}>
          {t(`app.depot.history.did.${verb}`, { _: verb.replaceAll('_', ' ') })}
        </Box>
        <span>{event.actor_name}</span>
        <Muted>
          <Instant value={event.at} />
        </Muted>
      </Box>
      {event.reason && <Box sx={{ color: 'text.secondary' }}>{reasonText(event.reason, t)}</Box>}
      {verb !== 'created' &&
        event.changes.map((change) => <Change key={change.field} change={change} resource={resource} />)}
    </Box>
  )
}

function Change({ change, resource }: { change: AuditChange; resource: string }) {
  const { t } = useFormat()
  const spec = specOf(resource)
  const field = fieldOf(spec, change.field)
  if (!field || field.kind === 'rows' || field.kind === 'group') return null
  const show = (value: unknown) => {
    if (value === null || value === undefined || value === '') return NOTHING
    if (field.kind === 'reference' && typeof value === 'string') return <RecordLink resource={field.to} id={value} />
    return <FieldValue field={field} record={{ id: '', [change.field]: value }} resource={resource} />
  }
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', color: 'text.secondary' }}>
      <span>{`${labelOf(t, resource, change.field)}:`}</span>
      <span>{show(change.old)}</span>
      <Box component="span" aria-label={t('app.depot.history.to')} role="img">
        <Box component="span" sx={{ display: 'inline-block', 'html[dir=rtl] &': { transform: 'scaleX(-1)' } }}>
          {'→'}
        </Box>
      </Box>
      <span>{show(change.new)}</span>
    </Box>
  )
}
