import { z } from 'zod'
import { operation } from '../core/operations'
import { HexColor, I18nText, Id, Instant } from '../core/scalars'
import { SERVICE_STATUSES } from '../core/vocabulary'

export const NetworkMap = z.object({
  /** Ground to lay under the network, by a server of map tiles; null where the installation names none. */
  tiles: z
    .object({
      /** With `{z}`, `{x}` and `{y}` in Web Mercator, 256 pixels wide. */
      url: z.string(),
      /** Whom the map is from, as its makers want it said. */
      attribution: z.string(),
    })
    .nullable(),
  /** Those in use that have a place on earth. */
  stations: z.array(
    z.object({ id: Id, code: z.string(), name: I18nText, latitude: z.number(), longitude: z.number() }),
  ),
  /** Those in use, with the stations that they call at in order. */
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
  /** In order; when it is there as far as is known now: by what happened, else what is expected, else the timetable. */
  calls: z.array(z.object({ station_id: Id, arrive: Instant, depart: Instant })),
})
export type MovingJourney = z.output<typeof MovingJourney>

export const getNetworkMap = operation({
  id: 'getNetworkMap',
  method: 'GET',
  path: '/network-map',
  tag: 'network-map',
  summary: 'Stations and routes in use, to be drawn on a map',
  access: { action: 'list', resource: 'stations' },
  ok: { status: 200, description: 'The network.', schema: NetworkMap },
  errors: [],
})

export const listMovingJourneys = operation({
  id: 'listMovingJourneys',
  method: 'GET',
  path: '/network-map/journeys',
  tag: 'network-map',
  summary: 'Journeys under way now, by their timetable and delay; at most MAP_JOURNEYS_MAX',
  access: { action: 'list', resource: 'journeys' },
  ok: { status: 200, description: 'The journeys, the earliest departure first.', schema: z.array(MovingJourney) },
  errors: [],
})
