import { z } from 'zod'
import { Id } from '../core/scalars'

/** Vehicles and drivers for a job. */
export const Suggestions = z.object({
  /** The most suitable first. */
  vehicles: z.array(
    z.object({
      id: Id,
      label: z.string(),
      seats: z.int(),
      vehicle_type_id: Id,
      /** Code of the type. */
      vehicle_type: z.string(),
      /** Whether it has wheelchair spaces. */
      is_accessible: z.boolean(),
      /** Location before the job: the end of its previous job, else its home station. */
      station_id: Id.nullable(),
      /** Straight-line distance from there to the start of the job; null = unknown. */
      distance_km: z.number().nullable(),
      /** Seats for sale before and after, and seats taken, if the vehicle has fewer than are for sale; null otherwise. */
      shrinks: z.object({ from: z.int(), to: z.int(), taken: z.int() }).nullable(),
    }),
  ),
  /** The nearest first; drivers with `warnings` last. */
  drivers: z.array(
    z.object({
      id: Id,
      label: z.string(),
      station_id: Id.nullable(),
      distance_km: z.number().nullable(),
      /** Driving or rest time limits that the job would exceed; empty = none. */
      warnings: z.array(z.string()),
    }),
  ),
})
export type Suggestions = z.output<typeof Suggestions>
