import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Customer } from '../../../../contract/entities/customer'
import { commaOf } from '../../../providers/format/intl'
import { useMay } from '../../../providers/auth/useSession'
import { useFormat } from '../../../ui/useFormat'
import { represent } from '../../../kit/registry'
import { recordPath } from '../../../kit/recordPaths'
import { call } from '../../../providers/http/call'
import { comparisonOf } from './duplicatesApi'

const SHOWN = 2
const LINE_HEIGHT_PX = 19

/** Possible duplicates of a customer with links to compare them. Its line is kept free, so that the page does not move. */
export function DuplicateHint({ customer }: { customer: Customer }) {
  const { t, language, locale } = useFormat()
  const mayMerge = useMay('delete', 'customers')
  const { data = [] } = useQuery({
    queryKey: ['customers', 'duplicates', 'of', customer.id],
    queryFn: () => call('GET /customers/:id/duplicates', { params: { id: customer.id } }),
    enabled: customer.anonymised_at === null,
  })
  if (customer.anonymised_at !== null) return null
  return (
    <Box sx={{ minHeight: LINE_HEIGHT_PX }}>
      {data.length > 0 && `${t('app.duplicates.mayBe')} `}
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
    </Box>
  )
}
