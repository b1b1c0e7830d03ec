import { defineTransitions, type CallerKind, type Transition } from '../state-machine'
import type { ServiceStatus } from './service-status'

/** Each step is an API operation of the same name. */
export type JourneyStep =
  | 'scheduleJourney'
  | 'boardJourney'
  | 'departJourney'
  | 'interruptJourney'
  | 'resumeJourney'
  | 'completeJourney'
  | 'cancelJourney'
  | 'reinstateJourney'
  | 'revertJourney'
/**
 * `under_way`: sales end, and the first departure is recorded. `arrives`: the arrival is recorded, and vehicle and people
 * are free from then on. `released`: they are free at once. `taken`: the journey needs them again. `departure_reverted`:
 * sales are as before the departure, which is no longer recorded. `arrival_reverted`: the arrival is no longer recorded, and
 * vehicle and people are occupied again.
 */
export type JourneyEffect =
  | 'none'
  | 'under_way'
  | 'arrives'
  | 'released'
  | 'taken'
  | 'departure_reverted'
  | 'arrival_reverted'
export type JourneyTransition = Transition<ServiceStatus, JourneyStep, JourneyEffect>

const transition = (
  from: ServiceStatus,
  to: ServiceStatus,
  step: JourneyStep,
  effect: JourneyEffect = 'none',
  who: readonly CallerKind[] = ['staff'],
): JourneyTransition => ({ from, to, step, operation: step, who, effect })

/** All status transitions of a journey. Its first status is set by `initial` of the contract. */
export const JOURNEY_TRANSITIONS = defineTransitions<JourneyTransition>([
  transition('draft', 'scheduled', 'scheduleJourney'),
  transition('scheduled', 'boarding', 'boardJourney'),
  transition('boarding', 'in_progress', 'departJourney', 'under_way'),
  transition('in_progress', 'interrupted', 'interruptJourney'),
  transition('interrupted', 'in_progress', 'resumeJourney', 'under_way'),
  transition('in_progress', 'completed', 'completeJourney', 'arrives', ['staff', 'clock']),
  transition('interrupted', 'completed', 'completeJourney', 'arrives'),
  transition('draft', 'cancelled', 'cancelJourney', 'released'),
  transition('scheduled', 'cancelled', 'cancelJourney', 'released'),
  transition('boarding', 'cancelled', 'cancelJourney', 'released'),
  transition('interrupted', 'cancelled', 'cancelJourney', 'released'),
  transition('cancelled', 'scheduled', 'reinstateJourney', 'taken'),
  transition('boarding', 'scheduled', 'revertJourney'),
  transition('in_progress', 'boarding', 'revertJourney', 'departure_reverted'),
  transition('completed', 'in_progress', 'revertJourney', 'arrival_reverted'),
])
