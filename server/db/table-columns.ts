import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { z } from 'zod'

/* Column types of fields. Instants are RFC 3339 strings in UTC, days `YYYY-MM-DD`, amounts whole numbers of minor units. */

/** A JSON column: read as a value, written as text. */
export type Json<T> = null extends T
  ? ColumnType<T, string | null | undefined, string | null>
  : ColumnType<T, string, string>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
export type OneOf<T extends readonly unknown[]> = T[number]

type Scalar = string | number | boolean | null
/** Lists of scalars are SQL arrays; objects, lists of objects and texts in several languages are JSON. */
type Column<T> = [T] extends [Scalar | Scalar[]] ? T : Json<T>
type ColumnWithDefault<T> = null extends T
  ? Column<T>
  : [T] extends [Scalar | Scalar[]]
    ? Generated<T>
    : JsonWithDefault<T>

interface Entity {
  writable: z.ZodRawShape
  create: z.ZodObject
}

/** One column for each writable field; a field with a default at creation has the same default in the database. */
type Written<E extends Entity, Elsewhere extends string = never> = {
  [K in Exclude<keyof z.output<z.ZodObject<E['writable']>>, Elsewhere>]: K extends keyof z.input<E['create']>
    ? undefined extends z.input<E['create']>[K]
      ? ColumnWithDefault<z.output<z.ZodObject<E['writable']>>[K]>
      : Column<z.output<z.ZodObject<E['writable']>>[K]>
    : never
}

export interface Base {
  id: string
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
}

/** Text that the search over a list covers. */
export interface Searched {
  search_text: GeneratedAlways<string>
}

export type Stored<E extends Entity, Elsewhere extends string = never> = Base & Searched & Written<E, Elsewhere>
