import type { Row } from './zip'

/**
 * A small feed of a fictional company that covers every feature: a station with platforms and an entrance, zones, calendar
 * exceptions, one-digit hours, times past 24:00, a night with a clock change (2025-03-30), a stop in another time zone,
 * translated names, fares by zone and by route, times to interpolate, a frequency.
 * Journeys: Friday 2025-03-28 six, Saturday 29 four, Sunday 30 five, Tuesday 2025-04-01 (a holiday) four.
 */
export function islandLines() {
  return {
    'agency.txt': [
      {
        agency_id: 'ISL',
        agency_name: 'Island Lines',
        agency_url: 'https://island-lines.example',
        agency_timezone: 'Asia/Nicosia',
        agency_lang: 'el',
        agency_phone: '+357 24 000000',
      },
    ] as Row[],
    'feed_info.txt': [
      {
        feed_publisher_name: 'Island Lines',
        feed_publisher_url: 'https://island-lines.example',
        feed_lang: 'el',
        feed_start_date: 20250101,
        feed_end_date: 20251231,
        feed_version: '1',
      },
    ] as Row[],
    'stops.txt': [
      stop('LCA-1', 'Αεροδρόμιο, αποβάθρα 1', 34.8723, 33.6203, {
        parent_station: 'LCA',
        platform_code: '1',
        zone_id: 'A',
      }),
      stop('LCA', 'Αεροδρόμιο Λάρνακας', 34.8725, 33.6205, { location_type: 1, wheelchair_boarding: 1 }),
      stop('LCA-E', 'Είσοδος', 34.8726, 33.6206, { location_type: 2, parent_station: 'LCA' }),
      stop('ZYG', 'Ζύγι', 34.7292, 33.3381, { zone_id: 'A' }),
      stop('AKR', 'Ακρωτήρι', 34.5904, 32.9879, { zone_id: 'B', stop_timezone: 'Europe/London' }),
      stop('LIM', 'Λεμεσός', 34.6786, 33.0413, { zone_id: 'B', stop_code: '2001' }),
    ] as Row[],
    'routes.txt': [
      {
        route_id: 'r-10',
        agency_id: 'ISL',
        route_short_name: '10',
        route_long_name: 'Λάρνακα – Λεμεσός',
        route_type: 3,
        route_color: '1A7F5A',
      },
      {
        route_id: 'r-night',
        agency_id: 'ISL',
        route_short_name: 'N1',
        route_long_name: 'Νυχτερινό',
        route_type: 3,
        route_color: '',
      },
      {
        route_id: 'r-shuttle',
        agency_id: 'ISL',
        route_short_name: 'SH',
        route_long_name: 'Shuttle',
        route_type: 3,
        route_color: '',
      },
    ] as Row[],
    'calendar.txt': [service('weekdays', [1, 1, 1, 1, 1, 0, 0]), service('daily', [1, 1, 1, 1, 1, 1, 1])] as Row[],
    'calendar_dates.txt': [
      { service_id: 'weekdays', date: 20250401, exception_type: 2 },
      { service_id: 'special', date: 20250330, exception_type: 1 },
    ] as Row[],
    'trips.txt': [
      { route_id: 'r-10', service_id: 'weekdays', trip_id: 'out', trip_headsign: 'Λεμεσός' },
      { route_id: 'r-10', service_id: 'weekdays', trip_id: 'back', trip_headsign: 'Λάρνακα' },
      { route_id: 'r-10', service_id: 'special', trip_id: 'sunday', trip_headsign: 'Λεμεσός' },
      { route_id: 'r-night', service_id: 'daily', trip_id: 'night', trip_headsign: 'Λάρνακα' },
      { route_id: 'r-shuttle', service_id: 'daily', trip_id: 'shuttle', trip_headsign: 'Ζύγι' },
    ] as Row[],
    'stop_times.txt': [
      call('out', 1, 'LCA-1', '7:15:00'),
      call('out', 2, 'ZYG', ''),
      call('out', 5, 'AKR', ''),
      call('out', 9, 'LIM', '8:45:00'),
      call('back', 1, 'LIM', '18:00:00'),
      call('back', 2, 'ZYG', '18:40:00', '18:42:30'),
      call('back', 3, 'LCA-1', '19:20:00'),
      call('sunday', 1, 'LCA-1', '02:30:00'),
      call('sunday', 2, 'LIM', '04:10:00'),
      call('night', 1, 'LIM', '23:30:00'),
      call('night', 2, 'ZYG', '24:20:00', '24:25:00', { pickup_type: 3 }),
      call('night', 3, 'LCA-1', '25:10:00'),
      call('shuttle', 1, 'LCA-1', '06:00:00'),
      call('shuttle', 2, 'ZYG', '06:18:00'),
    ] as Row[],
    'frequencies.txt': [
      { trip_id: 'shuttle', start_time: '10:00:00', end_time: '11:00:00', headway_secs: 1200, exact_times: 1 },
    ] as Row[],
    'translations.txt': [
      {
        table_name: 'stops',
        field_name: 'stop_name',
        language: 'en',
        translation: 'Larnaca Airport',
        record_id: 'LCA',
        field_value: '',
      },
      {
        table_name: 'stops',
        field_name: 'stop_name',
        language: 'ar',
        translation: 'مطار لارنكا',
        record_id: 'LCA',
        field_value: '',
      },
      {
        table_name: 'stops',
        field_name: 'stop_name',
        language: 'en-GB',
        translation: 'Limassol',
        record_id: '',
        field_value: 'Λεμεσός',
      },
      {
        table_name: 'routes',
        field_name: 'route_long_name',
        language: 'en',
        translation: 'Larnaca – Limassol',
        record_id: 'r-10',
        field_value: '',
      },
    ] as Row[],
    'fare_attributes.txt': [
      { fare_id: 'zone', price: '5.00', currency_type: 'EUR', payment_method: 0, transfers: 0, agency_id: 'ISL' },
      { fare_id: 'shuttle', price: '1.5', currency_type: 'EUR', payment_method: 0, transfers: 0, agency_id: 'ISL' },
    ] as Row[],
    'fare_rules.txt': [
      { fare_id: 'zone', route_id: 'r-10', origin_id: 'A', destination_id: 'B' },
      { fare_id: 'shuttle', route_id: 'r-shuttle', origin_id: '', destination_id: '' },
    ] as Row[],
  }
}

