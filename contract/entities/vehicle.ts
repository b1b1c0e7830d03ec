import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { defineEntity } from '../core/entity'
import { byForm } from '../core/ownership'
import { Code, Id, PlainDate, line } from '../core/scalars'
import { UnlawfulJob } from './parts'
import { VEHICLE_STATUSES } from '../core/vocabulary'

/** One vehicle of the fleet. Whether it is currently in use follows from its allocations and is not stored. */
export const vehicle = defineEntity({
  resource: 'vehicles',
  menu: { group: 'transport', place: 2 },
  writable: {
    fleet_code: Code,
    /** Unique, ignoring spaces, dashes and case. */
    registration_plate: line(20),
    vehicle_type_id: Id,
    /** Passenger seats if the vehicle has fewer than its type; null = as the type. */
    seats_override: z.int().min(1).max(120).nullable().default(null),
    vin: z
      .string()
      .regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'Must be 17 capitals and digits, without I, O and Q.')
      .nullable()
      .default(null),
    make: line(60).nullable().default(null),
    model: line(60).nullable().default(null),
    /** Year of manufacture. */
    year: z.int().min(1950).max(2100).nullable().default(null),
    home_station_id: Id.nullable().default(null),
    odometer_km: z.int().min(0).max(10_000_000).nullable().default(null),
    /** Last day on which the roadworthiness inspection is valid. */
    inspection_expires_on: PlainDate.nullable().default(null),
    /** Last day on which the insurance is valid. */
    insurance_expires_on: PlainDate.nullable().default(null),
    status: z.enum(VEHICLE_STATUSES).default('available'),
    /** Why it is out of service. */
    status_reason: line(REASON_MAX_CHARS).nullable().default(null),
  },
  computed: {
    /** Assigned jobs after the expiry of the vehicle's documents, up to UNLAWFUL_JOBS_MAX. Only when one record is read. */
    unlawful_jobs: z.array(UnlawfulJob).optional(),
  },
  setBy: {
    ...byForm(
      'fleet_code',
      'registration_plate',
      'vehicle_type_id',
      'seats_override',
      'vin',
      'make',
      'model',
      'year',
      'home_station_id',
      'odometer_km',
      'inspection_expires_on',
      'insurance_expires_on',
      'status',
      'status_reason',
    ),
  },
  filterable: [
    'fleet_code',
    'registration_plate',
    'vehicle_type_id',
    'vin',
    'make',
    'model',
    'year',
    'home_station_id',
    'odometer_km',
    'inspection_expires_on',
    'insurance_expires_on',
    'status',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'fleet_code',
    'registration_plate',
    'make',
    'model',
    'year',
    'odometer_km',
    'inspection_expires_on',
    'insurance_expires_on',
    'status',
    'vehicle_type_id',
    'home_station_id',
    'created_at',
    'updated_at',
  ],
  transitions: {
    available: ['out_of_service', 'retired'],
    out_of_service: ['available', 'retired'],
    retired: [],
  },
  check: (record) =>
    record.status === 'out_of_service' && record.status_reason === null
      ? [{ path: 'status_reason', message: 'Say why the vehicle is out of service.' }]
      : [],
})
export type Vehicle = z.output<typeof vehicle.record>
export type VehicleCreate = z.input<typeof vehicle.create>
