/**
 * Returns the readable key of a journey, `ROUTE-YYYYMMDD-HHMM[-n]`: the route's code, the service date (`YYYY-MM-DD`) and
 * the departure as a service time (`HH:MM:SS`; a journey at 25:10:00 is named 2510). `ordinal` counts the journeys of a
 * route that leave at the same minute; the first has no suffix.
 */
export function journeyCode(routeCode: string, serviceDate: string, departureTime: string, ordinal = 1): string {
  const [hours = '', minutes = ''] = departureTime.split(':')
  const code = `${routeCode}-${serviceDate.replaceAll('-', '')}-${hours.padStart(2, '0')}${minutes}`
  return ordinal === 1 ? code : `${code}-${ordinal}`
}
