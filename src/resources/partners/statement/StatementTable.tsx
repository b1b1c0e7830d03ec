import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { PartnerTrip } from '../../../../contract/partner/sales'
import { inLanguage } from '../../../../contract/core/scalars'
import { formatMoney } from '../../../providers/format/money'
import { Instant } from '../../../ui/Instant'
import { NOTHING } from '../../../ui/Muted'
import { PlainTable, type PlainColumn } from '../../../ui/PlainTable'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { recordPath } from '../../../kit/RecordLink'

const AMOUNTS = { gross: 'gross_minor', commission: 'commission_minor', owed: 'net_minor' } as const

/** The trips of a statement by departure. */
export function StatementTable({ trips, busy }: { trips: PartnerTrip[]; busy: boolean }) {
  const { t, locale, language } = useFormat()
  const amounts = Object.entries(AMOUNTS).map(([name, field]): PlainColumn<PartnerTrip> => ({
    label: t(`app.statement.${name}`),
    isAmount: true,
    cell: (trip) => formatMoney(trip[field], trip.currency, locale),
  }))
  return (
    <PlainTable<PartnerTrip>
      label={t('app.statement.trips')}
      rows={trips}
      keyOf={({ id }) => id}
      busy={busy}
      minWidth={820}
      maxHeight={640}
      inset={2}
      columns={[
        {
          label: t('app.statement.departure'),
          cell: ({ travel_at: at, origin }) => (at ? <Instant value={at} zone={origin?.timezone} /> : NOTHING),
        },
        {
          label: t('app.statement.reference'),
          cell: (trip) => (
            <>
              <Link component={RouterLink} to={recordPath('reservations', trip.id)} color="inherit">
                <bdi>{trip.reference}</bdi>
              </Link>{' '}
              <bdi>{trip.partner_reference}</bdi>
            </>
          ),
        },
        {
          label: t('app.statement.way'),
          cell: ({ origin, destination }) =>
            [origin, destination].map((place) => place && inLanguage(place.name, language)).join(' – '),
        },
        {
          label: t('app.partner.trips.status'),
          cell: ({ status }) => <StatusMark value={status} label={t(`choices.reservationStatuses.${status}`)} />,
        },
        ...amounts,
      ]}
    />
  )
}
