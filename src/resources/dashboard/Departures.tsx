import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { Link as RouterLink } from 'react-router-dom'
import type { Dashboard } from '../../../contract/operations/dashboard'
import type { DashboardDeparture } from '../../../contract/operations/dashboard-figures'
import { DASHBOARD_DEPARTURES } from '../../../contract/core/limits/dashboard'
import { formatMinutes } from '../../providers/format/durations'
import { toZonedInput } from '../../providers/format/dates'
import { numberFormat } from '../../providers/format/intl'
import { recordPath } from '../../kit/recordPaths'
import { textIn } from '../../kit/text'
import { choiceKey } from '../../kit/vocabularies'
import { Instant } from '../../ui/Instant'
import { LoadBar } from '../../ui/LoadBar'
import { Muted, NOTHING } from '../../ui/Muted'
import { Plate } from '../../ui/Plate'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { Panel } from './Panel'
import { PlainList } from '../../ui/Rows'

const ROW_PX = 44

/** Next departures with load and delay. @param data undefined while loading */
export function Departures({ data }: { data: Dashboard | undefined }) {
  const { t } = useFormat()
  const rows = data?.departures
  return (
    <Panel title={t('app.dashboard.nextDepartures')}>
      <PlainList sx={{ minHeight: ROW_PX }}>
        {!data &&
          Array.from({ length: DASHBOARD_DEPARTURES }, (_, index) => (
            <Row key={index}>
              <Skeleton width="70%" />
            </Row>
          ))}
        {rows?.length === 0 && (
          <Row>
            <Muted>{t('app.dashboard.noDepartures')}</Muted>
          </Row>
        )}
        {data && rows?.map((departure) => <Departure key={departure.journey_id} day={data.day} {...departure} />)}
      </PlainList>
    </Panel>
  )
}

const Row = ({ children }: { children: React.ReactNode }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      flexWrap: { xs: 'wrap', sm: 'nowrap' },
      columnGap: 4,
      minHeight: ROW_PX,
      px: 4,
      py: { xs: 2, sm: 0 },
      fontSize: 'body2.fontSize',
      '& + &': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    {children}
  </Box>
)

function Departure({ day, ...departure }: DashboardDeparture & { day: string }) {
  const { t, locale, language } = useFormat()
  const { load, capacity, delay_min: delay, service_status: status } = departure
  const count = numberFormat(locale)
  const loadText = `${count.format(load)}/${count.format(capacity)}`
  const isToday = toZonedInput(departure.departs_at, departure.timezone).startsWith(day)
  return (
    <Row>
      <Box sx={{ flex: 'none', width: { sm: 132 }, fontWeight: 550, fontVariantNumeric: 'tabular-nums' }}>
        <Instant value={departure.departs_at} zone={departure.timezone} timeOnly={isToday} />
      </Box>
      <Box sx={{ flex: { xs: '1 1 60%', sm: 1 }, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        <Link component={RouterLink} to={recordPath('journeys', departure.journey_id)} color="inherit">
          {textIn(departure.route_name, language)}
        </Link>
      </Box>
      <Box sx={{ flex: 'none', width: 108, display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1 }}>
          <LoadBar
            confirmed={load}
            held={0}
            capacity={capacity}
            label={t('app.dashboard.load', { load: count.format(load), capacity: count.format(capacity) })}
          />
        </Box>
        <Box component="span" aria-hidden sx={{ width: 44, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
          {loadText}
        </Box>
      </Box>
      <Box sx={{ flex: 'none', width: 92, display: { xs: 'none', md: 'block' } }}>
        {departure.plate ? <Plate>{departure.plate}</Plate> : (departure.operated_by ?? NOTHING)}
      </Box>
      <Box sx={{ flex: 'none', width: { sm: 128 } }}>
        {delay > 0 && status !== 'cancelled' ? (
          <StatusMark value="pending" label={t('app.dashboard.late', { time: formatMinutes(delay, locale) })} />
        ) : (
          <StatusMark value={status} label={t(choiceKey('serviceStatuses', status))} />
        )}
      </Box>
    </Row>
  )
}
