import type { FieldIssue } from '../../contract/core/entity'
import { mayOverride, type Override } from '../../contract/core/permissions'
import type { Blocker } from '../../contract/core/problem'
import type { Context } from './context'
import { Refusal, pointerOf } from './refusal'

/** @throws Refusal forbidden unless the caller's role may go beyond this rule. */
export function refuseOverride(override: Override, { actor }: Context, detail: string): void {
  if (!mayOverride(actor.role, override)) throw new Refusal('forbidden', detail)
}

/**
 * Whether limits of driving and rest may be passed: only by those who may, and with a reason.
 * @returns the reason that goes into the history, null when no limit is passed.
 * @throws Refusal override_required or forbidden.
 */
export function settleOverride(
  issues: readonly FieldIssue[],
  reason: string | undefined,
  context: Context,
): string | null {
  if (issues.length === 0) return null
  const detail = issues.map((issue) => issue.message).join(' ')
  if (reason === undefined)
    throw new Refusal('override_required', `${detail} Choose somebody else, or have a manager give a reason.`, {
      errors: issues.map(({ path, message }) => ({ pointer: pointerOf(path), code: 'limit', detail: message })),
    })
  refuseOverride('exceed_driving_limits', context, `${detail} Your role may not override this. Ask a manager.`)
  return reason
}

/**
 * Whether what hardly works is meant: only for those who say so.
 * @param others who could do it instead
 * @throws Refusal confirmation_required.
 */
export async function settleWarnings(
  issues: readonly FieldIssue[],
  isAccepted: boolean,
  others: (path: string) => Promise<readonly { id: string; label: string }[]>,
): Promise<void> {
  const [first] = issues
  if (first === undefined || isAccepted) return
  const detail = issues.map((issue) => issue.message).join(' ')
  const suggestions = await others(first.path)
  throw new Refusal('confirmation_required', `${detail} Choose another one, or confirm that you mean it.`, {
    errors: issues.map(({ path, message }) => ({ pointer: pointerOf(path), code: 'unlikely', detail: message })),
    suggestions: suggestions.map(({ id, label }) => ({ id, label })),
  })
}

interface Busy {
  message: string
  field: string
  blockers: Blocker[]
}

/** 409 that names the jobs in the way and who is free instead. */
export function refuseBusy(
  { message, field, blockers }: Busy,
  suggestions: readonly { id: string; label: string }[] = [],
): Refusal {
  return new Refusal('resource_conflict', message, {
    errors: [{ pointer: pointerOf(field), code: 'busy', detail: message }],
    blockers,
    suggestions: suggestions.map(({ id, label }) => ({ id, label })),
  })
}
