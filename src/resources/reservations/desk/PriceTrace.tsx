import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { QuoteRequest } from '../../../../contract/operations/quote'
import { formatMoney } from '../../../providers/format/money'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { RuleVerdicts } from '../../../features/pricing/RuleVerdicts'
import { Column } from '../../../ui/Column'
import { PriceLines } from '../../../ui/PriceLines'
import { travelling } from './deskTypes'
import { call } from '../../../providers/http/call'

interface PriceTraceProps {
  reservation: Reservation
  onClose: () => void
}

/** Price of a reservation by line, with the rules as they apply to a sale now and what that sale would cost. */
export function PriceTrace({ reservation, onClose }: PriceTraceProps) {
  const format = useFormat()
  const { t, locale } = format
  const { price_lines: lines, currency, total_minor: total } = reservation
  const titleId = useId()
  const request = requestOf(reservation)
  const { data, error } = useQuery({
    queryKey: ['quotes', 'trace', request],
    queryFn: () => call('POST /quotes', { body: request }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('app.desk.why')}</DialogTitle>
      <DialogContent>
        <Column>
          <PriceLines lines={lines} currency={currency} totalMinor={total} totalLabel={t('app.reservation.total')} />
          {error && (
            <Alert severity="info">
              {t('app.desk.notSoldNow')} {problemText(error, format)}
            </Alert>
          )}
          {!data && !error && <Skeleton height={60} />}
          {data && (data.total_minor !== total || data.currency !== currency) && (
            <Alert severity="info">
              {t('app.desk.soldNow', { total: formatMoney(data.total_minor, data.currency, locale) })}
            </Alert>
          )}
          {data?.trace.length === 0 && <Muted>{t('app.desk.noRules')}</Muted>}
          {data && data.trace.length > 0 && (
            <section aria-label={t('app.desk.rulesNow')}>
              <Muted>{t('app.desk.rulesNow')}</Muted>
              <RuleVerdicts trace={data.trace} lines={data.lines} />
            </section>
          )}
        </Column>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function requestOf(reservation: Reservation): Partial<QuoteRequest> {
  const passengers: Record<string, number> = {}
  for (const { category } of travelling(reservation)) passengers[category] = (passengers[category] ?? 0) + 1
  const { kind, legs, hire, addons, channel, partner_id, customer_id, promo_code, return_of_id } = reservation
  return {
    kind,
    hire,
    addons,
    channel,
    partner_id,
    customer_id,
    promo_code,
    legs: [...legs],
    passengers,
    trip_type: return_of_id === null ? 'one_way' : 'return',
    with_trace: true,
  }
}
