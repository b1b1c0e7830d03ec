import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { Link as RouterLink } from 'react-router-dom'
import type { PartnerTrip } from '../../../contract/partner-sales'
import { formatMoney } from '../../format/money'
import { Instant } from '../../ui/Instant'
import { NOTHING } from '../../ui/Muted'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { linkTo } from '../useAddress'
import { Way } from './Way'

const WAITING_ROWS = 6

const looks = {
  width: '100%',
  minWidth: 860,
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': { px: 4, py: 2.5, textAlign: 'start', verticalAlign: 'top', borderBottom: 1, borderColor: 'divider' },
  '& th': { fontWeight: 550, color: 'text.secondary', whiteSpace: 'nowrap' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& .amount': { textAlign: 'end', whiteSpace: 'nowrap' },
} as const

interface TripsTableProps {
  /** Undefined while nothing is known yet. */
  trips: PartnerTrip[] | undefined
  busy: boolean
}

export function TripsTable({ trips, busy }: TripsTableProps) {
  const { t, locale } = useFormat()
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t('app.partner.nav.trips')}>
      <Box component="table" aria-busy={busy} sx={{ ...looks, opacity: busy && trips ? 0.6 : 1 }}>
        <thead>
          <tr>
            <th scope="col">{t('app.partner.trips.reference')}</th>
            <th scope="col">{t('app.partner.trips.passenger')}</th>
            <th scope="col">{t('app.partner.trips.way')}</th>
            <th scope="col">{t('app.partner.trips.travel')}</th>
            <th scope="col">{t('app.partner.trips.status')}</th>
            <th scope="col" className="amount">
              {t('app.partner.overview.gross')}
            </th>
            <th scope="col" className="amount">
              {t('app.partner.overview.commission')}
            </th>
          </tr>
        </thead>
        <tbody>
          {!trips &&
            Array.from({ length: WAITING_ROWS }, (_, index) => (
              <tr key={index}>
                <td colSpan={7}>
                  <Skeleton />
                </td>
              </tr>
            ))}
          {trips?.map((trip) => (
            <tr key={trip.id}>
              <td>
                <Link
                  component={RouterLink}
                  to={linkTo('trips', { trip: trip.id })}
                  dir="ltr"
                  sx={{ display: 'block', fontWeight: 550, width: 'fit-content' }}
                >
                  {trip.reference}
                </Link>
                {trip.partner_reference && (
                  <Box dir="ltr" sx={{ color: 'text.secondary', width: 'fit-content', whiteSpace: 'nowrap' }}>
                    {trip.partner_reference}
                  </Box>
                )}
              </td>
              <td>{trip.lead_name}</td>
              <td>
                <Way trip={trip} />
              </td>
              <td>{trip.travel_at ? <Instant value={trip.travel_at} zone={trip.origin?.timezone} /> : NOTHING}</td>
              <td>
                <StatusMark value={trip.status} label={t(`choices.reservationStatuses.${trip.status}`)} />
              </td>
              <td className="amount">{formatMoney(trip.gross_minor, trip.currency, locale)}</td>
              <td className="amount">{formatMoney(trip.commission_minor, trip.currency, locale)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
