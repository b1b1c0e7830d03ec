import AddIcon from '@mui/icons-material/Add'
import FitIcon from '@mui/icons-material/FitScreen'
import RemoveIcon from '@mui/icons-material/Remove'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MovingJourney, NetworkMap } from '../../../contract/operations/network-map'
import { numberFormat } from '../../providers/format/intl'
import { recordPath } from '../../kit/recordPaths'
import { textIn } from '../../kit/text'
import { useFormat } from '../../ui/useFormat'
import { positionAt } from './position'
import { onScreen, tilesOf, type WorldPoint } from './projection'
import { clustered, labelsOf } from './cluster'
import { useMapView } from './useMapView'

interface MapPictureProps {
  network: NetworkMap
  moving: readonly MovingJourney[]
  places: ReadonlyMap<string, WorldPoint>
  /** Current time in milliseconds. */
  now: number
}

const CLUSTER_PX = 18
const ROUTE_WIDTH = 2.5

/** The network as an interactive map; the lists next to it contain the same as text. */
export function MapPicture({ network, moving, places, now }: MapPictureProps) {
  const { t, language, locale } = useFormat()
  const { colours } = useTheme()
  const navigate = useNavigate()
  const points = useMemo(() => [...places.values()], [places])
  const map = useMapView(points)
  const { view, size } = map
  const open = (path: string) => {
    if (!map.wasDragged()) void navigate(path)
  }
  const stations = network.stations.flatMap((station) => {
    const point = places.get(station.id)
    return point ? [{ ...station, ...onScreen(point, view, size) }] : []
  })
  const inSight = stations.filter(({ x, y }) => x > -50 && y > -50 && x < size.width + 50 && y < size.height + 50)
  const clusters = clustered(inSight, CLUSTER_PX)
  const nameOf = ({ members }: (typeof clusters)[number]) =>
    members.length === 1 && members[0]
      ? textIn(members[0].name, language)
      : t('app.map.stations', { count: members.length, number: numberFormat(locale).format(members.length) })
  const labels = labelsOf(clusters, nameOf, size.width)
  const tiles = network.tiles ? tilesOf(network.tiles.url, view, size) : []
  return (
    <Box
      {...map.frameProps}
      role="application"
      aria-label={t('app.map.picture')}
      tabIndex={0}
      sx={{
        position: 'relative',
        height: { xs: 420, md: 'min(64vh, 640px)' },
        overflow: 'hidden',
        touchAction: 'none',
        cursor: 'grab',
        border: 1,
        borderColor: 'divider',
        borderRadius: 2.5,
        bgcolor: (theme) => theme.colours.muted,
        userSelect: 'none',
        '& text': {
          fontSize: 'caption.fontSize',
          fill: colours.ink,
          paintOrder: 'stroke',
          stroke: colours.surface,
          strokeWidth: 4,
        },
        '& [data-open]': { cursor: 'pointer' },
      }}
    >
      <svg width={size.width} height={size.height} aria-hidden style={{ display: 'block' }} direction="ltr">
        {tiles.map((tile) => (
          <image
            key={tile.key}
            href={tile.url}
            x={tile.x}
            y={tile.y}
            width={tile.size + 0.5}
            height={tile.size + 0.5}
          />
        ))}
        {network.routes.map((route) => {
          const path = route.station_ids.flatMap((id) => {
            const point = places.get(id)
            return point ? [onScreen(point, view, size)] : []
          })
          return (
            <polyline
              key={route.id}
              data-open
              onClick={() => open(recordPath('routes', route.id))}
              points={path.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
              fill="none"
              stroke={route.color ?? colours.accent}
              strokeWidth={ROUTE_WIDTH}
              strokeLinejoin="round"
              opacity={0.7}
            >
              <title>{textIn(route.name, language)}</title>
            </polyline>
          )
        })}
        {clusters.map((cluster) => {
          const { id, x, y, members } = cluster
          const isOne = members.length === 1
          const name = nameOf(cluster)
          return (
            <g
              key={id}
              data-open
              onClick={() => (isOne ? open(recordPath('stations', id)) : !map.wasDragged() && map.zoomTo({ x, y }))}
            >
              <circle cx={x} cy={y} r={isOne ? 5 : 8} fill={colours.surface} stroke={colours.ink} strokeWidth={2}>
                <title>{name}</title>
              </circle>
            </g>
          )
        })}
        {clusters.map((cluster) => {
          const place = labels.get(cluster.id)
          return (
            place && (
              <text key={cluster.id} {...place} textAnchor="middle" pointerEvents="none">
                {nameOf(cluster)}
              </text>
            )
          )
        })}
        {moving.flatMap((journey) => {
          const position = positionAt(journey, places, now)
          if (!position) return []
          const { x, y } = onScreen(position.point, view, size)
          const isLate = journey.delay_min > 0
          return [
            <g key={journey.journey_id} data-open onClick={() => open(recordPath('journeys', journey.journey_id))}>
              <circle
                cx={x}
                cy={y}
                r={8}
                fill={isLate ? colours.tones.warning.ink : colours.accent}
                stroke={colours.surface}
                strokeWidth={2}
              />
              <path
                d={isLate ? `M${x} ${y - 4}v5m0 2v1` : `M${x - 3} ${y}h6`}
                stroke={colours.surface}
                strokeWidth={2}
              />
              <title>{`${journey.code}: ${textIn(journey.route_name, language)}`}</title>
            </g>,
          ]
        })}
      </svg>
      <Box sx={{ position: 'absolute', insetInlineEnd: 12, top: 12, display: 'grid', gap: 1 }}>
        {(
          [
            ['zoomIn', AddIcon],
            ['zoomOut', RemoveIcon],
            ['fit', FitIcon],
          ] as const
        ).map(([name, Icon]) => (
          <IconButton
            key={name}
            size="small"
            onClick={map[name]}
            aria-label={t(`app.map.${name}`)}
            title={t(`app.map.${name}`)}
            sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 2 }}
          >
            <Icon fontSize="menu" />
          </IconButton>
        ))}
      </Box>
      {network.tiles && (
        <Box
          sx={{
            position: 'absolute',
            insetInlineEnd: 0,
            bottom: 0,
            px: 2,
            fontSize: 'overline.fontSize',
            bgcolor: 'background.paper',
          }}
        >
          {network.tiles.attribution}
        </Box>
      )}
    </Box>
  )
}
