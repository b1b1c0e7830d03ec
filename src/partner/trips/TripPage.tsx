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
import { ReadError, Line, Panel } from '../sections/Panel'
import { linkTo } from '../useAddress'
import { call } from '../../providers/http/call'
import { Column, TwoColumns } from '../../ui/Column'
import { Instant } from '../../ui/Instant'
import type { Partner } from '../../providers/auth/partnerSession'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'
import { reasonText } from '../../ui/problemText'
import { TripActions } from './TripActions'
import { ContactPanel, LegsPanel, PassengersPanel, PricePanel } from './TripPanels'

/** Page of a trip: booking, price, events and actions. */
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
      {error && <ReadError error={error} retry={() => void refetch()} />}
      {!error && !trip && <Skeleton variant="rounded" height={420} />}
      {trip && (
        <>
          <Head trip={trip} />
          {maySell(user) && <TripActions trip={trip} partner={partner} onChanged={() => void refetch()} />}
          <TwoColumns from="md">
            <Column shrinks>
              <LegsPanel trip={trip} />
              <PassengersPanel trip={trip} />
              <TripEvents trip={trip} partner={partner} />
            </Column>
            <Column shrinks>
              <PricePanel trip={trip} />
              <ContactPanel trip={trip} />
            </Column>
          </TwoColumns>
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
          {t('app.portal.trip.cancelledFor', { reason: reasonText(trip.cancel_reason, t) })}
        </Alert>
      )}
    </Column>
  )
}

/** Events of a trip, the latest first. */
function TripEvents({ trip, partner }: { trip: PartnerTripDetail; partner: Partner }) {
  const { t } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'trip', trip.id, 'events', trip.version],
    queryFn: () => call('GET /partner/trips/:id/events', { params: { id: trip.id } }),
    staleTime: 0,
  })
  return (
    <Panel title={t('app.portal.trip.events')}>
      {error && <ReadError error={error} retry={() => void refetch()} />}
      <PlainList>
        {!data && !error && (
          <Line>
            <Skeleton width="70%" />
          </Line>
        )}
        {data?.toReversed().map((event, index) => (
          <Line key={index}>
            <Box sx={{ flex: 'none', width: 130, color: 'text.secondary' }}>
              <Instant value={event.at} />
            </Box>
            <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {t(`app.portal.event.${event.type}`, { _: event.type })}
              {event.reason && (
                <SecondaryText component="span">
                  {' · '}
                  <bdi>{event.reason}</bdi>
                </SecondaryText>
              )}
            </Box>
            <SecondaryText>{t(`app.portal.eventBy.${event.by}`)}</SecondaryText>
          </Line>
        ))}
      </PlainList>
    </Panel>
  )
}
