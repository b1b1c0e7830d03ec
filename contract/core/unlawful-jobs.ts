import { z } from 'zod'
import { Id, Instant } from './scalars'

/** A job that was given to a vehicle or person whose papers end before it does. */
export const UnlawfulJob = z.object({
  source: z.enum(['journey', 'hire']),
  id: Id,
  /** Code of the journey, or reference of the hire. */
  label: z.string(),
  starts_at: Instant,
})
export type UnlawfulJob = z.output<typeof UnlawfulJob>
