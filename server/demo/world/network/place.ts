import type { I18nText } from '../../../../contract/core/scalars'
import type { STATION_KINDS } from '../../../../contract/core/vocabulary'

export interface DemoPlace {
  code: string
  name: I18nText
  kind: (typeof STATION_KINDS)[number]
  /** Latitude and longitude in degrees. */
  at: [number, number]
  city: string
  address: string
  /** Tariff zone of hires. */
  zone: string
  iata?: string
  phone?: string
  /** Unknown when absent. */
  stepFree?: boolean
  isClosed?: boolean
}

export const place = (
  code: string,
  kind: DemoPlace['kind'],
  at: DemoPlace['at'],
  zone: string,
  city: string,
  address: string,
  name: I18nText,
  more: Pick<DemoPlace, 'iata' | 'phone' | 'stepFree' | 'isClosed'> = {},
): DemoPlace => ({ code, kind, at, zone, city, address, name, ...more })
