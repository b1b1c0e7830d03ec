import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Customer } from '../../../../contract/entities/customer'
import { commaOf } from '../../../providers/format/intl'
import { useMay } from '../../../providers/auth/useSession'
import { useFormat } from '../../../ui/useFormat'
import { represent } from '../../../kit/registry'
import { recordPath } from '../../../kit/RecordLink'
import { call } from '../../../providers/http/call'
import { comparisonOf } from './duplicatesApi'

const SHOWN = 2

/** Possible duplicates of a customer with links to compare them; hidden without any. */
export function LikelySameHint({ customer }: { customer: Customer }) {
  const { t, language, locale } = useFormat()
  const mayMerge = useMay('delete', 'customers')
  const { data = [] } = useQuery({
    queryKey: ['customers', 'duplicates', 'of', customer.id],
    queryFn: () => call('GET /customers/:id/duplicates', { params: { id: customer.id } }),
    enabled: customer.anonymised_at === null,
  })
  if (data.length === 0) return null
  return (
    <span>
      {`${t('app.duplicates.mayBe')} `}
      {data.slice(0, SHOWN).map(({ customer: other }, index) => (
        <Fragment key={other.id}>
          {index > 0 && commaOf(locale)}
          <Link
            component={RouterLink}
            to={mayMerge ? comparisonOf(customer.id, other.id) : recordPath('customers', other.id)}
          >
            <bdi>{represent('customers', { ...other }, language)}</bdi>
          </Link>
        </Fragment>
      ))}
    </span>
  )
}
