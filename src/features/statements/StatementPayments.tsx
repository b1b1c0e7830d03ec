import type { ReactNode } from 'react'
import type { StatementDetail } from '../../../contract/partner/settlement'
import { formatMoney } from '../../providers/format/money'
import { Instant } from '../../ui/Instant'
import { NOTHING } from '../../ui/Muted'
import { PlainTable, type PlainColumn } from '../../ui/PlainTable'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { RowActions } from './RowActions'

type Payment = StatementDetail['payments'][number]

interface StatementPaymentsProps {
  statement: StatementDetail
  /** Renders the actions of a payment that is not reversed. */
  action?: (payment: Payment) => ReactNode
}

/** Payments of a statement with date and bank reference; a negative amount was paid to the partner. */
export function StatementPayments({ statement: { payments, currency }, action }: StatementPaymentsProps) {
  const { t, locale } = useFormat()
  if (payments.length === 0) return null
  const actions: PlainColumn<Payment> = {
    label: t('app.settlement.actions'),
    cell: (payment) => (payment.is_reversed ? NOTHING : <RowActions>{action?.(payment)}</RowActions>),
  }
  return (
    <PlainTable<Payment>
      label={t('app.tills.payments')}
      rows={payments}
      keyOf={({ id }) => id}
      busy={false}
      minWidth={600}
      inset={2}
      columns={[
        { label: t('resources.payments.name_one'), cell: ({ reference }) => <bdi>{reference}</bdi> },
        { label: t('app.receipt.date'), cell: ({ posted_at: at }) => <Instant value={at} /> },
        {
          label: t('app.settlement.slip'),
          cell: ({ provider_reference: slip }) => (slip === null ? NOTHING : <bdi>{slip}</bdi>),
        },
        {
          label: t('app.desk.payment.amount'),
          isAmount: true,
          cell: ({ direction, amount_minor: amount }) =>
            formatMoney(direction === 'payment' ? amount : -amount, currency, locale),
        },
        {
          label: t('app.partner.trips.status'),
          cell: ({ is_reversed: isReversed }) => (
            <StatusMark
              value="posted"
              label={t(isReversed ? 'app.payments.reversed' : 'choices.paymentStates.posted')}
            />
          ),
        },
        ...(action ? [actions] : []),
      ]}
    />
  )
}