export type IslandLines = ReturnType<typeof islandLines>

/** Returns the feed with one row changed; rows count from 0. */
export function change(feed: IslandLines, file: keyof IslandLines, row: number, values: Row): IslandLines {
  const rows = feed[file].map((known, index) => (index === row ? { ...known, ...values } : known))
  return { ...feed, [file]: rows }
}

const stop = (id: string, name: string, lat: number, lon: number, more: Row): Row => ({
  stop_id: id,
  stop_name: name,
  stop_lat: lat,
  stop_lon: lon,
  ...more,
})

const service = (id: string, [monday, tuesday, wednesday, thursday, friday, saturday, sunday]: number[]): Row => ({
  service_id: id,
  monday: monday ?? 0,
  tuesday: tuesday ?? 0,
  wednesday: wednesday ?? 0,
  thursday: thursday ?? 0,
  friday: friday ?? 0,
  saturday: saturday ?? 0,
  sunday: sunday ?? 0,
  start_date: 20250101,
  end_date: 20251231,
})

const call = (
  trip: string,
  sequence: number,
  stopId: string,
  arrival: string,
  departure = arrival,
  more: Row = {},
): Row => ({
  trip_id: trip,
  arrival_time: arrival,
  departure_time: departure,
  stop_id: stopId,
  stop_sequence: sequence,
  ...more,
})
