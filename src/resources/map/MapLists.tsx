import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { MovingJourney, NetworkMap } from '../../../contract/operations/network-map'
import { formatMinutes } from '../../providers/format/durations'
import { numberFormat } from '../../providers/format/intl'
import { recordPath } from '../../kit/recordPaths'
import { textIn } from '../../kit/text'
import { Muted } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import { positionAt } from './position'
import type { WorldPoint } from './projection'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'

interface MapListsProps {
  network: NetworkMap
  moving: readonly MovingJourney[]
  places: ReadonlyMap<string, WorldPoint>
  /** Current time in milliseconds. */
  now: number
}

/** Text version of the map: moving journeys with their positions, routes and stations. */
export function MapLists({ network, moving, places, now }: MapListsProps) {
  const { t, language, locale } = useFormat()
  const nameOf = new Map(network.stations.map(({ id, name }) => [id, textIn(name, language)]))
  const where = (journey: MovingJourney) => {
    const position = positionAt(journey, places, now)
    if (!position) return t('app.map.nowhere')
    const from = nameOf.get(position.from) ?? ''
    const to = position.to && nameOf.get(position.to)
    return to ? t('app.map.between', { from, to }) : t('app.map.at', { station: from })
  }
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 4 }}>
      <Part title={t('app.map.moving')} count={moving.length} isOpen>
        {moving.length === 0 && (
          <li>
            <Muted>{t('app.map.nothingMoves')}</Muted>
          </li>
        )}
        {moving.map((journey) => (
          <Line key={journey.journey_id} to={recordPath('journeys', journey.journey_id)} name={journey.code}>
            {textIn(journey.route_name, language)} · {where(journey)}
            {journey.delay_min > 0 &&
              ` · ${t('app.dashboard.late', { time: formatMinutes(journey.delay_min, locale) })}`}
          </Line>
        ))}
      </Part>
      <Part title={t('app.map.routes')} count={network.routes.length}>
        {network.routes.map(({ id, code, name }) => (
          <Line key={id} to={recordPath('routes', id)} name={textIn(name, language)}>
            {code}
          </Line>
        ))}
      </Part>
      <Part title={t('app.map.stationList')} count={network.stations.length}>
        {network.stations.map(({ id, code }) => (
          <Line key={id} to={recordPath('stations', id)} name={nameOf.get(id) ?? ''}>
            {code}
          </Line>
        ))}
      </Part>
    </Box>
  )
}

function Part({
  title,
  count,
  isOpen,
  children,
}: {
  title: string
  count: number
  isOpen?: boolean
  children: ReactNode
}) {
  const { locale } = useFormat()
  return (
    <Box component="details" open={isOpen} sx={{ fontSize: 'body2.fontSize' }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, py: 1 }}>
        {title} <Muted>{numberFormat(locale).format(count)}</Muted>
      </Box>
      <PlainList sx={{ columns: { md: 2 }, '& li': { breakInside: 'avoid', py: 1 } }}>{children}</PlainList>
    </Box>
  )
}

const Line = ({ to, name, children }: { to: string; name: string; children: ReactNode }) => (
  <li>
    <Link component={RouterLink} to={to} color="inherit" sx={{ fontWeight: 550 }}>
      {name}
    </Link>{' '}
    <SecondaryText component="span">{children}</SecondaryText>
  </li>
)
