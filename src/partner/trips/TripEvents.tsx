import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { PartnerTripDetail } from '../../../contract/partner/trips'
import { Instant } from '../../ui/Instant'
import { useFormat } from '../../ui/useFormat'
import type { Partner } from '../../providers/auth/partnerIdentity'
import { Line, Panel, Unread } from '../sections/Panel'
import { call } from '../../providers/http/call'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/SecondaryText'

/** What happened to a trip, the latest first. */
export function TripEvents({ trip, partner }: { trip: PartnerTripDetail; partner: Partner }) {
  const { t } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'trip', trip.id, 'events', trip.version],
    queryFn: () => call('GET /partner/trips/:id/events', { params: { id: trip.id } }),
    staleTime: 0,
  })
  return (
    <Panel title={t('app.portal.trip.events')}>
      {error && <Unread error={error} retry={() => void refetch()} />}
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
