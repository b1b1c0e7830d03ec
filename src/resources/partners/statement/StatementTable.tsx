import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { PartnerTrip } from '../../../../contract/partner-sales'
import { inLanguage } from '../../../../contract/scalars'
import { formatMoney } from '../../../format/money'
import { Instant } from '../../../ui/Instant'
import { NOTHING } from '../../../ui/Muted'
import { StatusMark } from '../../../ui/StatusMark'
import { useFormat } from '../../../ui/useFormat'
import { recordPath } from '../../builder/RecordLink'

const looks = {
  width: '100%',
  minWidth: 820,
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': { px: 2, py: 2, textAlign: 'start', borderBottom: 1, borderColor: 'divider' },
  '& th': { fontWeight: 550, color: 'text.secondary', whiteSpace: 'nowrap' },
  '& .amount': { textAlign: 'end', whiteSpace: 'nowrap' },
} as const

/** The trips of a statement by departure. */
export function StatementTable({ trips, busy }: { trips: PartnerTrip[]; busy: boolean }) {
  const { t, locale, language } = useFormat()
  return (
    <Box sx={{ overflow: 'auto', maxHeight: 640 }} tabIndex={0} role="region" aria-label={t('app.statement.trips')}>
      <Box component="table" aria-busy={busy} sx={{ ...looks, opacity: busy ? 0.6 : 1 }}>
        <thead>
          <tr>
            <th scope="col">{t('app.statement.departure')}</th>
            <th scope="col">{t('app.statement.reference')}</th>
            <th scope="col">{t('app.statement.way')}</th>
            <th scope="col">{t('app.partner.trips.status')}</th>
            {(['gross', 'commission', 'owed'] as const).map((name) => (
              <th key={name} scope="col" className="amount">
                {t(`app.statement.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trips.map((trip) => (
            <tr key={trip.id}>
              <td>{trip.travel_at ? <Instant value={trip.travel_at} zone={trip.origin?.timezone} /> : NOTHING}</td>
              <td>
                <Link component={RouterLink} to={recordPath('reservations', trip.id)} color="inherit">
                  <bdi>{trip.reference}</bdi>
                </Link>{' '}
                <bdi>{trip.partner_reference}</bdi>
              </td>
              <td>
                {[trip.origin, trip.destination].map((place) => place && inLanguage(place.name, language)).join(' – ')}
              </td>
              <td>
                <StatusMark value={trip.status} label={t(`choices.reservationStatuses.${trip.status}`)} />
              </td>
              {[trip.gross_minor, trip.commission_minor, trip.net_minor].map((minor, index) => (
                <td key={index} className="amount">
                  {formatMoney(minor, trip.currency, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
