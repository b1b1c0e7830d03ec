import type { Archive } from './archive'
import { readRows } from './csv'
import {
  agencyFile,
  feedInfoFile,
  routesFile,
  stopsFile,
  type AgencyRow,
  type RouteRow,
  type Row,
  type StopRow,
} from './files'
import { shown } from './fields'
import { Fault, type Issues } from './issues'

/** GTFS stops.location_type: stop or platform. */
const BOARDABLE = 0
/** GTFS stops.location_type: station. */
const STATION = 1

export interface FeedStop {
  id: string
  code: string
  name: string
  latitude: number | null
  longitude: number | null
  zone: string | null
  /** True for a station, which contains stops and has no calls itself. */
  isParent: boolean
  parent: string | null
  /** IANA time zone for display. */
  timezone: string
  /** GTFS value: 0 unknown, 1 yes, 2 no. */
  wheelchair: number
  platform: string | null
}

export interface FeedRoute {
  id: string
  agency: string
  shortName: string
  longName: string
  /** GTFS route_type, basic or extended. */
  type: number
  color: string | null
}

export interface FeedHead {
  agencies: AgencyRow[]
  publisher: string
  /** Mark of the company that exported the feed; null for feeds of others. */
  mark: string | null
  /** BCP 47 tag; empty when the feed has none or mixes several. */
  language: string
  /** Time zone of all service times; a feed has exactly one. */
  timezone: string
  startDate: string | null
  endDate: string | null
}

/** Placeholder time zone, so that a feed without one can be read for its other errors. */
const NO_ZONE = 'UTC'

/** Reads agency.txt and feed_info.txt. Without exactly one time zone agency.txt is broken. */
export async function readHead(archive: Archive, issues: Issues): Promise<FeedHead> {
  const agencies: AgencyRow[] = []
  for await (const { line, row } of readRows(archive, agencyFile, issues)) {
    const [first] = agencies
    if (first && first.agency_timezone !== row.agency_timezone)
      issues.breakFile(
        { file: agencyFile.name, line, field: 'agency_timezone' },
        secondZone(first.agency_timezone, row.agency_timezone),
      )
    agencies.push(row)
  }
  const [first] = agencies
  if (!first && issues.badRows(agencyFile.name) > 0) issues.breakByRows(agencyFile.name)
  else if (!first) issues.breakFile({ file: agencyFile.name }, NO_AGENCY)
  const info = await readInfo(archive, issues)
  const declared = info?.feed_lang.toLowerCase() ?? ''
  return {
    agencies,
    publisher: info?.feed_publisher_name || (first?.agency_name ?? ''),
    mark: info?.feed_id || null,
    language: declared === '' || declared === 'mul' ? (first?.agency_lang.toLowerCase() ?? '') : declared,
    timezone: first?.agency_timezone ?? NO_ZONE,
    startDate: info?.feed_start_date ?? null,
    endDate: info?.feed_end_date ?? null,
  }
}

async function readInfo(archive: Archive, issues: Issues): Promise<Row<typeof feedInfoFile> | undefined> {
  for await (const { row } of readRows(archive, feedInfoFile, issues)) return row
  return undefined
}

export interface FeedStops {
  /** Stations with platforms first, then stops and platforms. */
  all: FeedStop[]
  /** Index in `all` of each stop and platform. */
  boardable: Map<string, number>
  /** Ids without calls: stations, entrances, nodes. */
  other: Set<string>
}

/** Reads stops.txt. Entrances, nodes and boarding areas are left out, because they are not stations here. */
export async function readStops(archive: Archive, issues: Issues, agencyZone: string): Promise<FeedStops> {
  const rows = new Map<string, { line: number; row: StopRow }>()
  const other = new Set<string>()
  for await (const { line, row } of readRows(archive, stopsFile, issues)) {
    const place = { file: stopsFile.name, line }
    if (rows.has(row.stop_id) || other.has(row.stop_id))
      issues.error({ ...place, field: 'stop_id' }, duplicate(row.stop_id))
    else if (row.location_type > STATION) other.add(row.stop_id)
    else if (row.stop_name === '') issues.error({ ...place, field: 'stop_name' }, NAME_MISSING)
    else if (row.stop_lat === null || row.stop_lon === null)
      issues.error({ ...place, field: row.stop_lat === null ? 'stop_lat' : 'stop_lon' }, COORDINATE_MISSING)
    else rows.set(row.stop_id, { line, row })
  }
  const stationsFirst = [...rows.values()].sort((a, b) => b.row.location_type - a.row.location_type)
  const inOrder = stationsFirst.filter(({ line, row }) => {
    const fault = parentFault(row, rows, issues.areWhole(stopsFile.name))
    if (!fault) return true
    issues.error({ file: stopsFile.name, line, field: 'parent_station' }, fault)
    return !rows.delete(row.stop_id)
  })
  const boardable = new Map<string, number>()
  const all = inOrder.map(({ line, row }, index) => {
    if (row.location_type === BOARDABLE) boardable.set(row.stop_id, index)
    else other.add(row.stop_id)
    return toStop(row, rows.get(row.parent_station)?.row, agencyZone, (fault) =>
      issues.warn({ file: stopsFile.name, line }, fault),
    )
  })
  return { all, boardable, other }
}

