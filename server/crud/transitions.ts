import type { AnyEntity } from '../../contract/core/entity'
import { sentence, type Sentence, type SentenceValue } from '../../contract/core/sentence'
import { callerKindOf, type Context } from '../kernel/context'
import { Refusal } from '../http/refusal'
import type { CallerKind, Row, StatusTransitions, Values } from './store-options'

const CALLERS: Readonly<Record<CallerKind, Sentence>> = {
  staff: sentence`staff`,
  partner: sentence`partner`,
  clock: sentence`clock`,
}

/** Refuses a status that does not follow the current one. @throws Refusal invalid_state */
export function refuseTransition({ transitions, statusField }: AnyEntity, current: Values, next: Values): void {
  const [from, to] = [current, next].map((record) => record[statusField] as string | undefined)
  if (!transitions || from === undefined || to === undefined || from === to) return
  const allowed = transitions[from] ?? []
  if (allowed.includes(to)) return
  throw invalidTransition(
    statusField,
    [from, to],
    allowed.length > 0
      ? sentence`The status cannot change from "${from}" to "${to}". It can change to: ${allowed.join(', ')}.`
      : sentence`The status cannot change from "${from}" to "${to}". It can change to: nothing, because it is final.`,
  )
}

/**
 * Refuses a transition that the table of statuses does not have, or that it leaves to other kinds of callers.
 * @throws Refusal invalid_state without such a transition, forbidden for this kind of caller
 */
export function refuseUnlistedTransition(
  { entity: { statusField }, transitions }: { entity: AnyEntity; transitions?: StatusTransitions | undefined },
  current: Row,
  values: Values,
  context: Context,
): void {
  const [from, to] = [current, values].map((record) => record[statusField] as string | undefined)
  if (!transitions || from === undefined || to === undefined || from === to) return
  const transition = transitions.between(from, to)
  if (!transition) throw invalidTransition(statusField, [from, to])
  const caller = callerKindOf(context)
  if (transition.who.includes(caller)) return
  const [first, ...others] = transition.who.map((kind) => CALLERS[kind])
  const callers = others.reduce<SentenceValue>((text, kind) => sentence`${text} and ${kind}`, first ?? '')
  const detail = sentence`The change from "${from}" to "${to}" is for ${callers}, not for ${CALLERS[caller]}.`
  throw new Refusal('forbidden', detail, { errors: [{ pointer: `/${statusField}`, code: 'forbidden', detail }] })
}

function invalidTransition(field: string, [from, to]: readonly [string, string], detailInstead?: Sentence): Refusal {
  const detail = sentence`The status cannot change from "${from}" to "${to}".`
  return new Refusal('invalid_state', detailInstead ?? detail, {
    errors: [{ pointer: `/${field}`, code: 'transition', detail }],
  })
}
