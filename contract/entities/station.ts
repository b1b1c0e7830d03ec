import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byForm, ownedBy } from '../core/ownership'
import { CONNECTION_DEFAULT_MIN, CONNECTION_MAX_MIN } from '../core/limits/connections'
import { Country, I18nProse, I18nText, Id, Phone, TimeZone, line } from '../core/scalars'
import { ACTIVE_STATUSES, STATION_KINDS, WHEELCHAIR_BOARDING } from '../core/vocabulary'
import { schemaMessage, sentence } from '../core/sentence'

/** A place where journeys call. GTFS stops.txt; Transmodel STOP PLACE (no parent) or QUAY (with a parent). */
export const station = defineEntity({
  resource: 'stations',
  menu: { group: 'transport', place: 1 },
  writable: {
    code: byForm(
      z.string().regex(/^[A-Z0-9-]{2,12}$/, schemaMessage`Must be 2 to 12 capital letters, digits or "-".`),
      'filter',
      'sort',
    ),
    name: byForm(I18nText, 'filter', 'sort'),
    kind: byForm(z.enum(STATION_KINDS).default('stop'), 'filter', 'sort'),
    /** One level only: the parent has no parent itself. */
    parent_station_id: byForm(Id.nullable().default(null), 'filter', 'sort'),
    platform_code: byForm(line(20).nullable().default(null)),
    latitude: byForm(z.number().min(-90).max(90).nullable().default(null)),
    longitude: byForm(z.number().min(-180).max(180).nullable().default(null)),
    /** IANA time zone of planned times at this station. A child has the time zone of its parent. */
    timezone: ownedBy(
      TimeZone,
      { by: 'form', until: sentence`journeys that are not over call at the station` },
      'filter',
      'sort',
    ),
    country: byForm(Country.nullable().default(null), 'filter', 'sort'),
    city: byForm(line(100).nullable().default(null), 'filter', 'sort'),
    address: byForm(line(200).nullable().default(null)),
    iata_code: byForm(
      z
        .string()
        .regex(/^[A-Z]{3}$/, schemaMessage`Must be three capital letters such as PFO.`)
        .nullable()
        .default(null),
      'filter',
    ),
    zone_code: byForm(line(32).nullable().default(null), 'filter', 'sort'),
    wheelchair_boarding: byForm(z.enum(WHEELCHAIR_BOARDING).default('unknown'), 'filter'),
    /** Minimum minutes for passengers to change between two journeys. Platforms use the value of their station. */
    connection_min: byForm(z.int().min(0).max(CONNECTION_MAX_MIN).default(CONNECTION_DEFAULT_MIN)),
    boarding_instructions: byForm(I18nProse.nullable().default(null)),
    contact_phone: byForm(Phone.nullable().default(null)),
    /** Names of this station in other systems, e.g. `{scheme: 'gtfs:hawaii', value: 'mb'}`; a pair is unique. */
    external_refs: byForm(
      z
        .array(z.strictObject({ scheme: line(64), value: line(128) }))
        .max(20)
        .default([]),
    ),
    status: byForm(z.enum(ACTIVE_STATUSES).default('active'), 'filter', 'sort'),
  },
  computed: {},
  transitions: { active: ['inactive'], inactive: ['active'] },
  check: (record) =>
    (record.latitude === null) === (record.longitude === null)
      ? []
      : [
          {
            path: record.latitude === null ? 'latitude' : 'longitude',
            message: sentence`Give both latitude and longitude, or neither.`,
          },
        ],
})
export type Station = z.output<typeof station.record>
export type StationCreate = z.input<typeof station.create>
