import type { STATION_KINDS } from '../../../../contract/core/vocabulary'
import { idOf } from '../chance'
import { dayAfter } from '../../../domain/timetable/calendar'
import { COUNTRY, ZONE, type Clock } from '../clock'
import type { RowOf } from '../rows'
import { inFive } from '../texts'
import type { DemoPlace } from './place'
import { PLACES, PLATFORMS } from './places'

export const stationId = (code: string): string => idOf('station', code)

/** Kinds of stations with a staffed counter. */
const STAFFED: readonly (typeof STATION_KINDS)[number][] = ['airport', 'bus_station']

const COUNTER = inFive(
  'Show your ticket at the Costa Coaches desk 15 minutes before departure.',
  'أبرز تذكرتك عند مكتب Costa Coaches قبل المغادرة بـ 15 دقيقة.',
  'Présentez votre billet au comptoir Costa Coaches 15 minutes avant le départ.',
  'Zeigen Sie Ihr Ticket 15 Minuten vor der Abfahrt am Schalter von Costa Coaches.',
  'Muestre su billete en el mostrador de Costa Coaches 15 minutos antes de la salida.',
)

/** Returns bus stations, airports, ports and hotels of Málaga, its coast and Andalusia, with their platforms. */
export function stations(clock: Clock): RowOf<'stations'>[] {
  const since = `${dayAfter(clock.today, -400)}T09:00:00Z`
  const rows = PLACES.map((place) => ({ ...row(place), created_at: since, updated_at: since }))
  const platforms = PLATFORMS.map(({ code, parent, platform }) => {
    const station = PLACES.find((place) => place.code === parent)
    if (!station) throw new RangeError(`${code} belongs to ${parent}, which is no place.`)
    return {
      ...row(station),
      id: stationId(code),
      code,
      name: inFive(
        `${station.name['en']}, bay ${platform}`,
        `${station.name['ae']}، الرصيف ${platform}`,
        `${station.name['fr']}, quai ${platform}`,
        `${station.name['de']}, Bussteig ${platform}`,
        `${station.name['es']}, dársena ${platform}`,
      ),
      kind: 'stop' as const,
      parent_station_id: stationId(parent),
      platform_code: platform,
      iata_code: null,
      boarding_instructions: null,
      contact_phone: null,
      external_refs: [],
      created_at: since,
      updated_at: since,
    }
  })
  return [...rows, ...platforms]
}

const row = ({
  code,
  name,
  kind,
  at: [latitude, longitude],
  city,
  address,
  zone,
  iata,
  phone,
  ...rest
}: DemoPlace) => ({
  id: stationId(code),
  code,
  name,
  kind,
  parent_station_id: null,
  platform_code: null,
  latitude,
  longitude,
  timezone: ZONE,
  country: COUNTRY,
  city,
  address,
  iata_code: iata ?? null,
  zone_code: zone,
  wheelchair_boarding:
    rest.stepFree === undefined ? ('unknown' as const) : rest.stepFree ? ('yes' as const) : ('no' as const),
  boarding_instructions: STAFFED.includes(kind) ? COUNTER : null,
  contact_phone: phone ?? null,
  external_refs: [{ scheme: 'ctan', value: `${zone}-${code}`.toLowerCase() }],
  status: rest.isClosed ? ('inactive' as const) : ('active' as const),
})
