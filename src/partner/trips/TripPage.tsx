import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import type { PartnerTripDetail } from '../../../contract/partner/trips'
import { PageTitle } from '../../ui/PageTitle'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { maySell, type SectionProps } from '../frame/sections'
import { Unread } from '../sections/Panel'
import { linkTo } from '../useAddress'
import { TripActions } from './TripActions'
import { call } from '../../providers/http/call'
import { TripEvents } from './TripEvents'
import { ContactPanel, LegsPanel, PassengersPanel, PricePanel } from './TripPanels'
import { Column } from '../../ui/Column'

/** One trip of the partner: what was booked, what it costs, what happened to it, and what can be done. */
export function TripPage({ id, user, partner }: SectionProps & { id: string }) {
  const { t } = useFormat()
  const {
    data: trip,
    error,
    refetch,
  } = useQuery({
    queryKey: ['partner', partner.id, 'trip', id],
    queryFn: () => call('GET /partner/trips/:id', { params: { id } }),
    staleTime: 0,
  })
  return (
    <Column bounded>
      <Link
        component={RouterLink}
        to={linkTo('trips')}
        color="text.secondary"
        sx={{ fontSize: 'body2.fontSize', width: 'fit-content' }}
      >
        {t('app.partner.nav.trips')}
      </Link>
      {error && <Unread error={error} retry={() => void refetch()} />}
      {!error && !trip && <Skeleton variant="rectangular" height={420} sx={{ borderRadius: 2.5 }} />}
      {trip && (
        <>
          <Head trip={trip} />
          {maySell(user) && <TripActions trip={trip} partner={partner} onChanged={() => void refetch()} />}
          <Box
            sx={{
              display: 'grid',
              gap: 4,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
            }}
          >
            <Column shrinks>
              <LegsPanel trip={trip} />
              <PassengersPanel trip={trip} />
              <TripEvents trip={trip} partner={partner} />
            </Column>
            <Column shrinks>
              <PricePanel trip={trip} />
              <ContactPanel trip={trip} />
            </Column>
          </Box>
        </>
      )}
    </Column>
  )
}

function Head({ trip }: { trip: PartnerTripDetail }) {
  const { t } = useFormat()
  return (
    <Column gap={1}>
      <PageTitle>{trip.reference}</PageTitle>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 3 }}>
        <Typography variant="h1" dir="ltr">
          {trip.reference}
        </Typography>
        <StatusMark filled value={trip.status} label={t(`choices.reservationStatuses.${trip.status}`)} />
      </Box>
      <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize', overflowWrap: 'anywhere' }}>
        <bdi>{trip.lead_name}</bdi>
        {trip.partner_reference && (
          <>
            {' · '}
            <bdi>{trip.partner_reference}</bdi>
          </>
        )}
      </Typography>
      {trip.cancel_reason && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {t('app.portal.trip.cancelledFor', { reason: trip.cancel_reason })}
        </Alert>
      )}
    </Column>
  )
}
