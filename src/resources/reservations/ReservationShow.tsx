import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Fragment, useState } from 'react'
import { useGetOne } from 'react-admin'
import type { Journey } from '../../../contract/entities/journey'
import type { Reservation } from '../../../contract/entities/reservation'
import { isReturn } from '../../../contract/entities/reservation-parts'
import { formatMoney } from '../../providers/format/money'
import { useMay } from '../../providers/auth/useSession'
import { CallLine, CallStop } from '../../features/journeys/CallLine'
import { Instant } from '../../ui/Instant'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../../kit/FieldValue'
import { RecordPage } from '../../kit/Show'
import { RecordHeader } from '../../kit/RecordHeader'
import { RecordLink, useStationZone } from '../../kit/RecordLink'
import { RecordFacts } from '../../kit/RecordFacts'
import { AllDetails, Card, UpfrontSections } from '../../kit/RecordSections'
import { specOf } from '../../kit/registry'
import { TwoColumns, Column } from '../../ui/Column'
import { fieldOf, type AnyRecord } from '../../kit/resource'
import { choiceKey } from '../../kit/vocabularies'
import { History } from '../../kit/History'
import { OperatedBy } from '../../features/reassignment/operators'
import { MailsCard } from '../../features/mails/MailsCard'
import { UndoableResolutions } from '../../features/reassignment/UndoableResolutions'
import { SendTickets, TicketMenu } from './SendTickets'
import { MoneyCard } from './money/MoneyCard'
import { StatusSteps } from './show/StatusSteps'
import { PassengersCard } from './show/PassengersCard'
import { PriceCard } from './show/PriceCard'
import { ReservationActions, type ReservationTask } from './show/ReservationActions'
import { onDemand } from '../../ui/onDemand'
import { SecondaryText } from '../../ui/Text'

const ReservationTasks = onDemand(() => import('./show/ReservationTasks'))

const TICKETED: readonly Reservation['status'][] = ['confirmed', 'checked_in', 'boarded', 'completed']

/** Page of a reservation: customer, trip, time and amount due come first. */
export default function ReservationShow() {
  const spec = specOf('reservations')
  return (
    <RecordPage spec={spec}>
      {(record) => {
        const reservation = record as Reservation
        return (
          <>
            <Head record={record} />
            {reservation.hire && <UndoableResolutions recordId={reservation.id} />}
            <StatusSteps reservation={reservation} />
            <Column>
              <TwoColumns>
                <Column shrinks>
                  <UpfrontSections spec={spec} record={record} />
                  <Travel record={record} />
                  <PassengersCard reservation={reservation} />
                </Column>
                <Column shrinks>
                  <PriceCard reservation={reservation} />
                  <MoneyCard reservation={reservation} />
                  <History resource="reservations" record={record} />
                  <MailsCard about={reservation.id} />
                </Column>
              </TwoColumns>
              <AllDetails key={record.id} spec={spec} record={record} />
            </Column>
          </>
        )
      }}
    </RecordPage>
  )
}

function Head({ record }: { record: AnyRecord }) {
  const reservation = record as Reservation
  const [task, setTask] = useState<ReservationTask | null>(null)
  return (
    <>
      <RecordHeader
        spec={specOf('reservations')}
        record={record}
        subtitle={
          <>
            <Summary reservation={reservation} />
            <RecordFacts spec={specOf('reservations')} record={record} />
          </>
        }
        actions={
          <>
            <ReservationActions reservation={reservation} onTask={setTask} />
            {TICKETED.includes(reservation.status) && (
              <>
                <TicketMenu reservation={reservation} />
                <SendTickets reservation={reservation} />
              </>
            )}
          </>
        }
      />
      {task && <ReservationTasks reservation={reservation} task={task} onClose={() => setTask(null)} />}
    </>
  )
}

function Summary({ reservation }: { reservation: Reservation }) {
  const { t, locale } = useFormat()
  const owed = reservation.total_minor - reservation.paid_minor
  return (
    <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <span>{reservation.lead_name}</span>
      <span>{t('app.reservation.seats', { smart_count: reservation.seats })}</span>
      <span>{formatMoney(reservation.total_minor, reservation.currency, locale)}</span>
      <StatusMark
        value={reservation.payment_status}
        label={t(choiceKey('paymentStatuses', reservation.payment_status))}
      />
      {owed > 0 && (
        <span>{t('app.reservation.owed', { amount: formatMoney(owed, reservation.currency, locale) })}</span>
      )}
    </Box>
  )
}

function Travel({ record }: { record: AnyRecord }) {
  const { t } = useFormat()
  const reservation = record as Reservation
  const hire = fieldOf(specOf('reservations'), 'hire')
  const flight = fieldOf(specOf('reservations'), 'flight')
  return (
    <Card title={t('app.section.travel')}>
      {reservation.legs.map((leg, index) => (
        <Fragment key={index}>
          {isReturn(reservation.legs) && leg.direction !== reservation.legs[index - 1]?.direction && (
            <Typography variant="h3" sx={{ mb: 2 }}>
              {t(choiceKey('legDirections', leg.direction))}
            </Typography>
          )}
          <Leg journeyId={leg.journey_id} boardSeq={leg.board_seq} alightSeq={leg.alight_seq} />
        </Fragment>
      ))}
      {reservation.hire && hire && <FieldValue field={hire} record={record} resource="reservations" />}
      {reservation.operated_by !== null && (
        <Box sx={{ mt: 4 }}>
          <SecondaryText component="span" size="body2">
            {t('app.operations.operator.by')}
          </SecondaryText>{' '}
          <OperatedBy job={reservation} />
          <SecondaryText size="caption">{t('app.operations.operator.own')}</SecondaryText>
        </Box>
      )}
      {reservation.flight && flight && (
        <Box sx={{ mt: 4 }}>
          <FieldValue field={flight} record={record} resource="reservations" />
        </Box>
      )}
    </Card>
  )
}

interface LegProps {
  journeyId: string
  boardSeq: number
  alightSeq: number
}

/** A leg: stations and times of boarding and alighting. */
function Leg({ journeyId, boardSeq, alightSeq }: LegProps) {
  const allowed = useMay('show', 'journeys')
  const { data: journey, isPending } = useGetOne<Journey>(
    'journeys',
    { id: journeyId },
    { enabled: allowed, staleTime: 0 },
  )
  const board = journey?.calls?.find((call) => call.seq === boardSeq)
  const alight = journey?.calls?.find((call) => call.seq === alightSeq)
  return (
    <Box sx={{ mb: 4 }}>
      <Box sx={{ mb: 3 }}>
        <RecordLink resource="journeys" id={journeyId} />
      </Box>
      {allowed && isPending && <Skeleton height={88} />}
      {board && alight && (
        <CallLine>
          <CallStop place="first">
            <LegEnd stationId={board.station_id} at={board.planned_depart} />
          </CallStop>
          <CallStop place="last">
            <LegEnd stationId={alight.station_id} at={alight.planned_arrive} />
          </CallStop>
        </CallLine>
      )}
    </Box>
  )
}

function LegEnd({ stationId, at }: { stationId: string; at: string }) {
  const zone = useStationZone(stationId)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, pb: 3, pt: '3px' }}>
      <RecordLink resource="stations" id={stationId} />
      <Instant value={at} zone={zone} />
    </Box>
  )
}
