import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { atCreation, byForm } from '../core/ownership'
import { Currency, Id, MinorAmount, PlainDate } from '../core/scalars'
import { PASSENGER_CATEGORIES } from '../core/vocabulary'
import { daysInOrder } from './parts'
import { schemaMessage, sentence } from '../core/sentence'

/**
 * Price of one passenger from one stop to another, before pricing rules. GTFS fare_leg_rules.
 * For one route, pair, category and vehicle type at most one fare is valid on a day.
 */
export const fare = defineEntity({
  resource: 'fares',
  writable: {
    route_id: atCreation(Id, 'filter'),
    /** Null together with the destination = any pair of stops of the route. */
    origin_station_id: byForm(Id.nullable().default(null), 'filter'),
    destination_station_id: byForm(Id.nullable().default(null), 'filter'),
    passenger_category: byForm(z.enum(PASSENGER_CATEGORIES).default('adult'), 'filter', 'sort'),
    /** Null = any vehicle type. */
    vehicle_type_id: byForm(Id.nullable().default(null), 'filter'),
    /** In minor units of the currency. */
    amount_minor: byForm(MinorAmount.min(0, schemaMessage`A fare cannot be less than zero.`), 'filter', 'sort'),
    currency: byForm(Currency, 'filter', 'sort'),
    /** First service day; null = no first day. */
    valid_from: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    /** Last service day, included; null = until further notice. */
    valid_to: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
  },
  computed: {},
  check: (record) => {
    const issues = daysInOrder(record.valid_from, record.valid_to, 'valid_to')
    if ((record.origin_station_id === null) !== (record.destination_station_id === null))
      issues.push({
        path: record.origin_station_id === null ? 'origin_station_id' : 'destination_station_id',
        message: sentence`Give both origin and destination, or neither for a flat fare.`,
      })
    if (record.origin_station_id !== null && record.origin_station_id === record.destination_station_id)
      issues.push({ path: 'destination_station_id', message: sentence`Choose a destination that is not the origin.` })
    return issues
  },
})
export type Fare = z.output<typeof fare.record>
export type FareCreate = z.input<typeof fare.create>
