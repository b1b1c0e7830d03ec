import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { PartnerTrip } from '../../../contract/partner/sales'
import { formatMoney } from '../../providers/format/money'
import { Instant } from '../../ui/Instant'
import { NOTHING } from '../../ui/Muted'
import { PlainTable } from '../../ui/PlainTable'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { linkTo } from '../useAddress'
import { OriginAndDestination } from '../sections/OriginAndDestination'

interface TripsTableProps {
  /** Undefined while loading. */
  trips: PartnerTrip[] | undefined
  busy: boolean
}

export function TripsTable({ trips, busy }: TripsTableProps) {
  const { t, locale } = useFormat()
  const money = (minor: number, { currency }: PartnerTrip) => formatMoney(minor, currency, locale)
  return (
    <PlainTable<PartnerTrip>
      label={t('app.partner.nav.trips')}
      rows={trips}
      keyOf={({ id }) => id}
      busy={busy}
      minWidth={860}
      columns={[
        { label: t('app.partner.trips.reference'), cell: (trip) => <References trip={trip} /> },
        { label: t('app.partner.trips.passenger'), cell: (trip) => trip.lead_name },
        { label: t('app.partner.trips.way'), cell: (trip) => <OriginAndDestination trip={trip} /> },
        {
          label: t('app.partner.trips.travel'),
          cell: ({ travel_at: at, origin }) => (at ? <Instant value={at} zone={origin?.timezone} /> : NOTHING),
        },
        {
          label: t('app.partner.trips.status'),
          cell: ({ status }) => <StatusMark value={status} label={t(`choices.reservationStatuses.${status}`)} />,
        },
        { label: t('app.partner.overview.gross'), isAmount: true, cell: (trip) => money(trip.gross_minor, trip) },
        {
          label: t('app.partner.overview.commission'),
          isAmount: true,
          cell: (trip) => money(trip.commission_minor, trip),
        },
      ]}
    />
  )
}

function References({ trip }: { trip: PartnerTrip }) {
  return (
    <>
      <Link
        component={RouterLink}
        to={linkTo('trips', { trip: trip.id })}
        dir="ltr"
        sx={{ display: 'block', fontWeight: 550, width: 'fit-content', marginInlineStart: { xs: 'auto', md: 0 } }}
      >
        {trip.reference}
      </Link>
      {trip.partner_reference && (
        <Box dir="ltr" sx={{ color: 'text.secondary', width: 'fit-content', whiteSpace: 'nowrap' }}>
          {trip.partner_reference}
        </Box>
      )}
    </>
  )
}
