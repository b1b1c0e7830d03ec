import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import type { Reservation } from '../../../../contract/entities/reservation'
import { mayOverride } from '../../../../contract/overrides'
import { formatMoney } from '../../../format/money'
import { useUser } from '../../../providers/auth/useSession'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import type { useTrial } from './useTrial'

interface ChangeCostProps {
  before: Reservation
  trial: ReturnType<typeof useTrial>
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

type Sentence = readonly ['total' | 'fee' | 'ceiling' | 'back' | 'due', Record<string, number>]

function sentencesOf(before: Reservation, after: Reservation): Sentence[] {
  const fee = feesOf(after) - feesOf(before)
  const saved = sumOf(after, ({ code }) => code === 'ceiling')
  const owed = after.total_minor - after.paid_minor
  const sentences: Sentence[] = [['total', { total: after.total_minor, before: before.total_minor }]]
  if (fee > 0) sentences.push(['fee', { fee }])
  if (saved < 0) sentences.push(['ceiling', { saved: -saved }])
  if (owed < 0) sentences.push(['back', { back: -owed }])
  if (owed > 0 && after.paid_minor > 0) sentences.push(['due', { due: owed }])
  return sentences
}

type Line = Reservation['price_lines'][number]

const sumOf = ({ price_lines }: Reservation, counts: (line: Line) => boolean): number =>
  price_lines.filter(counts).reduce((sum, line) => sum + line.amount_minor, 0)

const feesOf = (reservation: Reservation): number => sumOf(reservation, ({ kind }) => kind === 'cancellation_fee')

interface WaiveFeeProps {
  waived: boolean
  onChange: (waived: boolean) => void
}

/** For those who may leave a fee out. */
export function WaiveFee({ waived, onChange }: WaiveFeeProps) {
  const { t } = useFormat()
  const role = useUser()?.role
  if (!role || !mayOverride(role, 'waive_fee')) return null
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={waived} onChange={(event) => onChange(event.target.checked)} />}
      label={t('app.desk.waive')}
    />
  )
}
