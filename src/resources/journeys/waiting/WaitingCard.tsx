import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Journey } from '../../../../contract/entities/journey'
import type { WaitingEntry } from '../../../../contract/entities/waiting-entry'
import { useMay } from '../../../providers/auth/useSession'
import { Instant } from '../../../ui/Instant'
import { PhoneText } from '../../../ui/PhoneText'
import { PlainList, Row } from '../../../ui/Rows'
import { StatusMark } from '../../../ui/StatusMark'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { RecordLink } from '../../../kit/RecordLink'
import { Card } from '../../../kit/RecordSections'
import { choiceKey } from '../../../kit/vocabularies'
import { call } from '../../../providers/http/call'
import { SecondaryText, Text } from '../../../ui/Text'
import { NeedMarks } from '../NeedMarks'

/** Waiting list of a journey in order of joining, with the state of each entry; hidden while empty. */
export function WaitingCard({ journey }: { journey: Journey }) {
  const { t } = useFormat()
  const mayEdit = useMay('edit', 'reservations')
  const [leaving, setLeaving] = useState<WaitingEntry | null>(null)
  const { data = [], refetch } = useQuery({
    queryKey: ['journeys', 'waiting', journey.id],
    queryFn: () => call('GET /journeys/:id/waiting-list', { params: { id: journey.id } }),
    staleTime: 0,
  })
  if (data.length === 0) return null
  const leave = async (entry: WaitingEntry) => {
    await call('POST /waiting-list/:id/withdraw', { params: { id: entry.id } })
    setLeaving(null)
    await refetch()
  }
  return (
    <Card title={t('app.waiting.title')}>
      <PlainList ordered>
        {data.map((entry) => (
          <WaitingLine
            key={entry.id}
            entry={entry}
            journey={journey}
            onLeave={mayEdit && entry.state === 'waiting' ? () => setLeaving(entry) : undefined}
          />
        ))}
      </PlainList>
      {leaving && (
        <TaskDialog
          grave
          title={t('app.waiting.leave')}
          text={t('app.waiting.leaveText', { name: leaving.lead_name })}
          action={t('app.waiting.leave')}
          onConfirm={() => leave(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  )
}

interface WaitingLineProps {
  entry: WaitingEntry
  journey: Journey
  /** Withdraws the entry from the list; undefined when not allowed. */
  onLeave: (() => void) | undefined
}

function WaitingLine({ entry, journey, onLeave }: WaitingLineProps) {
  const { t } = useFormat()
  const stationAt = (seq: number) => journey.calls?.find((call) => call.seq === seq)?.station_id ?? ''
  const contact = entry.lead_phone ?? entry.lead_email
  return (
    <Row sx={{ gap: 0, columnGap: 4, rowGap: 1 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'baseline' }}>
          <Text component="span" weight="medium">
            {entry.lead_name}
          </Text>
          <span>{t('app.reservation.seats', { smart_count: entry.seats })}</span>
          {entry.reservation_id !== null && <RecordLink resource="reservations" id={entry.reservation_id} />}
        </Box>
        <SecondaryText size="caption">
          <RecordLink plain resource="stations" id={stationAt(entry.board_seq)} />
          {' – '}
          <RecordLink plain resource="stations" id={stationAt(entry.alight_seq)} />
          {' · '}
          <Instant value={entry.created_at} />
        </SecondaryText>
        {entry.passengers.some(({ needs }) => needs.length > 0) && (
          <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', mt: 0.5, fontSize: 'caption.fontSize' }}>
            <NeedMarks passengers={entry.passengers} />
          </Box>
        )}
        {entry.state === 'waiting' && entry.skip_reason && (
          <SecondaryText size="caption">{t(choiceKey('waitingSkipReasons', entry.skip_reason))}</SecondaryText>
        )}
      </Box>
      {contact !== null && (
        <Link href={entry.lead_phone === null ? `mailto:${contact}` : `tel:${contact}`} color="text.secondary">
          {entry.lead_phone === null ? <bdi dir="ltr">{contact}</bdi> : <PhoneText>{contact}</PhoneText>}
        </Link>
      )}
      <StatusMark value={entry.state} label={t(choiceKey('waitingStates', entry.state))} />
      {onLeave && (
        <Button aria-label={`${t('app.waiting.leave')}, ${entry.lead_name}`} onClick={onLeave}>
          {t('app.waiting.leave')}
        </Button>
      )}
    </Row>
  )
}
