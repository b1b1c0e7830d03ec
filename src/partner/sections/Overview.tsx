import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import type { PartnerDashboard } from '../../../contract/partner/sales'
import { formatDate, formatRelative } from '../../providers/format/dates'
import { numberFormat } from '../../providers/format/intl'
import { formatMoney } from '../../providers/format/money'
import { Instant } from '../../ui/Instant'
import { Muted } from '../../ui/Muted'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import type { Partner } from '../../providers/auth/partnerSession'
import { linkTo } from '../useAddress'
import { Line, Panel, ReadError } from './Panel'
import { call } from '../../providers/http/call'
import { OriginAndDestination } from './OriginAndDestination'
import { PlainList } from '../../ui/Rows'
import { Column } from '../../ui/Column'
import { SecondaryText, Text } from '../../ui/Text'

/** Overview of this month's sales, and the next departures. */
export function Overview({ partner }: { partner: Partner }) {
  const { t, locale } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'dashboard'],
    queryFn: () => call('GET /partner/dashboard'),
    staleTime: 0,
  })
  if (error) return <ReadError error={error} retry={() => void refetch()} />
  return (
    <Column>
      <Box>
        <Typography variant="h1">{t('app.partner.nav.overview')}</Typography>
        <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize', minHeight: 20 }}>
          {data &&
            t('app.partner.overview.period', {
              from: formatDate(data.period.from, locale),
              to: formatDate(data.period.to, locale),
            })}
        </Typography>
      </Box>
      <Figures data={data} currency={partner.currency || 'EUR'} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '2fr 1fr' } }}>
        <NextDepartures data={data} />
        {/* Hidden on a phone while loading, because it is below the departures and would move. */}
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            alignContent: 'start',
            visibility: { xs: data ? 'visible' : 'hidden', lg: 'visible' },
          }}
        >
          <ByStatus data={data} />
          <ExpiringKeys data={data} />
        </Box>
      </Box>
    </Column>
  )
}

type Data = PartnerDashboard | undefined

function Figures({ data, currency }: { data: Data; currency: string }) {
  const { t, locale } = useFormat()
  const none = { currency, trips: 0, seats: 0, gross_minor: 0, commission_minor: 0, net_minor: 0 }
  const sales = data && data.sales.length === 0 ? [none] : data?.sales
  const count = (value: number) => numberFormat(locale).format(value)
  const figures = (sum: typeof none) => [
    ['trips', count(sum.trips)],
    ['seats', count(sum.seats)],
    ['gross', formatMoney(sum.gross_minor, sum.currency, locale)],
    ['commission', formatMoney(sum.commission_minor, sum.currency, locale)],
    ['net', formatMoney(sum.net_minor, sum.currency, locale)],
  ]
  return (sales ?? [none]).map((sum) => (
    <Box
      key={sum.currency}
      component="dl"
      sx={{
        display: 'grid',
        gap: 4,
        m: 0,
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', lg: 'repeat(5, 1fr)' },
        '& > :last-child': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
      }}
    >
      {figures(sum).map(([name, value]) => (
        <Paper key={name} variant="outlined" sx={{ p: 4, minWidth: 0 }}>
          <SecondaryText component="dt" size="body2">
            {t(`app.partner.overview.${name}`)}
          </SecondaryText>
          <Box
            component="dd"
            sx={{ m: 0, fontSize: 'h1.fontSize', fontWeight: 600, letterSpacing: '-0.02em', minHeight: 33 }}
          >
            {data ? value : <Skeleton width={64} />}
          </Box>
        </Paper>
      ))}
    </Box>
  ))
}

function NextDepartures({ data }: { data: Data }) {
  const { t } = useFormat()
  return (
    <Panel title={t('app.partner.overview.next')}>
      <PlainList>
        {!data && <Waiting rows={4} />}
        {data?.next_departures.length === 0 && (
          <Line>
            <Muted>{t('app.partner.overview.noNext')}</Muted>
          </Line>
        )}
        {data?.next_departures.map((trip) => (
          <Line key={trip.id}>
            <Box sx={{ flex: 'none', width: 140, fontWeight: 550 }}>
              {trip.travel_at && <Instant value={trip.travel_at} zone={trip.origin?.timezone} />}
            </Box>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <OriginAndDestination trip={trip} />
            </Box>
            <Link
              component={RouterLink}
              to={linkTo('trips', { trip: trip.id })}
              dir="ltr"
              sx={{ flex: 'none', width: 60 }}
            >
              {trip.reference}
            </Link>
            <Box sx={{ flex: 'none', width: 100 }}>
              <StatusMark value={trip.status} label={t(`choices.reservationStatuses.${trip.status}`)} />
            </Box>
          </Line>
        ))}
      </PlainList>
    </Panel>
  )
}

function ByStatus({ data }: { data: Data }) {
  const { t, locale } = useFormat()
  return (
    <Panel title={t('app.partner.overview.byStatus')}>
      <PlainList>
        {!data && <Waiting rows={2} />}
        {data?.trips_by_status.length === 0 && (
          <Line>
            <Muted>{t('app.partner.overview.noTrips')}</Muted>
          </Line>
        )}
        {data?.trips_by_status.map(({ status, trips }) => (
          <Line key={status}>
            <Box sx={{ flex: 1 }}>
              <StatusMark value={status} label={t(`choices.reservationStatuses.${status}`)} />
            </Box>
            <Text weight="medium">{numberFormat(locale).format(trips)}</Text>
          </Line>
        ))}
      </PlainList>
    </Panel>
  )
}

function ExpiringKeys({ data }: { data: Data }) {
  const { t, locale } = useFormat()
  const now = useNow()
  if (!data?.expiring_credentials.length) return null
  return (
    <Panel title={t('app.partner.overview.expiring')}>
      <PlainList>
        {data.expiring_credentials.map((key) => (
          <Line key={key.id}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{key.name}</Box>
            <Box sx={{ color: 'warning.main' }}>
              {t('app.partner.overview.expires', { when: formatRelative(key.expires_at, now, locale) })}
            </Box>
          </Line>
        ))}
      </PlainList>
    </Panel>
  )
}

const Waiting = ({ rows }: { rows: number }) =>
  Array.from({ length: rows }, (_, index) => (
    <Line key={index}>
      <Skeleton width="70%" />
    </Line>
  ))
