import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useGetList } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Journey } from '../../../contract/entities/journey'
import type { Reservation } from '../../../contract/entities/reservation'
import { addDays, formatDate, fromZonedInput, today } from '../../format/dates'
import { numberFormat } from '../../format/intl'
import { formatMoney } from '../../format/money'
import { displayName } from '../../providers/auth/session'
import { useMay, useUser } from '../../providers/auth/useSession'
import type { ListMeta } from '../../providers/data/dataProvider'
import { recordPath, RecordLink } from '../../resources/builder/RecordLink'
import type { AnyRecord } from '../../resources/builder/resource'
import { choiceKey } from '../../resources/builder/vocabularies'
import { Instant } from '../../ui/Instant'
import { Muted, NOTHING } from '../../ui/Muted'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { PageHeader } from '../../ui/PageHeader'
import { Attention } from '../dashboard/Attention'
import { listLink } from '../dashboard/listLink'

const ROWS = 8
/** Figures of today are read again when the page is opened. */
const LIVE = { staleTime: 0, refetchOnMount: 'always' } as const
const PLANNED = ['draft', 'scheduled']

/** Instants on whole minutes, so that coming back within one asks nothing new of the cache's keys. */
const minuteOf = (ms: number) => new Date(Math.floor(ms / 60_000) * 60_000).toISOString().replace('.000Z', 'Z')

interface FigureProps {
  label: string
  resource: string
  filter: Record<string, unknown>
}

/** A number with a link to what it counts. */
function Figure({ label, resource, filter }: FigureProps) {
  const { t, locale } = useFormat()
  const allowed = useMay('list', resource)
  const figure = useGetList<AnyRecord>(
    resource,
    { pagination: { page: 1, perPage: 1 }, filter },
    { ...LIVE, enabled: allowed },
  )
  if (!allowed) return null
  const { total, error, isPending } = figure
  const more = (figure.meta as ListMeta | undefined)?.totalIsMinimum ? '+' : ''
  return (
    <Paper
      component={RouterLink}
      to={listLink(resource, filter)}
      variant="outlined"
      sx={{
        p: 4,
        borderRadius: 2.5,
        textDecoration: 'none',
        display: 'block',
        '&:hover': { borderColor: 'text.disabled' },
      }}
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{label}</Box>
      <Box
        sx={{
          fontSize: 28,
          fontWeight: 600,
          lineHeight: 1.3,
          letterSpacing: '-0.02em',
          minHeight: 37,
        }}
      >
        {isPending ? (
          <Skeleton width={56} />
        ) : error ? (
          <Muted>{t('app.dashboard.unknown')}</Muted>
        ) : (
          numberFormat(locale).format(total ?? 0) + more
        )}
      </Box>
    </Paper>
  )
}

/** What the day looks like: how much runs, what is missing, what leaves next. */
export default function Dashboard() {
  const { t, locale } = useFormat()
  const user = useUser()
  const now = useNow()
  const day = today(now)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const dayStart = fromZonedInput(`${day}T00:00`, zone)
  const dayEnd = fromZonedInput(`${addDays(day, 1)}T00:00`, zone)
  return (
    <>
      <PageHeader
        title={t('ra.page.dashboard')}
        subtitle={`${formatDate(day, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}${user ? ` · ${displayName(user, t('app.user.unnamed'))}` : ''}`}
      />
      <Attention />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4, mb: 4 }}>
        <Figure
          label={t('app.dashboard.journeysToday')}
          resource="journeys"
          filter={{ service_date_gte: day, service_date_lte: day }}
        />
        <Figure
          label={t('app.dashboard.reservationsToday')}
          resource="reservations"
          filter={{ travel_at_gte: dayStart, travel_at_lt: dayEnd }}
        />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 3fr) minmax(0, 2fr)' },
          gap: 4,
        }}
      >
        <NextDepartures from={minuteOf(now)} />
        <NewestReservations />
      </Box>
    </>
  )
}

