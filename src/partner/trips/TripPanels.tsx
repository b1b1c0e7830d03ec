import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { inLanguage } from '../../../contract/core/scalars'
import type { PartnerTripDetail } from '../../../contract/partner/trips'
import { formatMoney } from '../../providers/format/money'
import { LANGUAGE_TABLE } from '../../providers/i18n/languages'
import { CallLine, CallStop } from '../../features/journeys/CallLine'
import { Instant } from '../../ui/Instant'
import { Muted, NOTHING } from '../../ui/Muted'
import { PhoneText } from '../../ui/PhoneText'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { Line, Panel } from '../sections/Panel'
import { SalePrice } from '../journeys/SalePrice'
import { PlainList } from '../../ui/Rows'
import { SecondaryText, Text } from '../../ui/Text'

interface TripProps {
  trip: PartnerTripDetail
}

/** Legs of a trip, with origin, destination and present status. */
export function LegsPanel({ trip }: TripProps) {
  const { t, language } = useFormat()
  return (
    <Panel title={t('app.portal.trip.journeys')}>
      {trip.legs.map((leg) => (
        <Box
          key={`${leg.journey_id}/${leg.board_seq}`}
          sx={{ px: 4, py: 3, fontSize: 'body2.fontSize', '& + &': { borderTop: 1, borderColor: 'divider' } }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mb: 2, color: 'text.secondary' }}>
            <span>{inLanguage(leg.route_name, language)}</span>
            <bdi>{leg.journey_code}</bdi>
            <StatusMark value={leg.service_status} label={t(`choices.serviceStatuses.${leg.service_status}`)} />
          </Box>
          <CallLine>
            <CallStop place="first">
              <Text weight="medium">{inLanguage(leg.origin.name, language)}</Text>
              <Instant value={leg.departs_at} zone={leg.origin.timezone} />
              {leg.expected_departs_at && leg.expected_departs_at !== leg.departs_at && (
                <Box component="span" sx={{ color: 'warning.main', marginInlineStart: 2 }}>
                  {t('app.portal.trip.expected')}{' '}
                  <Instant value={leg.expected_departs_at} zone={leg.origin.timezone} timeOnly />
                </Box>
              )}
              {leg.platform && (
                <Box component="span" sx={{ color: 'text.secondary', marginInlineStart: 2 }}>
                  {t('app.portal.trip.platform', { platform: leg.platform })}
                </Box>
              )}
            </CallStop>
            <CallStop place="last">
              <Text weight="medium">{inLanguage(leg.destination.name, language)}</Text>
              <Instant value={leg.arrives_at} zone={leg.destination.timezone} />
            </CallStop>
          </CallLine>
        </Box>
      ))}
    </Panel>
  )
}

export function PassengersPanel({ trip }: TripProps) {
  const { t } = useFormat()
  return (
    <Panel title={t('app.portal.trip.passengers')}>
      <PlainList>
        {trip.passengers.map(({ position, name, category, needs, status }) => (
          <Line key={position}>
            <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <bdi>{name ?? <Muted>{t('app.portal.trip.noName')}</Muted>}</bdi>
            </Box>
            <SecondaryText>
              {[
                t(`choices.passengerCategories.${category}`),
                ...needs.map((need) => t(`choices.passengerNeeds.${need}`)),
              ].join(' · ')}
            </SecondaryText>
            <StatusMark value={status} label={t(`choices.passengerStatuses.${status}`)} />
          </Line>
        ))}
      </PlainList>
    </Panel>
  )
}

export function PricePanel({ trip }: TripProps) {
  const { t, locale } = useFormat()
  return (
    <Panel title={t('app.portal.price.title')}>
      <Box sx={{ px: 4, py: 3 }}>
        <SalePrice
          sale={{ ...trip, lines: trip.price_lines }}
          after={
            trip.status === 'cancelled' && (
              <Box sx={{ pt: 2, fontSize: 'body2.fontSize' }}>
                {t('app.portal.price.kept', {
                  amount: formatMoney(trip.cancellation_fee_minor, trip.currency, locale),
                })}
              </Box>
            )
          }
        />
      </Box>
    </Panel>
  )
}

export function ContactPanel({ trip }: TripProps) {
  const { t } = useFormat()
  const facts: [name: string, value: ReactNode][] = [
    ['leadName', <bdi key="name">{trip.lead_name}</bdi>],
    ['phone', trip.lead_phone && <PhoneText key="phone">{trip.lead_phone}</PhoneText>],
    ['email', trip.lead_email && <bdi key="email">{trip.lead_email}</bdi>],
    ['language', LANGUAGE_TABLE[trip.locale].name],
    ['flight', trip.flight && <bdi key="flight">{trip.flight.number}</bdi>],
    ['notes', trip.customer_notes],
  ]
  return (
    <Panel title={t('app.portal.trip.contact')}>
      <Box component="dl" sx={{ m: 0, px: 4, py: 3, display: 'grid', gap: 2, fontSize: 'body2.fontSize' }}>
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'grid', gridTemplateColumns: '2fr 3fr', gap: 3 }}>
            <SecondaryText component="dt">{t(`app.portal.field.${name}`)}</SecondaryText>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value || NOTHING}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
