import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Departure } from '../../../../contract/operations/desk'
import { toZonedInput } from '../../../providers/format/dates'
import { useFormat } from '../../../ui/useFormat'
import { useStationZone } from '../../../kit/RecordLink'
import { DepartureList } from '../desk/DepartureList'
import { partyOf } from '../desk/deskTypes'
import { ChangeDialog } from './ChangeDialog'
import type { DialogProps } from './dialogProps'

/** Moves a party to another departure between the same stations. */
export function MoveDialog(props: DialogProps) {
  const { reservation } = props
  const { t } = useFormat()
  const zone = useStationZone(reservation.origin_station_id)
  const [typedDate, setTypedDate] = useState<string | null>(null)
  const [departure, setDeparture] = useState<Departure | null>(null)
  const planned = reservation.travel_at && zone ? toZonedInput(reservation.travel_at, zone).slice(0, 10) : ''
  const date = typedDate ?? planned
  const travelling = reservation.passengers.filter((_, at) => reservation.passenger_statuses[at] !== 'cancelled')
  const [leg] = reservation.legs
  const isChosen = departure !== null && departure.journey_id !== leg?.journey_id
  return (
    <ChangeDialog
      {...props}
      title={t('app.desk.steps.move')}
      text={t('app.desk.moveText')}
      verb="move"
      change={isChosen ? { from_journey_id: leg?.journey_id, to_journey_id: departure.journey_id } : null}
    >
      <TextField
        type="date"
        label={t('app.reservation.date')}
        value={date}
        onChange={(event) => setTypedDate(event.target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {date !== '' && (
        <DepartureList
          asked={{
            origin: reservation.origin_station_id,
            destination: reservation.destination_station_id,
            date,
            counts: partyOf(travelling).counts,
            customerId: reservation.customer_id,
            isReturn: reservation.return_of_id !== null,
          }}
          chosen={departure}
          busy={false}
          focusRequest={0}
          onChoose={setDeparture}
        />
      )}
    </ChangeDialog>
  )
}
