import { choice, sentence, type SentenceValue } from '../../../../contract/core/sentence'
import type { EventVerb } from '../../../../contract/core/events'
import type { Journey } from '../../../../contract/entities/journey'
import type { Step } from '../../../crud/store-options'
import type { ServiceStatus } from '../../../domain/journeys/service-status'
import { JOURNEY_TRANSITIONS, type JourneyStep } from '../../../domain/journeys/transitions'
import type { Context } from '../../../kernel/context'
import { Refusal, invalidAt } from '../../../http/refusal'
import { changed } from './change'

/** Verb of the audit event for each step. */
const ACTIONS: Record<JourneyStep, EventVerb> = {
  scheduleJourney: 'scheduled',
  boardJourney: 'boarding_started',
  departJourney: 'departed',
  interruptJourney: 'interrupted',
  resumeJourney: 'resumed',
  completeJourney: 'completed',
  cancelJourney: 'cancelled',
  reinstateJourney: 'reinstated',
  revertJourney: 'reverted',
}

/** Changes the status of a journey; no change when it has that status already. @throws Refusal for an invalid transition */
export const takeStep =
  (step: JourneyStep, context: Context, reason?: string): Step<Journey> =>
  async (tx, current) => {
    const { service_status: from, code } = current
    const transitions = JOURNEY_TRANSITIONS.all.filter((transition) => transition.step === step)
    const transition = transitions.find((other) => other.from === from)
    if (!transition) {
      const targets = [...new Set(transitions.map((other) => other.to))]
      if (targets.length === 1 && targets[0] === from) return null
      throw invalidTransition(code, from, JOURNEY_TRANSITIONS.sourcesOf(step))
    }
    const { to } = transition
    const input = { service_status: to, ...(to === 'cancelled' && { cancel_reason: reason ?? null }) }
    // The drivers of a cancelled journey may have exceeded their limits already.
    const overrideReason = step === 'reinstateJourney' ? reason : undefined
    return changed({ action: ACTIONS[step], input, reason, overrideReason }, context)(tx, current)
  }

const REASONED: readonly JourneyStep[] = ['cancelJourney', 'interruptJourney', 'reinstateJourney']

/** Returns the step that leads to a status, for bulk changes. @throws Refusal without a transition */
export const stepTo =
  (to: string, reason: string | undefined, context: Context): Step<Journey> =>
  async (tx, current) => {
    const { service_status: from, code } = current
    if (from === to) return null
    const transition = JOURNEY_TRANSITIONS.between(from, to)
    // A status for many must not revert the journeys that are already past it.
    if (!transition || transition.step === 'revertJourney') {
      const usual = JOURNEY_TRANSITIONS.all.filter((other) => other.to === to && other.step !== 'revertJourney')
      throw invalidTransition(
        code,
        from,
        usual.map((other) => other.from),
      )
    }
    if (REASONED.includes(transition.step) && reason === undefined)
      throw invalidAt('cancel_reason', sentence`Give a reason.`)
    return takeStep(transition.step, context, reason)(tx, current)
  }

/** Returns words as alternatives. */
function oneOf(words: readonly SentenceValue[]): SentenceValue {
  const [last = '', before, ...others] = [...words].reverse()
  if (before === undefined) return last
  const pair = others.length === 0 ? sentence`${before} or ${last}` : sentence`${before}, or ${last}`
  return others.reduce<SentenceValue>((list, word) => sentence`${word}, ${list}`, pair)
}

/** Returns a refusal that names the statuses in which a journey can take the requested step. */
function invalidTransition(code: string, from: ServiceStatus, sources: readonly ServiceStatus[]): Refusal {
  const allowed = sources.map((status) => choice('serviceStatuses', status))
  const now = choice('serviceStatuses', from)
  const detail =
    allowed.length === 0
      ? sentence`${code} is ${now}. No step leads to this status.`
      : sentence`${code} is ${now}. This step requires that it is ${oneOf(allowed)}.`
  return new Refusal('invalid_state', detail, { errors: [{ pointer: '/service_status', code: 'transition', detail }] })
}
