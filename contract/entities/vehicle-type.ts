import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byForm, byServer } from '../core/ownership'
import { TURNAROUND_DEFAULT_MIN } from '../core/limits/dispatch'
import { Code, I18nText, Id, Instant } from '../core/scalars'
import { ACTIVE_STATUSES, LICENCE_CATEGORIES, VEHICLE_AMENITIES, VEHICLE_CATEGORIES } from '../core/vocabulary'
import { setOf } from './parts'

/** A class of interchangeable vehicles. Transmodel VEHICLE TYPE. */
export const vehicleType = defineEntity({
  resource: 'vehicle-types',
  menu: { group: 'transport', place: 3 },
  writable: {
    code: byForm(Code, 'filter', 'sort'),
    name: byForm(I18nText, 'filter', 'sort'),
    category: byForm(z.enum(VEHICLE_CATEGORIES).default('coach'), 'filter', 'sort'),
    /** Passenger seats, without the driver's. */
    seats: byForm(z.int().min(1).max(120), 'filter', 'sort'),
    standing_capacity: byForm(z.int().min(0).max(200).default(0)),
    wheelchair_spaces: byForm(z.int().min(0).max(20).default(0), 'filter', 'sort'),
    /** Luggage capacity in suitcases of standard size. */
    luggage_units: byForm(z.int().min(0).max(500).default(0), 'filter', 'sort'),
    /** Child seats that can be fitted. */
    child_seats: byForm(z.int().min(0).max(60).default(0)),
    amenities: byForm(setOf(z.enum(VEHICLE_AMENITIES), VEHICLE_AMENITIES.length).default([]), 'filter'),
    /** Minutes that a vehicle needs between two jobs. */
    turnaround_min: byForm(z.int().min(0).max(240).default(TURNAROUND_DEFAULT_MIN), 'sort'),
    /** A driver needs one of these; empty = any licence. */
    required_licence_categories: byForm(
      setOf(z.enum(LICENCE_CATEGORIES), LICENCE_CATEGORIES.length).default([]),
      'filter',
    ),
    status: byForm(z.enum(ACTIVE_STATUSES).default('active'), 'filter', 'sort'),
  },
  computed: {
    /**
     * Future journeys with more sold than this type has, in the order of departure, up to SHORT_JOURNEYS_MAX. Only when one
     * type is read.
     */
    short_journeys: byServer(
      z
        .array(z.object({ id: Id, code: z.string(), departs_at: Instant, passengers_to_move: z.int().min(0) }))
        .optional(),
    ),
  },
  transitions: { active: ['inactive'], inactive: ['active'] },
})
export type VehicleType = z.output<typeof vehicleType.record>
export type VehicleTypeCreate = z.input<typeof vehicleType.create>
