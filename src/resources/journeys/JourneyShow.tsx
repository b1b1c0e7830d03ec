import Box from '@mui/material/Box'
import { useState } from 'react'
import { useReference } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Journey } from '../../../contract/entities/journey'
import { daysBetween, formatDate, toZonedInput } from '../../providers/format/dates'
import { formatMinutes } from '../../providers/format/durations'
import { useMay } from '../../providers/auth/useSession'
import { Instant } from '../../ui/Instant'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { RecordPage } from '../../kit/Show'
import { RecordHeader } from '../../kit/RecordHeader'
import { RecordLink } from '../../kit/RecordLink'
import { RecordFacts } from '../../kit/RecordFacts'
import { AllDetails, Card, UpfrontSections } from '../../kit/RecordSections'
import { specOf } from '../../kit/registry'
import { TwoColumns, Column } from '../../ui/Column'
import { MailsCard } from '../../features/mails/MailsCard'
import { JourneyAllotments } from '../../features/allotments/Allotments'
import type { AnyRecord } from '../../kit/resource'
import { RecordSkeleton } from '../../kit/RecordStates'
import { choiceKey } from '../../kit/vocabularies'
import { Calls } from './Calls'
import { CrewCard } from './CrewCard'
import { History } from '../../kit/History'
import { isRunning, JourneyActions, type JourneyTask } from './JourneyActions'
import { JourneyTasks } from './JourneyTasks'
import { ManifestCard } from './manifest/ManifestCard'
import { WaitingCard } from './waiting/WaitingCard'
import { UndoableResolutions } from '../../features/reassignment/UndoableResolutions'
import { onDemand } from '../../ui/onDemand'
import Alert from '@mui/material/Alert'

const CheckIn = onDemand(
  () => import('./checkin/CheckIn'),
  () => <RecordSkeleton spec={specOf('journeys')} />,
)

/** Page of a journey: vehicle and staff, calls with times and load, passengers and history. */
export default function JourneyShow() {
  const spec = specOf('journeys')
  const [query] = useSearchParams()
  return (
    <RecordPage spec={spec}>
      {(record) =>
        query.get('view') === 'check-in' ? <CheckIn journey={record as Journey} /> : <Whole record={record} />
      }
    </RecordPage>
  )
}

function Whole({ record }: { record: AnyRecord }) {
  const journey = record as Journey
  const mayEdit = useMay('edit', 'journeys')
  const mayBook = useMay('show', 'reservations')
  const [task, setTask] = useState<JourneyTask | null>(null)
  const about = { spec: specOf('journeys'), record }
  return (
    <>
      <JourneyHeader record={record} onTask={setTask} />
      <UndoableResolutions recordId={journey.id} />
      <ShortOfRoom journey={journey} />
      <Column>
        <TwoColumns>
          <Column shrinks>
            <UpfrontSections {...about} />
            <CallsCard record={record} />
            {mayBook && journey.kind === 'passenger' && <ManifestCard journey={journey} />}
            {mayBook && journey.kind === 'passenger' && <WaitingCard journey={journey} />}
            {journey.kind === 'passenger' && <JourneyAllotments journey={journey} />}
          </Column>
          <Column shrinks>
            <CrewCard
              journey={journey}
              onAssign={mayEdit && isRunning(journey) ? () => setTask('assign') : undefined}
            />
            <History resource="journeys" record={record} />
            <MailsCard about={journey.id} />
          </Column>
        </TwoColumns>
        <AllDetails key={record.id} {...about} />
      </Column>
      <JourneyTasks journey={journey} task={task} onClose={() => setTask(null)} />
    </>
  )
}

function JourneyHeader({ record, onTask }: { record: AnyRecord; onTask: (task: JourneyTask) => void }) {
  const { t, locale } = useFormat()
  const journey = record as Journey
  const overnight = daysBetween(journey.service_date, toZonedInput(journey.departs_at, journey.timezone).slice(0, 10))
  return (
    <RecordHeader
      spec={specOf('journeys')}
      record={record}
      subtitle={
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'center' }}>
            <RecordLink resource="routes" id={journey.route_id} />
            <span>
              {formatDate(journey.service_date, locale, {
                weekday: 'short',
                day: 'numeric',
                month: 'short',
                year: 'numeric',
              })}
            </span>
            <span>
              <Instant value={journey.departs_at} zone={journey.timezone} timeOnly />
              {overnight > 0 && ` +${overnight}`}
            </span>
            <StatusMark
              value={journey.availability_status}
              label={t(choiceKey('availabilityStatuses', journey.availability_status))}
            />
            {journey.delay_min !== 0 && (
              <Box component="span" sx={{ color: 'warning.main', fontWeight: 550 }}>
                {t(journey.delay_min > 0 ? 'app.journey.late' : 'app.journey.early', {
                  time: formatMinutes(Math.abs(journey.delay_min), locale),
                })}
              </Box>
            )}
          </Box>
          <RecordFacts spec={specOf('journeys')} record={record} />
        </>
      }
      actions={<JourneyActions journey={journey} onTask={onTask} />}
    />
  )
}

function CallsCard({ record }: { record: AnyRecord }) {
  const { t } = useFormat()
  const journey = record as Journey
  const { referenceRecord: route } = useReference<AnyRecord>({ reference: 'routes', id: journey.route_id })
  const color: unknown = route?.['color']
  return (
    <Card title={t('app.section.calls')}>
      <Calls journey={journey} color={typeof color === 'string' ? color : null} />
    </Card>
  )
}

/** Warns about passengers and luggage that exceed the capacity of the assigned vehicle, with possible solutions. */
export function ShortOfRoom({ journey }: { journey: Journey }) {
  const { t } = useFormat()
  const short = {
    seats: journey.peak_load - journey.seats,
    wheelchairs: journey.peak_wheelchairs - journey.wheelchair_spaces,
    child_seats: journey.peak_child_seats - journey.child_seats,
    luggage_units: journey.peak_luggage_units - journey.luggage_units,
  }
  const lacking = Object.entries(short).filter(([, count]) => count > 0)
  if (lacking.length === 0) return null
  return (
    <Alert severity="error" sx={{ mb: 4 }}>
      {[
        ...lacking.map(([kind, count]) => t(`app.journey.short.${kind}`, { count })),
        t('app.journey.short.remedy'),
      ].join(' ')}
    </Alert>
  )
}
