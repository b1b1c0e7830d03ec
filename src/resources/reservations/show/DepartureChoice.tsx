import { useState } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import { isReturn, type ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { useStationZone } from '../../../kit/RecordLink'
import { toZonedInput } from '../../../providers/format/dates'
import { dayOf } from '../../../ui/addressValues'
import { DateBox } from '../../../ui/DateBox'
import { useFormat } from '../../../ui/useFormat'
import { DepartureList } from '../desk/DepartureList'
import type { Counts } from '../desk/deskTypes'
import { useLeg } from './LegText'

interface DepartureChoiceProps {
  reservation: Reservation
  /** The booked leg. */
  leg: ReservationLeg
  chosen: ReservationLeg
  counts: Counts
  onChoose: (leg: Omit<ReservationLeg, 'direction'>) => void
}

/** Departures of a day between the stations of a leg. */
export function DepartureChoice({ reservation, leg, chosen, counts, onChoose }: DepartureChoiceProps) {
  const { t } = useFormat()
  const { board, alight } = useLeg(leg)
  const zone = useStationZone(board?.station_id ?? null)
  const [typedDate, setTypedDate] = useState<string | null>(null)
  const planned = board && zone ? toZonedInput(board.planned_depart, zone).slice(0, 10) : ''
  const date = typedDate ?? planned
  return (
    <>
      <DateBox label={t('app.reservation.date')} value={date} onChange={setTypedDate} />
      {dayOf(date) !== null && board && alight && (
        <DepartureList
          asked={{
            origin: board.station_id,
            destination: alight.station_id,
            date,
            counts,
            customerId: reservation.customer_id,
            isReturn: reservation.return_of_id !== null || isReturn(reservation.legs),
          }}
          chosen={{ legs: [chosen] }}
          busy={false}
          focusRequest={0}
          onChoose={({ legs: [departure] }) => onChoose(departure)}
        />
      )}
    </>
  )
}
