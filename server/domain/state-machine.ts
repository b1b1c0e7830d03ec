/** Who requests a transition: staff, partners for their own bookings, or the clock, when only time passes. */
export type CallerKind = 'staff' | 'partner' | 'clock'

/** A transition from one status to another. There is at most one between two statuses. */
export interface Transition<Status extends string, Step extends string, Effect extends string> {
  from: Status
  to: Status
  /** Step of the feature that makes it. Nothing else does. */
  step: Step
  /** Operation of the API that requests it; null where only time does. */
  operation: string | null
  /** Callers that may request it; roles of staff are limited further (`contract/core/permissions.ts`). */
  who: readonly CallerKind[]
  /** Effect in addition to the new status. */
  effect: Effect
}

/** The transitions of a kind of record, with lookups. */
export interface Transitions<T extends Transition<string, string, string>> {
  all: readonly T[]
  /** Returns the transition between two statuses, if there is one. */
  between: (from: string, to: string) => T | undefined
  /** Returns the statuses that a step starts from. */
  sourcesOf: (step: T['step']) => readonly T['from'][]
}

/** Returns the state machine of a kind of record. */
export function defineTransitions<T extends Transition<string, string, string>>(all: readonly T[]): Transitions<T> {
  return {
    all,
    between: (from, to) => all.find((transition) => transition.from === from && transition.to === to),
    sourcesOf: (step) => [
      ...new Set(all.filter((transition) => transition.step === step).map((transition) => transition.from)),
    ],
  }
}
