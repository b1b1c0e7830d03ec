import { useQuery } from '@tanstack/react-query'
import type { Customer } from '../../../contract/entities/customer'
import { HeaderFact } from '../../kit/RecordFacts'
import { call } from '../../providers/http/call'
import { formatMoney } from '../../providers/format/money'
import { LineSkeleton } from '../../ui/LineSkeleton'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'

/** Balance on account and credit limit of a customer. */
export function CustomerBalance({ customer }: { customer: Customer }) {
  const format = useFormat()
  const { t, locale } = format
  const { data, error } = useQuery({
    queryKey: ['customers', 'balance', customer.id, customer.version],
    queryFn: () => call('GET /customers/:id/balance', { params: { id: customer.id } }),
    staleTime: 0,
  })
  const money = (minor: number) => formatMoney(minor, data?.currency ?? '', locale)
  const balance = () => {
    if (!data) return error ? problemText(error, format) : <LineSkeleton>{t('app.customer.balance.none')}</LineSkeleton>
    const { owed_minor, credit_limit_minor } = data
    const key = owed_minor > 0 ? 'owed' : 'none'
    const owed = money(owed_minor)
    return credit_limit_minor === null
      ? t(`app.customer.balance.${key}`, { owed })
      : t(`app.customer.balance.${key}Of`, { owed, limit: money(credit_limit_minor) })
  }
  return <HeaderFact label={t('app.customer.balance.label')}>{balance()}</HeaderFact>
}
