import { hasRight, type Right } from './permissions'
import type { Role } from './vocabulary'

/**
 * Who may set a field, and until when.
 * - `form`: roles that may create or edit the record, at any time.
 * - `creation`: roles that may create the record, once; afterwards only operations of the record can change it.
 */
export type SetBy = 'form' | 'creation' | SetUntil | SetByRight | SetByOperation

/** Set by the form until a condition of the record is met, which the store of the resource checks. */
export interface SetUntil {
  by: 'form'
  /** Condition in the error text, after "it cannot change once": `the partner has sold`. */
  until: string
}

/** Set by the form, but only with an additional right. */
export interface SetByRight {
  by: 'form'
  right: Right
}

/** Set only by dedicated operations: no form, bulk change or import changes it. */
export interface SetByOperation {
  /** Operation ids; empty if nothing changes the field after creation. */
  by: readonly string[]
  /** Right to give a new record another value than the default; `form` = the right to create it is enough. */
  creation: Right | 'form'
  /** Values in addition to the default that the right to create a record is enough for. */
  free?: readonly unknown[]
}

/** Returns rules for fields that the form sets at any time. */
export const byForm = <const F extends string>(...fields: F[]) =>
  Object.fromEntries(fields.map((field) => [field, 'form'])) as Record<F, 'form'>

/** Returns rules for fields that are set at creation only. */
export const atCreation = <const F extends string>(...fields: F[]) =>
  Object.fromEntries(fields.map((field) => [field, 'creation'])) as Record<F, 'creation'>

/** Returns the rule of a status: the creator of the record sets the first one, and these operations change it. */
export const bySteps = (...by: string[]): SetByOperation => ({ by, creation: 'form' })

export const isUntil = (rule: SetBy | undefined): rule is SetUntil => typeof rule === 'object' && 'until' in rule
export const isByRight = (rule: SetBy | undefined): rule is SetByRight =>
  typeof rule === 'object' && 'right' in rule && rule.by === 'form'
export const isByOperation = (rule: SetBy | undefined): rule is SetByOperation =>
  typeof rule === 'object' && 'creation' in rule

/** Returns whether a form may offer a field of an existing record to users with the right, if one is required. */
export const changesByForm = (rule: SetBy | undefined): boolean => rule !== 'creation' && !isByOperation(rule)

/** Returns the right required to give a field of a new record a value other than the usual ones; null = none. */
export const rightToGive = (rule: SetBy | undefined): Right | null =>
  isByRight(rule) ? rule.right : isByOperation(rule) && rule.creation !== 'form' ? rule.creation : null

/** Returns whether a role may give a field any of its values. */
export function mayGive(rule: SetBy | undefined, role: Role): boolean {
  const right = rightToGive(rule)
  return right === null || hasRight(role, right)
}
