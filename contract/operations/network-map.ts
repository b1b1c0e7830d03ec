import { z } from 'zod'
import { operation } from '../core/operations'
import { HexColor, I18nText, Id, Instant } from '../core/scalars'
import { SERVICE_STATUSES } from '../core/vocabulary'

export const NetworkMap = z.object({
  /** Background map from a tile server; null if the installation configures none. */
  tiles: z
    .object({
      /** URL template with `{z}`, `{x}` and `{y}`: Web Mercator, tiles of 256 pixels. */
      url: z.string(),
      /** Attribution text that the map provider requires. */
      attribution: z.string(),
    })
    .nullable(),
  /** Active stations with coordinates. */
  stations: z.array(
    z.object({ id: Id, code: z.string(), name: I18nText, latitude: z.number(), longitude: z.number() }),
  ),
  /** Active routes with their stations in order. */
  routes: z.array(
    z.object({ id: Id, code: z.string(), name: I18nText, color: HexColor.nullable(), station_ids: z.array(Id) }),
  ),
})
export type NetworkMap = z.output<typeof NetworkMap>

export const MovingJourney = z.object({
  journey_id: Id,
  code: z.string(),
  route_id: Id,
  route_name: I18nText,
  service_status: z.enum(SERVICE_STATUSES),
  delay_min: z.int(),
  plate: z.string().nullable(),
  /** Calls in order, with the actual times, else the expected ones, else those of the timetable. */
  calls: z.array(z.object({ station_id: Id, arrive: Instant, depart: Instant })),
})
export type MovingJourney = z.output<typeof MovingJourney>

export const getNetworkMap = operation({
  id: 'getNetworkMap',
  method: 'GET',
  path: '/network-map',
  tag: 'network-map',
  summary: 'Get the active stations and routes for a map',
  access: { action: 'list', resource: 'stations' },
  ok: { status: 200, description: 'The network.', schema: NetworkMap },
  errors: [],
})

export const listMovingJourneys = operation({
  id: 'listMovingJourneys',
  method: 'GET',
  path: '/network-map/journeys',
  tag: 'network-map',
  summary: 'List journeys under way with the times of their calls; at most MAP_JOURNEYS_MAX',
  access: { action: 'list', resource: 'journeys' },
  ok: { status: 200, description: 'The journeys, the earliest departure first.', schema: z.array(MovingJourney) },
  errors: [],
})
