import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import { formatMoney } from '../../../providers/format/money'
import { useFormat } from '../../../ui/useFormat'
import type { Tried } from './dialogProps'

/** What is paid back, or charged for a cancellation, once a change is done; minor units, zero where nothing. */
export function settlementOf(after: Tried): { refund: number; charge: number } {
  const { status, paid_minor: paid, total_minor: total, cancellation_fee_minor: fee } = after
  const isCancelled = status === 'cancelled'
  const due = isCancelled ? fee : total
  return { refund: Math.max(0, paid - due), charge: isCancelled ? Math.max(0, fee - paid) : 0 }
}

/** What a cancellation costs: what was paid, the fee, and what is paid back or charged. */
export function CancellationCost({ after }: { after: Tried }) {
  const { t } = useFormat()
  const { paid_minor: paid, cancellation_fee_minor: fee } = after
  const { refund, charge } = settlementOf(after)
  if (paid === 0 && fee === 0) return <Alert severity="info">{t('app.desk.cancel.free')}</Alert>
  const rows: [string, number][] = [['paid', paid], ['fee', fee], charge > 0 ? ['charge', charge] : ['refund', refund]]
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 4, rowGap: 2 }}>
      {rows.map(([key, minor], index) => (
        <Box key={key} sx={{ display: 'contents', fontWeight: index === rows.length - 1 ? 600 : 400 }}>
          <dt>{t(`app.desk.cancel.${key}`)}</dt>
          <Amount minor={minor} currency={after.currency} />
        </Box>
      ))}
    </Box>
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

/** One fact of a booking as it is and as it would be. */
export interface Compared {
  label: string
  before: ReactNode
  after: ReactNode
}

interface ChangeCostProps {
  before: Reservation
  after: Tried
  /** What changes beside the price. */
  facts?: readonly Compared[]
}

/** A booking as it is beside what it would be: what changes of it, the price, its fee, what is paid back or still owed. */
export function ChangeCost({ before, after, facts = [] }: ChangeCostProps) {
  const { t, locale } = useFormat()
  const money = (minor: number) => formatMoney(minor, after.currency, locale)
  const rows = [
    ...facts,
    { label: t('app.reservation.total'), before: money(before.total_minor), after: money(after.total_minor) },
  ]
  return (
    <Box>
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
      <Alert severity="info" sx={{ mt: 3 }}>
        {sentencesOf(before, after).map(([key, minor]) => (
          <div key={key}>{t(`app.desk.change.${key}`, { amount: money(minor) })}</div>
        ))}
      </Alert>
    </Box>
  )
}

type Sentence = readonly ['same' | 'more' | 'less' | 'fee' | 'ceiling' | 'back' | 'due', number]

function sentencesOf(before: Reservation, after: Reservation): Sentence[] {
  const { total_minor: total, paid_minor: paid } = after
  const difference = total - before.total_minor
  const fee = feesOf(after) - feesOf(before)
  const saved = sumOf(after, ({ code }) => code === 'ceiling')
  const owed = total - paid
  const sentences: Sentence[] = [
    difference === 0 ? ['same', total] : difference > 0 ? ['more', difference] : ['less', -difference],
  ]
  if (fee > 0) sentences.push(['fee', fee])
  if (saved < 0) sentences.push(['ceiling', -saved])
  if (owed < 0) sentences.push(['back', -owed])
  if (owed > 0) sentences.push(['due', owed])
  return sentences
}

type Line = Reservation['price_lines'][number]

const sumOf = ({ price_lines }: Reservation, counts: (line: Line) => boolean): number =>
  price_lines.filter(counts).reduce((sum, line) => sum + line.amount_minor, 0)

const feesOf = (reservation: Reservation): number => sumOf(reservation, ({ kind }) => kind === 'cancellation_fee')
