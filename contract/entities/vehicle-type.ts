import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { TURNAROUND_DEFAULT_MIN } from '../core/limits'
import { byForm } from '../core/ownership'
import { Code, I18nText, Id, Instant } from '../core/scalars'
import { ACTIVE_STATUSES, LICENCE_CATEGORIES, VEHICLE_AMENITIES, VEHICLE_CATEGORIES } from '../core/vocabulary'
import { setOf } from './parts'

/** A class of interchangeable vehicles. Transmodel VEHICLE TYPE. */
export const vehicleType = defineEntity({
  resource: 'vehicle-types',
  menu: { group: 'transport', place: 3 },
  writable: {
    code: Code,
    name: I18nText,
    category: z.enum(VEHICLE_CATEGORIES).default('coach'),
    /** Passenger seats, without the driver's. */
    seats: z.int().min(1).max(120),
    standing_capacity: z.int().min(0).max(200).default(0),
    wheelchair_spaces: z.int().min(0).max(20).default(0),
    /** Luggage capacity in suitcases of standard size. */
    luggage_units: z.int().min(0).max(500).default(0),
    /** Child seats that can be fitted. */
    child_seats: z.int().min(0).max(60).default(0),
    amenities: setOf(z.enum(VEHICLE_AMENITIES), VEHICLE_AMENITIES.length).default([]),
    /** Minutes that a vehicle needs between two jobs. */
    turnaround_min: z.int().min(0).max(240).default(TURNAROUND_DEFAULT_MIN),
    /** A driver needs one of these; empty = any licence. */
    required_licence_categories: setOf(z.enum(LICENCE_CATEGORIES), LICENCE_CATEGORIES.length).default([]),
    status: z.enum(ACTIVE_STATUSES).default('active'),
  },
  computed: {
    /**
     * Future journeys with more sold than this type has, in the order of departure, up to SHORT_JOURNEYS_MAX. Only when one
     * type is read.
     */
    short_journeys: z
      .array(z.object({ id: Id, code: z.string(), departs_at: Instant, passengers_to_move: z.int().min(0) }))
      .optional(),
  },
  setBy: {
    ...byForm(
      'code',
      'name',
      'category',
      'seats',
      'standing_capacity',
      'wheelchair_spaces',
      'luggage_units',
      'child_seats',
      'amenities',
      'turnaround_min',
      'required_licence_categories',
      'status',
    ),
  },
  filterable: [
    'code',
    'name',
    'category',
    'seats',
    'wheelchair_spaces',
    'luggage_units',
    'amenities',
    'required_licence_categories',
    'status',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'code',
    'name',
    'category',
    'seats',
    'wheelchair_spaces',
    'luggage_units',
    'status',
    'turnaround_min',
    'created_at',
    'updated_at',
  ],
  transitions: { active: ['inactive'], inactive: ['active'] },
})
export type VehicleType = z.output<typeof vehicleType.record>
export type VehicleTypeCreate = z.input<typeof vehicleType.create>
