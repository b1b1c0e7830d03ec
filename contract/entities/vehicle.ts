import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import { defineEntity } from '../core/entity'
import { byForm, byServer } from '../core/ownership'
import { Code, Id, PlainDate, line } from '../core/scalars'
import { UnlawfulJob } from './parts'
import { VEHICLE_STATUSES } from '../core/vocabulary'
import { schemaMessage, sentence } from '../core/sentence'

/** One vehicle of the fleet. Whether it is currently in use follows from its allocations and is not stored. */
export const vehicle = defineEntity({
  resource: 'vehicles',
  menu: { group: 'transport', place: 2 },
  writable: {
    fleet_code: byForm(Code, 'filter', 'sort'),
    /** Unique, ignoring spaces, dashes and case. */
    registration_plate: byForm(line(20), 'filter', 'sort'),
    vehicle_type_id: byForm(Id, 'filter', 'sort'),
    /** Passenger seats if the vehicle has fewer than its type; null = as the type. */
    seats_override: byForm(z.int().min(1).max(120).nullable().default(null)),
    vin: byForm(
      z
        .string()
        .regex(/^[A-HJ-NPR-Z0-9]{17}$/, schemaMessage`Must be 17 capital letters and digits, without I, O and Q.`)
        .nullable()
        .default(null),
      'filter',
    ),
    make: byForm(line(60).nullable().default(null), 'filter', 'sort'),
    model: byForm(line(60).nullable().default(null), 'filter', 'sort'),
    /** Year of manufacture. */
    year: byForm(z.int().min(1950).max(2100).nullable().default(null), 'filter', 'sort'),
    home_station_id: byForm(Id.nullable().default(null), 'filter', 'sort'),
    odometer_km: byForm(z.int().min(0).max(10_000_000).nullable().default(null), 'filter', 'sort'),
    /** Last day on which the roadworthiness inspection is valid. */
    inspection_expires_on: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    /** Last day on which the insurance is valid. */
    insurance_expires_on: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    status: byForm(z.enum(VEHICLE_STATUSES).default('available'), 'filter', 'sort'),
    /** Why it is out of service. */
    status_reason: byForm(line(REASON_MAX_CHARS).nullable().default(null)),
  },
  computed: {
    /** Assigned jobs after the expiry of the vehicle's documents, up to UNLAWFUL_JOBS_MAX. Only when one record is read. */
    unlawful_jobs: byServer(z.array(UnlawfulJob).optional()),
  },
  transitions: {
    available: ['out_of_service', 'retired'],
    out_of_service: ['available', 'retired'],
    retired: [],
  },
  check: (record) =>
    record.status === 'out_of_service' && record.status_reason === null
      ? [{ path: 'status_reason', message: sentence`Give the reason why the vehicle is out of service.` }]
      : [],
})
export type Vehicle = z.output<typeof vehicle.record>
export type VehicleCreate = z.input<typeof vehicle.create>
