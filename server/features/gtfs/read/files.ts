import * as kind from './fields'
import { optional, required, requiredColumn, tolerated, type Field } from './fields'

type Fields = Record<string, Field<unknown>>

/** A file of a feed with the columns that are read; all others are ignored. */
export interface FileSpec<F extends Fields = Fields> {
  name: string
  fields: F
}

type RowOf<S> = S extends FileSpec<infer F> ? { [K in keyof F]: F[K] extends Field<infer T> ? T : never } : never

const file = <F extends Fields>(name: string, fields: F): FileSpec<F> => ({ name, fields })

const day = required(kind.choice(1))

export const agencyFile = file('agency.txt', {
  agency_id: optional(kind.key, ''),
  agency_name: required(kind.text),
  agency_timezone: required(kind.timeZone),
  agency_lang: optional(kind.text, ''),
  agency_phone: optional(kind.text, ''),
})

export const feedInfoFile = file('feed_info.txt', {
  feed_publisher_name: optional(kind.text, ''),
  feed_lang: optional(kind.text, ''),
  feed_start_date: optional(kind.date, null),
  feed_end_date: optional(kind.date, null),
  feed_id: tolerated(kind.text, ''),
})

export const stopsFile = file('stops.txt', {
  stop_id: required(kind.key),
  stop_code: optional(kind.text, ''),
  stop_name: optional(kind.text, ''),
  stop_lat: optional(kind.latitude, null),
  stop_lon: optional(kind.longitude, null),
  zone_id: optional(kind.key, ''),
  location_type: optional(kind.choice(4), 0),
  parent_station: optional(kind.key, ''),
  stop_timezone: optional(kind.timeZone, ''),
  wheelchair_boarding: tolerated(kind.choice(2), 0),
  platform_code: optional(kind.text, ''),
})

export const routesFile = file('routes.txt', {
  route_id: required(kind.key),
  agency_id: optional(kind.key, ''),
  route_short_name: optional(kind.text, ''),
  route_long_name: optional(kind.text, ''),
  route_type: required(kind.whole(0)),
  route_color: tolerated(kind.color, null),
})

export const tripsFile = file('trips.txt', {
  trip_id: required(kind.key),
  route_id: required(kind.key),
  service_id: required(kind.key),
})

export const calendarFile = file('calendar.txt', {
  service_id: required(kind.key),
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
  start_date: required(kind.date),
  end_date: required(kind.date),
})

export const calendarDatesFile = file('calendar_dates.txt', {
  service_id: required(kind.key),
  date: required(kind.date),
  exception_type: required(kind.oneOrTwo),
})

export const stopTimesFile = file('stop_times.txt', {
  trip_id: required(kind.key),
  stop_id: required(kind.key),
  stop_sequence: required(kind.whole(0)),
  arrival_time: requiredColumn(kind.time, null),
  departure_time: requiredColumn(kind.time, null),
  pickup_type: optional(kind.choice(3), 0),
  drop_off_type: optional(kind.choice(3), 0),
  timepoint: tolerated(kind.choice(1), 1),
})

export const frequenciesFile = file('frequencies.txt', {
  trip_id: required(kind.key),
  start_time: required(kind.time),
  end_time: required(kind.time),
  headway_secs: required(kind.whole(1)),
  exact_times: optional(kind.choice(1), 0),
})

export const transfersFile = file('transfers.txt', {
  from_stop_id: optional(kind.key, ''),
  to_stop_id: optional(kind.key, ''),
  from_route_id: optional(kind.key, ''),
  to_route_id: optional(kind.key, ''),
  from_trip_id: optional(kind.key, ''),
  to_trip_id: optional(kind.key, ''),
  transfer_type: tolerated(kind.choice(5), 0),
  min_transfer_time: tolerated(kind.whole(0), null),
})

/** Both the current form (table_name …) and the older one (trans_id, lang). */
export const translationsFile = file('translations.txt', {
  table_name: optional(kind.text, ''),
  field_name: optional(kind.text, ''),
  language: optional(kind.text, ''),
  record_id: optional(kind.key, ''),
  field_value: optional(kind.text, ''),
  trans_id: optional(kind.text, ''),
  lang: optional(kind.text, ''),
  translation: requiredColumn(kind.text, ''),
})

export const fareAttributesFile = file('fare_attributes.txt', {
  fare_id: required(kind.key),
  price: required(kind.price),
  currency_type: required(kind.currency),
  agency_id: optional(kind.key, ''),
})

export const fareRulesFile = file('fare_rules.txt', {
  fare_id: required(kind.key),
  route_id: optional(kind.key, ''),
  origin_id: optional(kind.key, ''),
  destination_id: optional(kind.key, ''),
  contains_id: optional(kind.key, ''),
})

export type StopRow = RowOf<typeof stopsFile>
export type RouteRow = RowOf<typeof routesFile>
export type AgencyRow = RowOf<typeof agencyFile>
export type FareRuleRow = RowOf<typeof fareRulesFile>
export type Row<S extends FileSpec> = RowOf<S>

/** Required files; one of the two calendars is required as well. */
export const NEEDED_FILES: readonly FileSpec[] = [agencyFile, stopsFile, routesFile, tripsFile, stopTimesFile]
export const CALENDAR_FILES: readonly FileSpec[] = [calendarFile, calendarDatesFile]
export const OTHER_FILES: readonly FileSpec[] = [
  feedInfoFile,
  frequenciesFile,
  transfersFile,
  translationsFile,
  fareAttributesFile,
  fareRulesFile,
]
/** Files of GTFS-Fares V2; none is read. */
export const FARES_V2_FILES = [
  'fare_products.txt',
  'fare_leg_rules.txt',
  'fare_leg_join_rules.txt',
  'fare_transfer_rules.txt',
  'fare_media.txt',
  'rider_categories.txt',
  'timeframes.txt',
  'areas.txt',
  'stop_areas.txt',
  'networks.txt',
  'route_networks.txt',
]
