import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Reservation } from '../../../../contract/entities/reservation'
import { formatMoney } from '../../../providers/format/money'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'

interface ChangeCostProps {
  before: Reservation
  /** What the change would make of it. */
  trial: Pick<UseQueryResult<Reservation>, 'data' | 'error' | 'isLoading'>
}

/** What a change would cost: the price before and after, the fee in it, what is paid back or still owed. */
export function ChangeCost({ before, trial: { data: after, error, isLoading } }: ChangeCostProps) {
  const format = useFormat()
  if (error) return <Alert severity="error">{problemText(error, format)}</Alert>
  if (isLoading) return <Skeleton variant="rounded" height={48} />
  if (!after) return null
  return (
    <Alert severity="info">
      {sentencesOf(before, after).map(([key, amounts]) => (
        <div key={key}>
          {format.t(
            `app.desk.change.${key}`,
            Object.fromEntries(
              Object.entries(amounts).map(([name, minor]) => [name, formatMoney(minor, after.currency, format.locale)]),
            ),
          )}
        </div>
      ))}
    </Alert>
  )
}

type Sentence = readonly ['kept' | 'same' | 'total' | 'fee' | 'ceiling' | 'back' | 'due', Record<string, number>]

function sentencesOf(before: Reservation, after: Reservation): Sentence[] {
  const { total_minor: total, paid_minor: paid, cancellation_fee_minor: kept } = after
  if (after.status === 'cancelled') return [['kept', { fee: kept, back: Math.max(0, paid - kept) }]]
  const fee = feesOf(after) - feesOf(before)
  const saved = sumOf(after, ({ code }) => code === 'ceiling')
  const owed = total - paid
  const isSame = total === before.total_minor
  const sentences: Sentence[] = [isSame ? ['same', { total }] : ['total', { total, before: before.total_minor }]]
  if (fee > 0) sentences.push(['fee', { fee }])
  if (saved < 0) sentences.push(['ceiling', { saved: -saved }])
  if (owed < 0) sentences.push(['back', { back: -owed }])
  if (owed > 0 && paid > 0) sentences.push(['due', { due: owed }])
  return sentences
}

type Line = Reservation['price_lines'][number]

const sumOf = ({ price_lines }: Reservation, counts: (line: Line) => boolean): number =>
  price_lines.filter(counts).reduce((sum, line) => sum + line.amount_minor, 0)

const feesOf = (reservation: Reservation): number => sumOf(reservation, ({ kind }) => kind === 'cancellation_fee')
