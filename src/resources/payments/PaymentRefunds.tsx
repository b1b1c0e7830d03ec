import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useGetList, useRecordContext } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Payment } from '../../../contract/entities/payment'
import { Card } from '../../kit/RecordSections'
import { recordPath } from '../../kit/recordPaths'
import { choiceKey } from '../../kit/vocabularies'
import { formatMoney } from '../../providers/format/money'
import { Instant } from '../../ui/Instant'
import { PlainList } from '../../ui/Rows'
import { StatusMark } from '../../ui/StatusMark'
import { SecondaryText, Text } from '../../ui/Text'
import { MONOSPACE } from '../../ui/theme/theme'
import { useFormat } from '../../ui/useFormat'

const MOST = 50

/** Completed and pending refunds of a payment; hidden without any. */
export function PaymentRefunds() {
  const { t, locale } = useFormat()
  const payment = useRecordContext<Payment>()
  const { data = [] } = useGetList<Payment>(
    'payments',
    {
      filter: { refund_of_id: payment?.id },
      sort: { field: 'created_at', order: 'ASC' },
      pagination: { page: 1, perPage: MOST },
    },
    { enabled: payment?.direction === 'payment', staleTime: 0 },
  )
  if (data.length === 0) return null
  return (
    <Card title={t('app.payments.refundsOf')}>
      <PlainList sx={{ display: 'grid', gap: 3 }}>
        {data.map(({ id, reference, signed_minor: amount, currency, state, created_at: at }) => (
          <Text key={id} component="li" size="body2">
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 4, rowGap: 1 }}>
              <Link component={RouterLink} to={recordPath('payments', id)} dir="ltr" sx={{ fontFamily: MONOSPACE }}>
                {reference}
              </Link>
              <Text component="span" weight="medium">
                {formatMoney(amount, currency, locale)}
              </Text>
              <StatusMark value={state} label={t(choiceKey('paymentStates', state))} />
              <SecondaryText component="span">
                <Instant value={at} />
              </SecondaryText>
            </Box>
          </Text>
        ))}
      </PlainList>
    </Card>
  )
}
