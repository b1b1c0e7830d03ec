import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Currency, Id, MinorAmount, PlainDate } from '../core/scalars'
import { PASSENGER_CATEGORIES } from '../core/vocabulary'
import { daysInOrder } from './parts'

/**
 * Price of one passenger from one stop to another, before pricing rules. GTFS fare_leg_rules.
 * For one route, pair, category and vehicle type at most one fare is valid on a day.
 */
export const fare = defineEntity({
  resource: 'fares',
  writable: {
    route_id: Id,
    /** Null together with the destination = any pair of stops of the route. */
    origin_station_id: Id.nullable().default(null),
    destination_station_id: Id.nullable().default(null),
    passenger_category: z.enum(PASSENGER_CATEGORIES).default('adult'),
    /** Null = any vehicle type. */
    vehicle_type_id: Id.nullable().default(null),
    /** In minor units of the currency. */
    amount_minor: MinorAmount.min(0, 'A fare cannot be less than zero.'),
    currency: Currency,
    /** First service day; null = no first day. */
    valid_from: PlainDate.nullable().default(null),
    /** Last service day, included; null = until further notice. */
    valid_to: PlainDate.nullable().default(null),
  },
  computed: {},
  setBy: {
    ...byForm(
      'origin_station_id',
      'destination_station_id',
      'passenger_category',
      'vehicle_type_id',
      'amount_minor',
      'currency',
      'valid_from',
      'valid_to',
    ),
    ...atCreation('route_id'),
  },
  filterable: [
    'route_id',
    'origin_station_id',
    'destination_station_id',
    'passenger_category',
    'vehicle_type_id',
    'amount_minor',
    'currency',
    'valid_from',
    'valid_to',
    'created_at',
    'updated_at',
  ],
  sortable: ['passenger_category', 'amount_minor', 'currency', 'valid_from', 'valid_to', 'created_at', 'updated_at'],
  check: (record) => {
    const issues = daysInOrder(record.valid_from, record.valid_to, 'valid_to')
    if ((record.origin_station_id === null) !== (record.destination_station_id === null))
      issues.push({
        path: record.origin_station_id === null ? 'origin_station_id' : 'destination_station_id',
        message: 'Give both origin and destination, or neither for a flat fare.',
      })
    if (record.origin_station_id !== null && record.origin_station_id === record.destination_station_id)
      issues.push({ path: 'destination_station_id', message: 'Choose a destination that is not the origin.' })
    return issues
  },
})
export type Fare = z.output<typeof fare.record>
export type FareCreate = z.input<typeof fare.create>
