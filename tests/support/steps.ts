import type { Steps } from '../../server/domain/planning/steps'

/** Runs all steps of a calculation at once. @returns its result */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
