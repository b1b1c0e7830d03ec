import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/limits'
import { formatMoney } from '../../../format/money'
import { isSame } from '../../../providers/data/changes'
import { problemText } from '../../../ui/problemText'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useDebounced } from '../../../ui/useDebounced'
import { useFormat } from '../../../ui/useFormat'
import { stepReservation, tryStep } from '../desk/deskApi'
import { NOBODY, partyOf, placesOf, type Counts } from '../desk/deskTypes'
import { PartyCounts } from '../desk/PartyCounts'
import type { DialogProps } from './dialogProps'

/** Changes the party at the price of today, told before it is done. */
export function AmendDialog({ reservation, onDone, onClose }: DialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const travelling = reservation.passengers.filter((_, at) => reservation.passenger_statuses[at] !== 'cancelled')
  const before = partyOf(travelling)
  const [counts, setCounts] = useState<Counts>(before.counts)
  const [reason, setReason] = useState('')
  const settled = useDebounced(counts, FILTER_DEBOUNCE_MS)
  const passengersOf = (party: Counts) =>
    placesOf(party).map(({ key, category }) => {
      const { name, needs } = before.travellers[key] ?? NOBODY
      return { category, name: name || null, needs }
    })
  const isChanged = !isSame(settled, before.counts) && placesOf(settled).length > 0
  const { data, error } = useQuery({
    queryKey: ['reservations', 'amending', reservation.id, reservation.version, settled],
    queryFn: () => tryStep(reservation.id, 'amend', { passengers: passengersOf(settled), reason: '-' }),
    enabled: isChanged,
    staleTime: 0,
    gcTime: 0,
  })
  const money = (minor: number) => formatMoney(minor, reservation.currency, locale)
  return (
    <TaskDialog
      title={t('app.desk.steps.amend')}
      action={t('app.desk.steps.amend')}
      ready={isChanged && data !== undefined && reason.trim() !== ''}
      onConfirm={async () => {
        await stepReservation(reservation, 'amend', { passengers: passengersOf(counts), reason: reason.trim() })
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <PartyCounts counts={counts} onChange={setCounts} />
          {error && <Alert severity="error">{problemText(error, format)}</Alert>}
          {data && isChanged && (
            <Alert severity="info">
              {t('app.desk.cancelSome', { total: money(data.total_minor), before: money(reservation.total_minor) })}
            </Alert>
          )}
          <TextField
            label={t('app.depot.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
