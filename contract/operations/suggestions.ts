import { z } from 'zod'
import { Id } from '../core/scalars'

/** Who could run a job. */
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
      /** It has wheelchair spaces. */
      is_accessible: z.boolean(),
      /** Where it stands before the job: where its job before ends, else its home. */
      station_id: Id.nullable(),
      /** From there to where the job starts, as the crow flies; null = not known. */
      distance_km: z.number().nullable(),
      /** Seats on sale before and after, with those that are taken, where it has fewer than are on sale; null = it has not. */
      shrinks: z.object({ from: z.int(), to: z.int(), taken: z.int() }).nullable(),
    }),
  ),
  /** The nearest first, those whose limits the job would pass at the end. */
  drivers: z.array(
    z.object({
      id: Id,
      label: z.string(),
      station_id: Id.nullable(),
      distance_km: z.number().nullable(),
      /** Limits that the job would pass; empty = none. */
      warnings: z.array(z.string()),
    }),
  ),
})
export type Suggestions = z.output<typeof Suggestions>
