import type { z } from 'zod'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import type { AnyEntity, FieldIssue } from '../../contract/core/entity'
import { isByOperation, isByRight, isUntil, mayGive, type SetBy } from '../../contract/core/ownership'
import { hasRight } from '../../contract/core/permissions'
import { joinAlternatives, sentence, type Sentence } from '../../contract/core/sentence'
import { same } from '../kernel/audit'
import type { Tx } from '../db/transaction'
import type { Actor } from '../kernel/context'
import { roleOf } from '../http/admit'
import { invalid } from '../http/refusal'
import type { Row, StatusTransitions, StoreOptions, Values } from './store-options'

/** Partners and the server itself set values through their own use cases, which check them. */
const isPerson = ({ kind }: Actor): boolean => kind === 'user'

/** Refuses a new record with values that the caller may not set. @throws Refusal validation on each */
export function refuseForeignValues({ setBy, writable }: AnyEntity, input: Values, actor: Actor): void {
  if (!isPerson(actor)) return
  const issues = Object.entries(setBy).flatMap(([field, rule]): FieldIssue[] => {
    if (mayGive(rule, roleOf(actor))) return []
    const usual: unknown[] = [usualOf(writable[field] as z.ZodType), ...(isByOperation(rule) ? (rule.free ?? []) : [])]
    if (usual.some((value) => same(value, input[field]))) return []
    return [{ path: field, message: sentence`Your role may not set ${field}. Leave it out, or ask an administrator.` }]
  })
  if (issues.length > 0) throw invalid(issues, 'needs_right')
}

/** Returns the value of an absent field: its default, or null. */
const usualOf = (schema: z.ZodType): unknown => schema.safeParse(undefined).data ?? null

/**
 * Returns the part of a change that the caller may set. A value equal to the stored one is no change, so clients may send
 * whole records.
 * @throws Refusal validation on each field that is settled or that only another operation sets
 */
export async function ownValues(
  tx: Tx,
  { entity, settled = {}, transitions }: Pick<StoreOptions, 'entity' | 'settled' | 'transitions'>,
  current: Row,
  input: Values,
  actor: Actor,
): Promise<Values> {
  if (!isPerson(actor)) return input
  const written = Object.entries(input).filter(
    ([field, value]) => entity.setBy[field] === 'form' || !same(current[field], value),
  )
  const issues: FieldIssue[] = []
  for (const [field, value] of written) {
    const rule = entity.setBy[field]
    const isSettled = isUntil(rule) && (await settled[field]?.(tx, current))
    const isStep = transitions !== undefined && field === entity.statusField
    if (isSettled || !mayChange(rule, actor))
      issues.push({
        path: field,
        message: isStep
          ? transitionRemedy(transitions, current.id, String(current[field]), String(value))
          : remedyOf(field, rule, current.id),
      })
  }
  if (issues.length > 0) throw invalid(issues, 'not_by_form')
  return Object.fromEntries(written)
}

/** Returns a message that names the operation to use instead. */
function transitionRemedy(transitions: StatusTransitions, id: string, from: string, to: string): Sentence {
  const transition = transitions.between(from, to)
  if (!transition)
    return sentence`The status is changed by its own operations, and none changes it from "${from}" to "${to}".`
  return transition.operation === null
    ? sentence`The status changes from "${from}" to "${to}" automatically, as time passes. It cannot be set.`
    : sentence`The status is not changed with the record. Use ${addressOf(transition.operation, id)} instead.`
}

/** Returns an issue for each field that neither forms nor bulk changes may set, whatever its value. */
export const foreignFields = ({ setBy }: AnyEntity, fields: readonly string[], actor: Actor): FieldIssue[] =>
  fields
    .filter((field) => !mayChange(setBy[field], actor))
    .map((field) => ({ path: field, message: remedyOf(field, setBy[field]) }))

function mayChange(rule: SetBy | undefined, actor: Actor): boolean {
  if (rule === 'creation' || isByOperation(rule)) return false
  return !isByRight(rule) || hasRight(roleOf(actor), rule.right)
}

/** @param id the record; without it, the message names its place in the address */
function remedyOf(field: string, rule: SetBy | undefined, id?: string): Sentence {
  if (isUntil(rule)) return sentence`${field} cannot be changed once ${rule.until}. Create a new record instead.`
  if (isByRight(rule)) return sentence`Your role may not change ${field}. Leave it out, or ask an administrator.`
  const [first, ...others] = isByOperation(rule) ? rule.by.map((operation) => addressOf(operation, id)) : []
  if (first === undefined) return sentence`${field} is set at creation and cannot be changed. Leave it out.`
  return sentence`${field} is not changed with the record. Use ${joinAlternatives(first, others)} instead.`
}

const PATHS = new Map(ALL_OPERATIONS.map(({ id, method, path }) => [id, `${method} /api${path}`]))

/** Returns the method and path of an operation on a record. */
const addressOf = (operation: string, id = '{id}'): string => (PATHS.get(operation) ?? '').replace(':id', id)
