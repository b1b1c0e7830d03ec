import type { BookingRule, RouteStop } from '../../../../contract/entities/route'
import { idOf } from '../chance'
import { dayAfter } from '../../../domain/timetable/calendar'
import type { Clock } from '../clock'
import type { RowOf } from '../rows'
import { inFive } from '../texts'
import { LINES, type Line } from './lines'
import { stationId } from './stations'

export const routeId = (code: string): string => idOf('route', code)
/** No route of the demo has changed its stops. */
export const PATTERN_VERSION = 1

const CALL_US = inFive(
  'For parties of more than 20 please call us first.',
  'للمجموعات التي تزيد على 20 شخصًا يرجى الاتصال بنا أولًا.',
  'Pour les groupes de plus de 20 personnes, appelez-nous d’abord.',
  'Für Gruppen mit mehr als 20 Personen rufen Sie uns bitte zuerst an.',
  'Para grupos de más de 20 personas, llámenos antes.',
)

type RouteTables = 'routes' | 'route_patterns' | 'route_stops'

export function routes(clock: Clock): { [T in RouteTables]: RowOf<T>[] } {
  return {
    routes: LINES.map((line) => route(line, clock)),
    route_patterns: LINES.map((line) => ({
      route_id: routeId(line.code),
      version: PATTERN_VERSION,
      created_at: since(line, clock),
    })),
    route_stops: LINES.flatMap((line) =>
      stopsOf(line).map((stop, index) => ({
        ...stop,
        route_id: routeId(line.code),
        pattern_version: PATTERN_VERSION,
        seq: index + 1,
      })),
    ),
  }
}

/** Returns the stops of a line in the form of the contract. */
export const stopsOf = (line: Line): RouteStop[] =>
  line.stops.map((stop) => ({
    station_id: stationId(stop.station),
    arrive_offset_min: stop.arrive,
    depart_offset_min: stop.depart,
    pickup_type: stop.pickup ?? 'regular',
    drop_off_type: stop.dropOff ?? 'regular',
  }))

/** A planned route is new; the others are a year old. */
const since = (line: Line, clock: Clock) => `${dayAfter(clock.today, line.status === 'draft' ? -9 : -380)}T08:30:00Z`

function route(line: Line, clock: Clock): RowOf<'routes'> {
  const first = line.stops[0]
  const last = line.stops.at(-1)
  return {
    id: routeId(line.code),
    code: line.code,
    name: line.name,
    service_kind: line.kind,
    reverse_route_id: line.reverse === undefined ? null : routeId(line.reverse),
    color: line.color,
    distance_km: last?.km ?? null,
    booking_rule: bookingRule(line),
    status: line.status,
    pattern_version: PATTERN_VERSION,
    stop_count: line.stops.length,
    origin_station_id: first ? stationId(first.station) : null,
    destination_station_id: last ? stationId(last.station) : null,
    created_at: since(line, clock),
    updated_at: since(line, clock),
  }
}

const bookingRule = ({ bookUntilMin, kind }: Line): BookingRule => ({
  booking_type: bookUntilMin >= 1440 ? 'prior_days' : bookUntilMin > 5 ? 'same_day' : 'real_time',
  prior_notice_min: bookUntilMin,
  prior_notice_max_days: 180,
  message: kind === 'scheduled' ? CALL_US : null,
  phone: '+34600000100',
})
