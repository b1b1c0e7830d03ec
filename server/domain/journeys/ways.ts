import { statusWays, type Way } from '../status-ways'
import type { ServiceStatus } from './service-status'

/** Each is an operation of the API by the same name. */
export type JourneyStep =
  | 'scheduleJourney'
  | 'boardJourney'
  | 'departJourney'
  | 'interruptJourney'
  | 'resumeJourney'
  | 'completeJourney'
  | 'cancelJourney'
  | 'reinstateJourney'
/**
 * `under_way`: sales end, and its first departure is written down. `arrives`: its arrival is written down, and its vehicle
 * and people are free from then on. `released`: they are free at once. `taken`: it needs them again.
 */
export type JourneyEffect = 'none' | 'under_way' | 'arrives' | 'released' | 'taken'
export type JourneyWay = Way<ServiceStatus, JourneyStep, JourneyEffect>

const way = (
  from: ServiceStatus,
  to: ServiceStatus,
  step: JourneyStep,
  effect: JourneyEffect = 'none',
): JourneyWay => ({ from, to, step, operation: step, effect })

/** Every change of the status of a journey. Which it starts in is said where it is made: `initial` of the contract. */
export const JOURNEY_WAYS = statusWays<JourneyWay>([
  way('draft', 'scheduled', 'scheduleJourney'),
  way('scheduled', 'boarding', 'boardJourney'),
  way('boarding', 'in_progress', 'departJourney', 'under_way'),
  way('in_progress', 'interrupted', 'interruptJourney'),
  way('interrupted', 'in_progress', 'resumeJourney', 'under_way'),
  way('in_progress', 'completed', 'completeJourney', 'arrives'),
  way('interrupted', 'completed', 'completeJourney', 'arrives'),
  way('draft', 'cancelled', 'cancelJourney', 'released'),
  way('scheduled', 'cancelled', 'cancelJourney', 'released'),
  way('boarding', 'cancelled', 'cancelJourney', 'released'),
  way('interrupted', 'cancelled', 'cancelJourney', 'released'),
  way('cancelled', 'scheduled', 'reinstateJourney', 'taken'),
])