/** Runs when all rows are known, because a parent may follow its child in the file. */
function parentFault(row: StopRow, rows: Map<string, { row: StopRow }>, isWhole: boolean): Fault | undefined {
  if (row.parent_station === '') return undefined
  if (row.location_type === STATION) return PARENT_OF_PARENT
  const parent = rows.get(row.parent_station)?.row
  if (!parent) return isWhole ? unknown('stop', row.parent_station, 'stops.txt') : undefined
  return parent.location_type === STATION ? undefined : notAStation(row.parent_station)
}

function toStop(row: StopRow, parent: StopRow | undefined, agencyZone: string, warn: (fault: Fault) => void): FeedStop {
  const isNowhere = row.stop_lat === 0 && row.stop_lon === 0
  if (isNowhere) warn(NULL_ISLAND)
  return {
    id: row.stop_id,
    code: row.stop_code,
    name: row.stop_name,
    latitude: isNowhere ? null : row.stop_lat,
    longitude: isNowhere ? null : row.stop_lon,
    zone: row.zone_id || null,
    isParent: row.location_type === STATION,
    parent: row.parent_station || null,
    // In GTFS a platform inherits the time zone of its station.
    timezone: (parent ?? row).stop_timezone || agencyZone,
    wheelchair: row.wheelchair_boarding || (parent?.wheelchair_boarding ?? 0),
    platform: row.platform_code || null,
  }
}

export async function readRoutes(
  archive: Archive,
  issues: Issues,
  agencies: AgencyRow[],
): Promise<Map<string, FeedRoute>> {
  const agencyIds = new Set(agencies.map((agency) => agency.agency_id))
  const routes = new Map<string, FeedRoute>()
  for await (const { line, row } of readRows(archive, routesFile, issues)) {
    const place = { file: routesFile.name, line }
    if (routes.has(row.route_id)) issues.error({ ...place, field: 'route_id' }, duplicate(row.route_id))
    else if (row.route_short_name === '' && row.route_long_name === '')
      issues.error({ ...place, field: 'route_long_name' }, ROUTE_NAME_MISSING)
    else if (row.agency_id !== '' && !agencyIds.has(row.agency_id) && issues.areWhole(agencyFile.name))
      issues.error({ ...place, field: 'agency_id' }, unknown('agency', row.agency_id, 'agency.txt'))
    else routes.set(row.route_id, toRoute(row, agencies))
  }
  return routes
}

const toRoute = (row: RouteRow, agencies: AgencyRow[]): FeedRoute => ({
  id: row.route_id,
  agency: row.agency_id || (agencies[0]?.agency_id ?? ''),
  shortName: row.route_short_name,
  longName: row.route_long_name,
  type: row.route_type,
  color: row.route_color,
})

/** Returns the fault of a dangling reference. */
export const unknown = (noun: string, id: string, file: string) =>
  new Fault(
    `${noun}_unknown`,
    `There is no ${noun} ${shown(id)} in ${file}, or its row is in error.`,
    `Add it to ${file}, or correct the id here.`,
  )

export const duplicate = (id: string) =>
  new Fault('id_repeated', `The id ${shown(id)} occurs twice.`, 'Give each row an id of its own.')

const NO_AGENCY = new Fault(
  'agency_missing',
  'The feed names no agency, so its times have no time zone.',
  'Add the agency with its agency_timezone.',
)
const secondZone = (first: string, second: string) =>
  new Fault(
    'timezone_differs',
    `The agencies are in ${first} and ${second}; all times of a feed must be in one zone.`,
    'Split the feed by time zone.',
  )
const NAME_MISSING = new Fault('value_missing', 'The stop has no name.', 'Fill in stop_name.')
const COORDINATE_MISSING = new Fault('value_missing', 'The stop has no position.', 'Fill in stop_lat and stop_lon.')
const NULL_ISLAND = new Fault(
  'position_zero',
  'The stop lies at 0, 0, off the coast of Africa. It is imported without a position.',
  'Set its position under Stations.',
)
const ROUTE_NAME_MISSING = new Fault(
  'value_missing',
  'The route has neither a short nor a long name.',
  'Fill in route_short_name or route_long_name.',
)
const PARENT_OF_PARENT = new Fault(
  'parent_too_deep',
  'A station cannot lie inside another station.',
  'Clear parent_station, or make this row a stop with location_type 0.',
)
const notAStation = (id: string) =>
  new Fault(
    'parent_no_station',
    `${shown(id)} is not a station (location_type 1).`,
    'Name a station, or set its location_type to 1.',
  )
