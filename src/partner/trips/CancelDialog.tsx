import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REASON_MAX_CHARS } from '../../../contract/core/limits/texts'
import type { PartnerTripDetail } from '../../../contract/partner/trips'
import { formatMoney } from '../../providers/format/money'
import { problemText } from '../../ui/problemText'
import { PriceChangeLines } from '../../features/pricing/PriceChangeLines'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { LegName } from './LegName'
import { cancelTrip } from './tripCalls'

interface CancelDialogProps {
  trip: PartnerTripDetail
  onDone: () => void
  onClose: () => void
}

/** Dialog to cancel a trip, which first shows the cancellation fee. */
export function CancelDialog({ trip, onDone, onClose }: CancelDialogProps) {
  const format = useFormat()
  const { t, locale } = format
  const [reason, setReason] = useState('')
  const { data: after, error } = useQuery({
    queryKey: ['partner', 'trip', trip.id, trip.version, 'cancelled'],
    queryFn: () => cancelTrip(trip, { simulate: true }),
    staleTime: 0,
    retry: false,
  })
  const money = (minor: number) => formatMoney(minor, trip.currency, locale)
  const fee = after?.cancellation_fee_minor ?? 0
  return (
    <TaskDialog
      grave
      title={t('app.portal.cancel.title', { reference: trip.reference })}
      action={t('app.portal.trip.cancel')}
      dismissal={t('app.portal.cancel.keep')}
      ready={after !== undefined}
      onConfirm={async () => {
        await cancelTrip(trip, { simulate: false, ...(reason.trim() !== '' && { reason: reason.trim() }) })
        onDone()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          {error && <Alert severity="error">{problemText(error, format)}</Alert>}
          {!after && !error && <Skeleton height={48} />}
          {after?.price_change && fee > 0 && (
            <PriceChangeLines
              change={after.price_change}
              currency={after.currency}
              totalLabel={t('app.priceChange.kept')}
              legText={(leg) => <LegName leg={leg} legs={trip.legs} />}
            />
          )}
          {after && (
            <Alert severity={fee > 0 ? 'warning' : 'info'}>
              {fee > 0
                ? t('app.portal.cancel.fee', { fee: money(fee), back: money(trip.gross_minor - fee) })
                : t(trip.status === 'on_hold' ? 'app.portal.cancel.unpaid' : 'app.portal.cancel.free')}
            </Alert>
          )}
          <TextField
            label={t('app.portal.cancel.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_MAX_CHARS } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
