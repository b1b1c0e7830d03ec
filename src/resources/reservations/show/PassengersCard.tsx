import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { PASSENGER_STATUSES } from '../../../../contract/core/vocabulary'
import { useMay } from '../../../providers/auth/useSession'
import { useReread } from '../../../providers/data/useReread'
import { useSubmission } from '../../../ui/useSubmission'
import { problemText } from '../../../ui/problemText'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { choiceKey } from '../../../kit/vocabularies'
import { stepReservation } from '../desk/deskApi'
import { CancelDialog } from './CancelDialog'
import { PlainList } from '../../../ui/Rows'

type PassengerStatus = (typeof PASSENGER_STATUSES)[number]

const NEXT: Partial<Record<PassengerStatus, 'check-in' | 'board'>> = { booked: 'check-in', checked_in: 'board' }
const TRAVELLING: readonly Reservation['status'][] = ['confirmed', 'checked_in', 'boarded']
const CANCELLABLE: readonly Reservation['status'][] = ['on_hold', 'pending', 'confirmed', 'checked_in']

/** Passengers with their states; each can be checked in, boarded or marked as a no-show. */
export function PassengersCard({ reservation }: { reservation: Reservation }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const reread = useReread()
  const mayEdit = useMay('edit', 'reservations')
  const { busy, run } = useSubmission()
  const [leaving, setLeaving] = useState<number | null>(null)
  const { status, passengers, passenger_statuses: statuses, kind } = reservation
  const here = statuses.filter((each) => each !== 'cancelled').length
  const performStep = (verb: 'check-in' | 'board', position: number) =>
    run(async () => {
      await stepReservation(reservation, verb, { positions: [position] }).catch((error: unknown) =>
        notify(problemText(error, format), { type: 'error' }),
      )
      await reread()
    })
  return (
    <Card title={t('resources.reservations.fields.passengers')}>
      <PlainList ordered sx={{ display: 'grid' }}>
        {passengers.map((passenger, index) => {
          const own = statuses[index] ?? 'booked'
          const next = mayEdit && TRAVELLING.includes(status) ? NEXT[own] : undefined
          const mayLeave = mayEdit && kind === 'seat' && here > 1 && CANCELLABLE.includes(status) && own !== 'cancelled'
          return (
            <Box
              component="li"
              key={index}
              sx={{
                display: 'flex',
                gap: 3,
                flexWrap: 'wrap',
                alignItems: 'center',
                minHeight: 40,
                borderTop: index === 0 ? 0 : 1,
                borderColor: 'divider',
              }}
            >
              <Box component="span" sx={{ color: 'text.secondary', width: 20 }}>
                {index + 1}
              </Box>
              <Box component="span" sx={{ fontWeight: 500, minWidth: 140 }}>
                {passenger.name ?? reservation.lead_name}
              </Box>
              <Box component="span" sx={{ color: 'text.secondary', flex: 1 }}>
                {[
                  t(choiceKey('passengerCategories', passenger.category)),
                  ...passenger.needs.map((need) => t(choiceKey('passengerNeeds', need))),
                ].join(' · ')}
              </Box>
              <StatusMark value={own} label={t(`choices.passengerStatuses.${own}`)} />
              {next && (
                <Button disabled={busy} onClick={() => void performStep(next, index + 1)}>
                  {t(`app.desk.steps.${next.replaceAll('-', '_')}`)}
                </Button>
              )}
              {mayLeave && (
                <Button onClick={() => setLeaving(index + 1)}>{t('app.desk.steps.cancel_passenger')}</Button>
              )}
            </Box>
          )
        })}
      </PlainList>
      {leaving !== null && (
        <CancelDialog
          reservation={reservation}
          positions={[leaving]}
          onDone={reread}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  )
}
