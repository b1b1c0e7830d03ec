import type { z } from 'zod'
import { hasRight, type Right } from './permissions'
import type { Sentence } from './sentence'
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
  until: Sentence
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

/** What lists do with a field. */
export type ListUse = 'filter' | 'sort'

/** A field of a record with its owner, described once: an entity derives its schemas, rules and lists from it. */
export interface Field<S extends z.ZodType = z.ZodType, O extends SetBy | null = SetBy | null> {
  schema: S
  /** Who may set it, and until when; null = only the server. */
  setBy: O
  /** A filter gets the operators of the type (see filter.ts). */
  lists: readonly ListUse[]
}

type ClientField<S extends z.ZodType = z.ZodType> = Field<S, SetBy>
type ServerField<S extends z.ZodType = z.ZodType> = Field<S, null>
type Fields = Readonly<Record<string, Field>>

/** Fields that clients write, by name. */
export type ClientFields = Readonly<Record<string, ClientField>>

/** Fields that only the server writes, by name. */
export type ServerFields = Readonly<Record<string, ServerField>>

/** The schemas of fields, by name. */
export type Schemas<F extends Fields> = { [K in keyof F]: F[K]['schema'] }

/** Describes a field with a rule of its own. */
export const ownedBy = <S extends z.ZodType>(schema: S, setBy: SetBy, ...lists: ListUse[]): ClientField<S> => ({
  schema,
  setBy,
  lists,
})

/** Describes a field that the form sets at any time. */
export const byForm = <S extends z.ZodType>(schema: S, ...lists: ListUse[]) => ownedBy(schema, 'form', ...lists)

/** Describes a field that is set at creation only. */
export const atCreation = <S extends z.ZodType>(schema: S, ...lists: ListUse[]) => ownedBy(schema, 'creation', ...lists)

/** Describes a field that only the server writes. */
export const byServer = <S extends z.ZodType>(schema: S, ...lists: ListUse[]): ServerField<S> => ({
  schema,
  setBy: null,
  lists,
})

/** Returns the schemas of fields, by name. */
export const schemasOf = <F extends Fields>(fields?: F): Schemas<F> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, { schema }]) => [name, schema])) as Schemas<F>

/** Returns who may set each field, by name. */
export const rulesOf = (fields: ClientFields): Readonly<Record<string, SetBy>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { setBy }]) => [name, setBy]))

/** Returns the names of the fields that lists filter or sort by. */
export const namesOf = (fields: Fields, use: ListUse): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.lists.includes(use))
