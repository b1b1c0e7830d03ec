import type { TillSession } from '../../../contract/operations/tills'
import { formatMoney } from '../../providers/format/money'
import { NOTHING } from '../../ui/Muted'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'

/** Difference of a counted till, or a former one that a recount has removed. */
export function Difference({ session }: { session: TillSession }) {
  const { t } = useFormat()
  const { difference_minor: difference, currency } = session
  if (difference === null) return NOTHING
  if (difference !== 0) return <DifferenceOf amount={difference} currency={currency} />
  if (session.has_differed) return <StatusMark value="part_paid" label={t('app.tills.recounted')} />
  return <span>{t('app.tills.noDifference')}</span>
}

/** An excess (positive) or shortage (negative) as text. */
export function DifferenceOf({ amount, currency }: { amount: number; currency: string }) {
  const { t, locale } = useFormat()
  const size = formatMoney(Math.abs(amount), currency, locale)
  return (
    <StatusMark value="part_paid" label={t(amount > 0 ? 'app.tills.overBy' : 'app.tills.shortBy', { amount: size })} />
  )
}
