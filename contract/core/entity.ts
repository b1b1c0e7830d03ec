import { z } from 'zod'
import { Id, Instant } from './scalars'
import { byServer, namesOf, rulesOf, schemasOf } from './ownership'
import type { ClientFields, ListUse, Schemas, ServerFields } from './ownership'
import type { MenuGroup, Resource } from './vocabulary'
import { schemaMessage, type Text } from './sentence'
import { filterSchema, type FilterSchema } from './filter'

const baseFields = {
  id: byServer(Id),
  /** Starts at 1, grows by one with every write; the record's ETag. */
  version: byServer(z.int().min(1)),
  created_at: byServer(Instant, 'filter', 'sort'),
  updated_at: byServer(Instant, 'filter', 'sort'),
}

/** Fields of every stored record, written only by the server. */
export const recordBase = schemasOf(baseFields)

export interface FieldIssue {
  /** Field path with dots: `route_stops.2.station_id`. */
  path: string
  message: Text
}

interface Definition<
  W extends ClientFields,
  C extends ServerFields,
  S extends ClientFields,
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
  /** Base fields that its lists neither filter nor sort by. */
  unlisted?: readonly (keyof typeof recordBase)[]
  /** Filters that are not fields of the record. */
  extraFilters?: z.ZodRawShape
  /** For records with a `status`: the statuses that a user may set next, by current status. */
  transitions?: Readonly<Record<string, readonly string[]>>
  /** Field that `transitions` applies to; default `status`. */
  statusField?: string
  /** Statuses allowed for a new record; default all. */
  initial?: readonly string[]
  /**
   * Rules across fields, run on the whole record at creation and after an update. The schemas do not include them, because an
   * update contains only the changed fields and is checked after it is merged with the stored record.
   */
  check?: (record: z.output<z.ZodObject<Schemas<W>>>) => FieldIssue[]
}

/** Returns the schemas of one kind of record, shared by the server and the console. */
export function defineEntity<
  W extends ClientFields,
  C extends ServerFields,
  S extends ClientFields = Record<never, never>,
  R extends Resource = Resource,
>(definition: Definition<W, C, S, R>) {
  const writable = schemasOf(definition.writable)
  const computed = schemasOf(definition.computed)
  const secret = schemasOf(definition.secret)
  const record = z.object({ ...recordBase, ...writable, ...computed })
  const statusField = definition.statusField ?? 'status'
  const create = z.strictObject(startingIn(definition.initial, statusField, { ...writable, ...secret }))
  const changeable = optional({ ...writable, ...secret })
  const update = z.strictObject(changeable)
  const serverKeys = [...Object.keys(recordBase), ...Object.keys(computed)]
  const replace = z.strictObject({
    ...changeable,
    ...Object.fromEntries(serverKeys.map((name) => [name, z.unknown().optional()])),
  })
  const unlisted: readonly string[] = definition.unlisted ?? []
  const listed = { ...definition.writable, ...definition.computed, ...baseFields }
  const namesFor = (use: ListUse) => namesOf(listed, use).filter((name) => !unlisted.includes(name))
  const filterable = namesFor('filter')
  const filter: FilterSchema = filterSchema(record.shape, filterable, definition.extraFilters)
  return {
    ...definition,
    writable,
    computed,
    secret,
    /** Who may set each field, and until when. */
    setBy: rulesOf({ ...definition.writable, ...definition.secret }),
    /** Fields that a list can be filtered by. */
    filterable,
    /** Fields that a list can be sorted by. */
    sortable: namesFor('sort'),
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
  'writable' | 'computed' | 'secret' | 'check' | 'record' | 'create' | 'update' | 'replace'
> {
  writable: z.ZodRawShape
  computed: z.ZodRawShape
  secret: z.ZodRawShape
  record: z.ZodObject
  create: z.ZodObject
  update: z.ZodObject
  replace: z.ZodObject
  check?(record: Record<string, unknown>): FieldIssue[]
}

function startingIn<T extends z.ZodRawShape>(initial: readonly string[] | undefined, statusField: string, shape: T): T {
  if (!initial) return shape
  const status = shape[statusField] as z.ZodType
  const message = schemaMessage`A new record starts as one of: ${initial.join(', ')}.`
  return { ...shape, [statusField]: status.refine((value) => initial.includes(value as string), message) }
}

/** Makes each field of an update optional, without its creation default: an absent field keeps its value. */
const optional = <T extends Readonly<Record<string, z.ZodType>>>(shape: T) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.optional(withoutDefault(schema))])) as {
    [K in keyof T]: z.ZodOptional<T[K]>
  }

function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
}
