import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import { formatMoney } from '../../../providers/format/money'
import { useFormat } from '../../../ui/useFormat'
import { PriceChangeLines } from '../../../features/pricing/PriceChangeLines'
import type { DryRunAnswer } from './dialogProps'
import { LegText } from './LegText'

/** Returns the refund, or the charge of a cancellation, after a change; minor units, zero when none. */
export function settlementOf(after: DryRunAnswer): { refund: number; charge: number } {
  const { status, paid_minor: paid, total_minor: total, cancellation_fee_minor: fee } = after
  const isCancelled = status === 'cancelled'
  const due = isCancelled ? fee : total
  return { refund: Math.max(0, paid - due), charge: isCancelled ? Math.max(0, fee - paid) : 0 }
}

/** Cost of a cancellation: amount paid, fee, and refund or charge. */
export function CancellationCost({ after }: { after: DryRunAnswer }) {
  const { t } = useFormat()
  const { paid_minor: paid, cancellation_fee_minor: fee } = after
  const { refund, charge } = settlementOf(after)
  if (paid === 0 && fee === 0) return <Alert severity="info">{t('app.desk.cancel.free')}</Alert>
  const isExplained = fee > 0 && after.price_change !== undefined
  const rows: [string, number][] = [
    ['paid', paid],
    ...(isExplained ? [] : [['fee', fee] as [string, number]]),
    charge > 0 ? ['charge', charge] : ['refund', refund],
  ]
  return (
    <>
      {isExplained && <Explained after={after} totalLabel={t('app.priceChange.kept')} />}
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 4, rowGap: 2 }}>
        {rows.map(([key, minor], index) => (
          <Box key={key} sx={{ display: 'contents', fontWeight: index === rows.length - 1 ? 600 : 400 }}>
            <dt>{t(`app.desk.cancel.${key}`)}</dt>
            <Amount minor={minor} currency={after.currency} />
          </Box>
        ))}
      </Box>
    </>
  )
}

/** Reason of a price change, when the server states one. */
function Explained({ after: { price_change, currency }, totalLabel }: { after: DryRunAnswer; totalLabel: string }) {
  if (!price_change) return null
  return (
    <PriceChangeLines
      change={price_change}
      currency={currency}
      totalLabel={totalLabel}
      legText={(leg) => <LegText leg={leg} />}
    />
  )
}

function Amount({ minor, currency }: { minor: number; currency: string }) {
  const { locale } = useFormat()
  return (
    <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
      {formatMoney(minor, currency, locale)}
    </Box>
  )
}

/** A value before and after the change. */
export interface Compared {
  label: string
  before: ReactNode
  after: ReactNode
}

interface ChangeCostProps {
  before: Reservation
  after: DryRunAnswer
  /** Changed values other than the price. */
  facts?: readonly Compared[]
}

/** Comparison of a booking before and after a change: changed values, reason of the price change, refund or amount due. */
export function ChangeCost({ before, after, facts = [] }: ChangeCostProps) {
  const { t, locale } = useFormat()
  const money = (minor: number) => formatMoney(minor, after.currency, locale)
  const total = {
    label: t('app.reservation.total'),
    before: money(before.total_minor),
    after: money(after.total_minor),
  }
  const rows = after.price_change ? facts : [...facts, total]
  return (
    <Box>
      {rows.length > 0 && <Comparison rows={rows} />}
      <Explained after={after} totalLabel={t('app.priceChange.then')} />
      <Alert severity="info" sx={{ mt: 3 }}>
        {sentencesOf(before, after).map(([key, minor]) => (
          <div key={key}>{t(`app.desk.change.${key}`, { amount: money(minor) })}</div>
        ))}
      </Alert>
    </Box>
  )
}

function Comparison({ rows }: { rows: readonly Compared[] }) {
  const { t } = useFormat()
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'collapse',
        '& th, & td': {
          textAlign: 'start',
          verticalAlign: 'top',
          py: 1.5,
          fontWeight: 400,
          overflowWrap: 'anywhere',
        },
        '& th': { color: 'text.secondary', fontSize: 'caption.fontSize' },
        '& td': { borderBottom: 1, borderColor: 'divider' },
        '& td:last-of-type': { fontWeight: 600 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('app.desk.change.now')}</th>
          <th scope="col">{t('app.desk.change.then')}</th>
        </tr>
      </thead>
      {rows.map(({ label, before: was, after: becomes }) => (
        <tbody key={label}>
          <tr>
            <th colSpan={2} scope="rowgroup">
              {label}
            </th>
          </tr>
          <tr>
            <td>{was}</td>
            <td>{becomes}</td>
          </tr>
        </tbody>
      ))}
    </Box>
  )
}

type Sentence = readonly ['same' | 'more' | 'less' | 'back' | 'due', number]

function sentencesOf(before: Reservation, after: Reservation): Sentence[] {
  const { total_minor: total, paid_minor: paid } = after
  const difference = total - before.total_minor
  const owed = total - paid
  const sentences: Sentence[] = [
    difference === 0 ? ['same', total] : difference > 0 ? ['more', difference] : ['less', -difference],
  ]
  if (owed < 0) sentences.push(['back', -owed])
  if (owed > 0) sentences.push(['due', owed])
  return sentences
}
