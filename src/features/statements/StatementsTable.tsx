import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { SettledStatement } from '../../../contract/partner/settlement'
import { formatDate } from '../../providers/format/dates'
import { formatMoney } from '../../providers/format/money'
import { PlainTable } from '../../ui/PlainTable'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { RowActions } from './RowActions'

interface StatementsTableProps {
  /** Undefined while loading. */
  statements: readonly SettledStatement[] | undefined
  /** Returns the path of a statement's trips. */
  linkTo: (statement: SettledStatement) => string
  actions: (statement: SettledStatement) => ReactNode
}

/** Closed statements, the newest first. */
export function StatementsTable({ statements, linkTo, actions }: StatementsTableProps) {
  const { t, locale } = useFormat()
  const money = (name: 'net_minor' | 'paid_minor') => (statement: SettledStatement) =>
    formatMoney(statement[name], statement.currency, locale)
  return (
    <PlainTable<SettledStatement>
      label={t('app.settlement.title')}
      rows={statements}
      keyOf={({ id }) => id}
      busy={!statements}
      minWidth={820}
      maxHeight={480}
      inset={2}
      columns={[
        {
          label: t('app.settlement.number'),
          cell: (statement) => (
            <Link component={RouterLink} to={linkTo(statement)} color="inherit">
              <bdi>{t('app.statement.numbered', { number: statement.number })}</bdi>
            </Link>
          ),
        },
        {
          label: t('app.settlement.period'),
          cell: ({ period: { from, to } }) => `${formatDate(from, locale)} – ${formatDate(to, locale)}`,
        },
        { label: t('app.settlement.due'), cell: ({ due_on }) => formatDate(due_on, locale) },
        { label: t('app.statement.owed'), isAmount: true, cell: money('net_minor') },
        { label: t('app.settlement.paid'), isAmount: true, cell: money('paid_minor') },
        {
          label: t('app.partner.trips.status'),
          cell: ({ state }) => <StatusMark value={state} label={t(`app.settlement.states.${state}`)} />,
        },
        {
          label: t('app.settlement.actions'),
          cell: (statement) => <RowActions>{actions(statement)}</RowActions>,
        },
      ]}
    />
  )
}
