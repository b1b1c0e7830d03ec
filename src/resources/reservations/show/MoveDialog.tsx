import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Departure } from '../../../../contract/desk-operations'
import { toZonedInput } from '../../../format/dates'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { useStationZone } from '../../builder/RecordLink'
import { stepReservation } from '../desk/deskApi'
import { DepartureList } from '../desk/DepartureList'
import { partyOf } from '../desk/deskTypes'
import { ChangeCost, WaiveFee } from './ChangeCost'
import type { DialogProps } from './dialogProps'
import { useTrial } from './useTrial'

/** Moves a party to another departure between the same stations; what that costs is told before it is done. */
export function MoveDialog({ reservation, onDone, onClose }: DialogProps) {
  const { t } = useFormat()
  const zone = useStationZone(reservation.origin_station_id)
  const [typedDate, setTypedDate] = useState<string | null>(null)
  const [departure, setDeparture] = useState<Departure | null>(null)
  const [reason, setReason] = useState('')
  const [waived, setWaived] = useState(false)
  const planned = reservation.travel_at && zone ? toZonedInput(reservation.travel_at, zone).slice(0, 10) : ''
  const date = typedDate ?? planned
  const travelling = reservation.passengers.filter((_, at) => reservation.passenger_statuses[at] !== 'cancelled')
  const [leg] = reservation.legs
  const isChosen = departure !== null && departure.journey_id !== leg?.journey_id
  const body = { from_journey_id: leg?.journey_id, to_journey_id: departure?.journey_id, waive_fee: waived }
  const trial = useTrial(reservation, 'move', isChosen ? body : null)
  return (
    <TaskDialog
      title={t('app.desk.steps.move')}
      text={t('app.desk.moveText')}
      action={t('app.desk.steps.move')}
      ready={isChosen && trial.data !== undefined && reason.trim() !== ''}
      onConfirm={async () => {
        await stepReservation(reservation, 'move', { ...body, reason: reason.trim() })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
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
          {isChosen && <ChangeCost before={reservation} trial={trial} />}
          <TextField
            label={t('app.depot.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
          />
          <WaiveFee waived={waived} onChange={setWaived} />
        </>
      )}
    </TaskDialog>
  )
}
