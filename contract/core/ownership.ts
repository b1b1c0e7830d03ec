import { hasRight, type Right } from './permissions'
import type { Role } from './vocabulary'

/**
 * Whose a field is to set, and until when.
 * - `form`: whoever may create or edit the record, at any time.
 * - `creation`: whoever may create it, once; afterwards steps of the record's own change it, if anything does.
 */
export type SetBy = 'form' | 'creation' | SetUntil | SetByRight | SetByOperation

/** By the form, until something has come of the record; the store of the resource knows when that is. */
export interface SetUntil {
  by: 'form'
  /** Told to who is refused, after "it cannot change once": `the partner has sold`. */
  until: string
}

/** By the form, but only of those who have a right of its own. */
export interface SetByRight {
  by: 'form'
  right: Right
}

/** By operations of its own alone: no form, bulk change or import changes it. */
export interface SetByOperation {
  /** Their ids; none where nothing changes it once the record is there. */
  by: readonly string[]
  /** Who gives a new record another value than its default; `form` = whoever may create it. */
  creation: Right | 'form'
  /** Values that whoever may create it gives to a new record, beside the default. */
  free?: readonly unknown[]
}

/** Fields that are set by the form, at any time. */
export const byForm = <const F extends string>(...fields: F[]) =>
  Object.fromEntries(fields.map((field) => [field, 'form'])) as Record<F, 'form'>

/** Fields that are settled at creation. */
export const atCreation = <const F extends string>(...fields: F[]) =>
  Object.fromEntries(fields.map((field) => [field, 'creation'])) as Record<F, 'creation'>

/** A status: whoever creates the record says in which it starts, and each of these operations leads on. */
export const bySteps = (...by: string[]): SetByOperation => ({ by, creation: 'form' })

export const isUntil = (rule: SetBy | undefined): rule is SetUntil => typeof rule === 'object' && 'until' in rule
export const isByRight = (rule: SetBy | undefined): rule is SetByRight =>
  typeof rule === 'object' && 'right' in rule && rule.by === 'form'
export const isByOperation = (rule: SetBy | undefined): rule is SetByOperation =>
  typeof rule === 'object' && 'creation' in rule

/** Whether a form may offer a field of a record that is there, to whom the right lets. */
export const changesByForm = (rule: SetBy | undefined): boolean => rule !== 'creation' && !isByOperation(rule)

/** The right that giving a field of a new record another value than the usual ones takes; null = none. */
export const rightToGive = (rule: SetBy | undefined): Right | null =>
  isByRight(rule) ? rule.right : isByOperation(rule) && rule.creation !== 'form' ? rule.creation : null

/** Whether somebody may give a field any value that it can have. */
export function mayGive(rule: SetBy | undefined, role: Role): boolean {
  const right = rightToGive(rule)
  return right === null || hasRight(role, right)
}
