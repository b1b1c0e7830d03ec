import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { CONNECTION_DEFAULT_MIN, CONNECTION_MAX_MIN } from '../core/connection-limits'
import { byForm } from '../core/ownership'
import { Country, I18nProse, I18nText, Id, Phone, TimeZone, line } from '../core/scalars'
import { ACTIVE_STATUSES, STATION_KINDS, WHEELCHAIR_BOARDING } from '../core/vocabulary'

/** A place where journeys call. GTFS stops.txt; Transmodel STOP PLACE (no parent) or QUAY (with a parent). */
export const station = defineEntity({
  resource: 'stations',
  menu: { group: 'transport', place: 1 },
  writable: {
    code: z.string().regex(/^[A-Z0-9-]{2,12}$/, 'Must be 2 to 12 capitals, digits or "-".'),
    name: I18nText,
    kind: z.enum(STATION_KINDS).default('stop'),
    /** One level only: the parent has no parent itself. */
    parent_station_id: Id.nullable().default(null),
    platform_code: line(20).nullable().default(null),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
    /** IANA time zone of planned times at this station. A child has the time zone of its parent. */
    timezone: TimeZone,
    country: Country.nullable().default(null),
    city: line(100).nullable().default(null),
    address: line(200).nullable().default(null),
    iata_code: z
      .string()
      .regex(/^[A-Z]{3}$/, 'Must be three capitals such as PFO.')
      .nullable()
      .default(null),
    zone_code: line(32).nullable().default(null),
    wheelchair_boarding: z.enum(WHEELCHAIR_BOARDING).default('unknown'),
    /** Minimum minutes for passengers to change between two journeys. Platforms use the value of their station. */
    connection_min: z.int().min(0).max(CONNECTION_MAX_MIN).default(CONNECTION_DEFAULT_MIN),
    boarding_instructions: I18nProse.nullable().default(null),
    contact_phone: Phone.nullable().default(null),
    /** Names of this station in other systems, e.g. `{scheme: 'gtfs:hawaii', value: 'mb'}`; a pair is unique. */
    external_refs: z
      .array(z.strictObject({ scheme: line(64), value: line(128) }))
      .max(20)
      .default([]),
    status: z.enum(ACTIVE_STATUSES).default('active'),
  },
  computed: {},
  setBy: {
    ...byForm(
      'code',
      'name',
      'kind',
      'parent_station_id',
      'platform_code',
      'latitude',
      'longitude',
      'country',
      'city',
      'address',
      'iata_code',
      'zone_code',
      'wheelchair_boarding',
      'connection_min',
      'boarding_instructions',
      'contact_phone',
      'external_refs',
      'status',
    ),
    timezone: { by: 'form', until: 'journeys that are not over call at the station' },
  },
  filterable: [
    'code',
    'name',
    'kind',
    'parent_station_id',
    'timezone',
    'country',
    'city',
    'iata_code',
    'zone_code',
    'wheelchair_boarding',
    'status',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'code',
    'name',
    'kind',
    'timezone',
    'country',
    'city',
    'zone_code',
    'status',
    'parent_station_id',
    'created_at',
    'updated_at',
  ],
  transitions: { active: ['inactive'], inactive: ['active'] },
  check: (record) =>
    (record.latitude === null) === (record.longitude === null)
      ? []
      : [
          {
            path: record.latitude === null ? 'latitude' : 'longitude',
            message: 'Give both latitude and longitude, or neither.',
          },
        ],
})
export type Station = z.output<typeof station.record>
export type StationCreate = z.input<typeof station.create>
