import { z } from 'zod'
import { Id, Instant } from './scalars'
import type { SetBy } from './ownership'
import type { MenuGroup, Resource } from './vocabulary'
import { filterSchema, type FilterSchema } from './filter'

/** Fields of every stored record, written only by the server. */
export const recordBase = {
  id: Id,
  /** Starts at 1, grows by one with every write; the record's ETag. */
  version: z.int().min(1),
  created_at: Instant,
  updated_at: Instant,
}

export interface FieldIssue {
  /** Field path with dots: `route_stops.2.station_id`. */
  path: string
  message: string
}

interface Definition<
  W extends z.ZodRawShape,
  C extends z.ZodRawShape,
  S extends z.ZodRawShape,
  R extends Resource = Resource,
> {
  resource: R
  /** Position in the console's menu; absent for a resource that is part of another record. */
  menu?: { group: MenuGroup; place: number }
  /** Fields that a client writes and reads. */
  writable: W
  /** Read-only fields that the server computes. */
  computed: C
  /** Write-only fields. */
  secret?: S
  /** Who may set each field, and until when. */
  setBy: Readonly<Record<(keyof NoInfer<W> | keyof NoInfer<S>) & string, SetBy>>
  /** Fields that a list can be filtered by; each gets the operators of its type (see filter.ts). */
  filterable: readonly ((keyof W | keyof C | keyof typeof recordBase) & string)[]
  /** Filters that are not fields of the record. */
  extraFilters?: z.ZodRawShape
  /** Fields that a list can be sorted by. */
  sortable: readonly ((keyof W | keyof C | keyof typeof recordBase) & string)[]
  /** For records with a `status`: the statuses that a user may set next, by current status. */
  transitions?: Readonly<Record<string, readonly string[]>>
  /** Field that `transitions` applies to; default `status`. */
  statusField?: string
  /** Statuses allowed for a new record; default all. */
  initial?: readonly string[]
  /** Rules across fields, run on the whole record at creation and after an update. */
  check?: (record: z.output<z.ZodObject<W>>) => FieldIssue[]
}

/** Returns the schemas of one kind of record, shared by the server and the console. */
export function defineEntity<
  W extends z.ZodRawShape,
  C extends z.ZodRawShape,
  S extends z.ZodRawShape = Record<never, never>,
  R extends Resource = Resource,
>(definition: Definition<W, C, S, R>) {
  const { writable, computed } = definition
  const secret = definition.secret ?? ({} as S)
  const record = z.object({ ...recordBase, ...writable, ...computed })
  const statusField = definition.statusField ?? 'status'
  const create = z.strictObject(startingIn(definition.initial, statusField, { ...writable, ...secret }))
  const changeable = Object.fromEntries(
    Object.entries({ ...writable, ...secret }).map(([name, schema]) => [
      name,
      z.optional(withoutDefault(schema as z.ZodType)),
    ]),
  ) as { [K in keyof (W & S)]: z.ZodOptional<(W & S)[K] extends z.ZodType ? (W & S)[K] : never> }
  const update = z.strictObject(changeable)
  const serverKeys = [...Object.keys(recordBase), ...Object.keys(computed)]
  const replace = z.strictObject({
    ...changeable,
    ...Object.fromEntries(serverKeys.map((name) => [name, z.unknown().optional()])),
  })
  const all: z.ZodRawShape = { ...recordBase, ...writable, ...computed }
  const filter: FilterSchema = filterSchema(all, definition.filterable, definition.extraFilters)
  return {
    ...definition,
    statusField,
    record,
    create,
    /** Absent fields keep their value. Fields that a form may not set are accepted with their stored value. */
    update,
    /** As `update`, for clients that send the whole record: fields that only the server writes are ignored. */
    replace,
    filter,
  }
}

type Built = ReturnType<typeof defineEntity>

/** Entity without its field types, for code that handles every resource. */
export interface AnyEntity extends Omit<
  Built,
  'writable' | 'computed' | 'secret' | 'setBy' | 'check' | 'record' | 'create' | 'update' | 'replace'
> {
  writable: z.ZodRawShape
  computed: z.ZodRawShape
  secret?: z.ZodRawShape
  setBy: Readonly<Record<string, SetBy>>
  filterable: readonly string[]
  sortable: readonly string[]
  record: z.ZodObject
  create: z.ZodObject
  update: z.ZodObject
  replace: z.ZodObject
  check?(record: Record<string, unknown>): FieldIssue[]
}

function startingIn<T extends z.ZodRawShape>(initial: readonly string[] | undefined, statusField: string, shape: T): T {
  if (!initial) return shape
  const status = shape[statusField] as z.ZodType
  const message = `A new record starts as one of: ${initial.join(', ')}.`
  return { ...shape, [statusField]: status.refine((value) => initial.includes(value as string), message) }
}

/** Removes the creation default, because an absent field of an update keeps its value. */
function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
}