const panelLooks = {
  borderRadius: 2.5,
  minWidth: 0,
  '& h2': { m: 0, px: 4, py: 3, fontSize: 14, fontWeight: 600, borderBottom: '1px solid', borderColor: 'divider' },
  '& ul': { listStyle: 'none', m: 0, p: 0 },
  '& li': {
    display: 'flex',
    alignItems: 'center',
    columnGap: 4,
    minHeight: 44,
    px: 4,
    fontSize: 13,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
  '& li:last-child': { borderBottom: 0 },
} as const

/** Whole where a line is short, for a way cut off after its first place leads nowhere. */
const nameLooks = {
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
} as const

function NextDepartures({ from }: { from: string }) {
  const { t } = useFormat()
  const allowed = useMay('list', 'journeys')
  const { data, isPending, error } = useGetList<Journey>(
    'journeys',
    {
      pagination: { page: 1, perPage: ROWS },
      sort: { field: 'departs_at', order: 'ASC' },
      filter: { departs_at_gte: from, service_status_in: [...PLANNED, 'boarding'] },
    },
    { ...LIVE, enabled: allowed },
  )
  if (!allowed) return null
  return (
    <Paper component="section" variant="outlined" sx={panelLooks}>
      <h2>{t('app.dashboard.nextDepartures')}</h2>
      <ul>
        {isPending &&
          Array.from({ length: ROWS }, (_, index) => (
            <li key={index}>
              <Skeleton width="70%" />
            </li>
          ))}
        {!isPending && !data?.length && (
          <li>
            <Muted>{t(error ? 'app.dashboard.unread' : 'app.dashboard.noDepartures')}</Muted>
          </li>
        )}
        {data?.map((journey) => (
          <Box component="li" key={journey.id} sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, py: { xs: 2, sm: 0 } }}>
            <Box sx={{ flex: 'none', width: { xs: '100%', sm: 'auto' }, minWidth: { sm: 140 }, fontWeight: 550 }}>
              <Instant value={journey.departs_at} zone={journey.timezone} />
            </Box>
            <Box sx={nameLooks}>
              <Link component={RouterLink} to={recordPath('journeys', journey.id)} color="inherit">
                <RecordLink resource="routes" id={journey.route_id} plain />
              </Link>
            </Box>
            <Box sx={{ flex: 'none', width: 96, display: { xs: 'none', sm: 'block' } }}>
              {journey.vehicle_id ? <RecordLink resource="vehicles" id={journey.vehicle_id} /> : NOTHING}
            </Box>
            <Box sx={{ flex: 'none', width: 108, display: { xs: 'none', md: 'block' } }}>
              <StatusMark
                value={journey.availability_status}
                label={t(choiceKey('availabilityStatuses', journey.availability_status))}
              />
            </Box>
          </Box>
        ))}
      </ul>
    </Paper>
  )
}

function NewestReservations() {
  const { t, locale } = useFormat()
  const allowed = useMay('list', 'reservations')
  const { data, isPending, error } = useGetList<Reservation>(
    'reservations',
    { pagination: { page: 1, perPage: ROWS }, sort: { field: 'created_at', order: 'DESC' } },
    { ...LIVE, enabled: allowed },
  )
  if (!allowed) return null
  return (
    <Paper component="section" variant="outlined" sx={panelLooks}>
      <h2>{t('app.dashboard.newestReservations')}</h2>
      <ul>
        {isPending &&
          Array.from({ length: ROWS }, (_, index) => (
            <li key={index}>
              <Skeleton width="70%" />
            </li>
          ))}
        {!isPending && !data?.length && (
          <li>
            <Muted>{t(error ? 'app.dashboard.unread' : 'app.dashboard.noReservations')}</Muted>
          </li>
        )}
        {data?.map((reservation) => (
          <li key={reservation.id}>
            <Box sx={{ flex: 'none', width: 76 }}>
              <Link
                component={RouterLink}
                to={recordPath('reservations', reservation.id)}
                color="inherit"
                sx={{ fontWeight: 550 }}
                dir="ltr"
              >
                {reservation.reference}
              </Link>
            </Box>
            <Box sx={nameLooks}>{reservation.lead_name}</Box>
            <Box sx={{ flex: 'none' }}>{formatMoney(reservation.total_minor, reservation.currency, locale)}</Box>
            <Box sx={{ flex: 'none', width: 110, display: { xs: 'none', sm: 'block' } }}>
              <StatusMark value={reservation.status} label={t(choiceKey('reservationStatuses', reservation.status))} />
            </Box>
          </li>
        ))}
      </ul>
    </Paper>
  )
}
