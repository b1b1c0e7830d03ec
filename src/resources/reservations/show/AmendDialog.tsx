import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/limits'
import { isSame } from '../../../providers/data/changes'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useDebounced } from '../../../ui/useDebounced'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation } from '../desk/deskApi'
import { NOBODY, partyOf, placesOf, type Counts } from '../desk/deskTypes'
import { PartyCounts } from '../desk/PartyCounts'
import { ChangeCost, WaiveFee } from './ChangeCost'
import type { DialogProps } from './dialogProps'
import { useTrial } from './useTrial'

/** Changes the party; what that costs is told before it is done. */
export function AmendDialog({ reservation, onDone, onClose }: DialogProps) {
  const { t } = useFormat()
  const travelling = reservation.passengers.filter((_, at) => reservation.passenger_statuses[at] !== 'cancelled')
  const before = partyOf(travelling)
  const [counts, setCounts] = useState<Counts>(before.counts)
  const [reason, setReason] = useState('')
  const [waived, setWaived] = useState(false)
  const settled = useDebounced(counts, FILTER_DEBOUNCE_MS)
  const passengersOf = (party: Counts) =>
    placesOf(party).map(({ key, category }) => {
      const { name, needs } = before.travellers[key] ?? NOBODY
      return { category, name: name || null, needs }
    })
  const isChanged = !isSame(settled, before.counts) && placesOf(settled).length > 0
  const body = { passengers: passengersOf(settled), waive_fee: waived }
  const trial = useTrial(reservation, 'amend', isChanged ? body : null)
  return (
    <TaskDialog
      title={t('app.desk.steps.amend')}
      action={t('app.desk.steps.amend')}
      ready={isChanged && isSame(settled, counts) && trial.data !== undefined && reason.trim() !== ''}
      onConfirm={async () => {
        await stepReservation(reservation, 'amend', { ...body, reason: reason.trim() })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <PartyCounts counts={counts} onChange={setCounts} />
          {isChanged && <ChangeCost before={reservation} trial={trial} />}
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
