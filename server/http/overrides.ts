import type { FieldIssue } from '../../contract/core/entity'
import { mayOverride, type Override } from '../../contract/core/permissions'
import type { Blocker } from '../../contract/core/problem'
import type { Context } from '../kernel/context'
import { joinTexts, sentence, type Sentence, type Text } from '../../contract/core/sentence'
import { Refusal, pointerOf } from './refusal'

/** Returns whether the caller may exceed this rule: by role, or because the call is granted it. */
export const hasOverride = (override: Override, { actor, allows = [] }: Pick<Context, 'actor' | 'allows'>): boolean =>
  allows.includes(override) || (actor.role !== null && mayOverride(actor.role, override))

/** Refuses callers that may not exceed this rule. @throws Refusal forbidden */
export function refuseOverride(override: Override, context: Context, detail: Text): void {
  if (!hasOverride(override, context)) throw new Refusal('forbidden', detail)
}

/**
 * Checks whether limits of driving and rest may be exceeded: this requires a role that may, and a reason.
 * @param remedy what to do without a reason, as a sentence
 * @returns the reason for the history; null if no limit is exceeded
 * @throws Refusal override_required or forbidden
 */
export function settleOverride(
  issues: readonly FieldIssue[],
  reason: string | undefined,
  context: Context,
  remedy: Sentence = sentence`Choose someone else, or ask a manager to give a reason.`,
): string | null {
  if (issues.length === 0) return null
  const facts = issues.map((issue) => issue.message)
  if (reason === undefined)
    throw new Refusal('override_required', joinTexts([...facts, remedy]), {
      errors: issues.map(({ path, message }) => ({ pointer: pointerOf(path), code: 'limit', detail: message })),
    })
  const denied = sentence`Your role may not override this. Ask a manager.`
  refuseOverride('exceed_driving_limits', context, joinTexts([...facts, denied]))
  return reason
}

/**
 * Refuses unlikely choices unless the caller has confirmed them.
 * @param others returns alternatives for the field with the first warning
 * @throws Refusal confirmation_required
 */
export async function settleWarnings(
  issues: readonly FieldIssue[],
  isAccepted: boolean,
  others: (path: string) => Promise<readonly { id: string; label: string }[]>,
): Promise<void> {
  const [first] = issues
  if (first === undefined || isAccepted) return
  const advice = sentence`Choose another one, or confirm this warning.`
  const detail = joinTexts([...issues.map((issue) => issue.message), advice])
  const suggestions = await others(first.path)
  throw new Refusal('confirmation_required', detail, {
    errors: issues.map(({ path, message }) => ({ pointer: pointerOf(path), code: 'unlikely', detail: message })),
    suggestions: suggestions.map(({ id, label }) => ({ id, label })),
  })
}

interface Busy {
  text: Text
  field: string
  blockers: Blocker[]
  code: string
}

/** Returns a 409 that lists the conflicting jobs, and who is free instead. */
export function refuseBusy(
  { text, field, blockers, code }: Busy,
  suggestions: readonly { id: string; label: string }[] = [],
): Refusal {
  return new Refusal('resource_conflict', text, {
    errors: [{ pointer: pointerOf(field), code, detail: text }],
    blockers,
    suggestions: suggestions.map(({ id, label }) => ({ id, label })),
  })
}
