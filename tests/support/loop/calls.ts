import { uuidv7 } from 'uuidv7'
import { ALL_OPERATIONS } from '../../../contract/all-operations'
import { BODY_MAX_BYTES, PAGE_MAX_ROWS, PUBLIC_BODY_MAX_BYTES } from '../../../contract/core/limits/requests'
import type { Operation } from '../../../contract/core/operations'
import type { Resource } from '../../../contract/core/vocabulary'
import { ENTITIES } from '../../../contract/entities'
import { jsonSchemaOf } from './schemas'
import { largest, smallest, type Making } from './largest'
import { customerTable, feedOf, importOf, uploadOf } from './files'
import type { Ask, Call, Caller, Turn } from './call'
import { SHARED_ACCOUNTS, type Company } from './company'
import { knownOf } from './known'
import { PREPARATIONS } from './preparations'
import { LEAVING_PREPARATIONS } from './preparations/departures'
import { SETTLEMENT_PREPARATIONS } from './preparations/partners'
import { givenFor, type Prepared } from './preparations/preparation'
import type { Schema } from '../odd/values'

/** Largest URL with its query; Node.js reads headers of at most 16 KiB. */
const QUERY_MAX_BYTES = 14_000
const PAGE_MAX = [0, PAGE_MAX_ROWS - 1]
/** An input of an operation at its largest; built for each call, because much of it must be unique. */
interface Attempt {
  operation: Operation
  /** The largest input: `body.passengers`, `query.filter`, `all`. */
  what: string
  /** True for all inputs together and for the request with the most faults; a sample uses only these. */
  isWhole: boolean
  make: (turn: Turn, ask: Ask) => Call | Promise<Call>
}

const bodyMaxBytes = ({ bodyMaxBytes: own, access }: Operation): number =>
  own ?? (access === 'public' ? PUBLIC_BODY_MAX_BYTES : BODY_MAX_BYTES)

/** Names of attempts that combine several fields. */
const WHOLE = ['all', 'a list of faults']

/** Fills the path with ids of departures and other company records, preferring the records with the most data. */
function pathOf(
  { path, root, id }: Operation,
  company: Company,
  making: Making,
  prepared: Prepared['path'] = {},
): string {
  const ofPartner = ['getPartnerStatement', 'exportPartnerStatement', 'printPartnerStatement', 'getPartnerHolds']
  const filled = path.replace(/:(\w+)/g, (_, name: string, at: number) => {
    const before = path.slice(0, at).split('/').at(-2) ?? ''
    if (name in prepared) return prepared[name] ?? ''
    if (name === 'resource')
      return before === 'imports' ? 'customers' : before === 'exports' ? 'journeys' : 'reservations'
    if (name === 'provider') return 'stripe'
    if (before === 'partners' && path !== '/partners/:id') return company.partnerId
    if (ofPartner.includes(id)) return company.partnerId
    if (before === 'vehicle-types') return company.vehicleTypeId
    if (before === 'statements') return company.statementId
    if (before === 'trips' || before === 'bookings')
      return company.tripIds[making.serial % company.tripIds.length] ?? ''
    if (['saveFareTable', 'getFareTable'].includes(id)) return company.routeId
    if (id === 'getOctoProduct') return company.productId
    const schema: Schema = { type: 'string', format: 'uuid' }
    const known = ['id', 'uuid'].includes(name) ? before : name
    return String(smallest(schema, { ...making, known: {} }, known))
  })
  return `${root === 'host' ? '' : '/api'}${filled}`
}

/** Returns the fields of a body or query with their schemas. */
const fieldsOf = (schema: Schema | undefined): Record<string, Schema> => schema?.properties ?? {}

/** Returns the attempts of the operations that accept a file, and of the one that processes it; null for others. */
function fileAttempts(operation: Operation, company: Company): Attempt[] | null {
  const makers: Readonly<Record<string, Attempt['make']>> = {
    uploadSheet: (turn) => uploadOf(customerTable(), turn),
    startGtfsImport: (turn) => feedOf(company.firstDay, turn),
    startImport: async (turn, ask) => importOf(await ask(await uploadOf(customerTable(), turn)), turn),
  }
  const make = makers[operation.id]
  return make ? [{ operation, what: 'all', make, isWhole: true }] : null
}

interface Input {
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** Returns each input of an operation at its largest, one at a time, then all of them together. */
function attemptsOf(operation: Operation, company: Company): Attempt[] {
  const ofFile = fileAttempts(operation, company)
  if (ofFile) return ofFile
  const body = operation.body && jsonSchemaOf(operation.body)
  const query = operation.query && jsonSchemaOf(operation.query)
  const budget = bodyMaxBytes(operation) - 1024
  const call = ({ account }: Turn, making: Making, prepared: Prepared, given: Input): Call => {
    const parts = Object.entries(given.query ?? {}).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [`${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`],
    )
    return {
      method: operation.method,
      url: `${pathOf(operation, company, making, prepared.path)}${parts.length > 0 ? `?${parts.join('&')}` : ''}`,
      caller: callerOf(operation),
      account,
      headers: {
        ...(operation.ifMatch && { 'if-match': '*' }),
        ...(operation.method === 'POST' && { 'idempotency-key': uuidv7() }),
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    }
  }
  const least = (making: Making, needed: Prepared['needed']) => ({
    ...(query && { query: { ...(smallest(query, making) as object), ...(!body && needed) } }),
    ...(body && { body: { ...(smallest(body, making) as object), ...needed } }),
  })
  const attempts: Attempt[] = []
  const add = (what: string, inputOf: (making: Making, base: Input) => Input) => {
    const make: Attempt['make'] = async (turn, ask) => {
      const prepared = (await PREPARATIONS[operation.id]?.(givenFor(company, turn, ask))) ?? {}
      const known = { ...knownOf(operation, company, turn.serial), ...prepared.known }
      const making = { ids: company.ids, firstDay: company.firstDay, serial: turn.serial, known }
      return call(turn, making, prepared, inputOf(making, least(making, prepared.needed)))
    }
    attempts.push({ operation, what, make, isWhole: WHOLE.includes(what) })
  }

  for (const [name, schema] of Object.entries(fieldsOf(query)))
    for (const { what, value } of queryValues(operation, name, schema))
      add(`query.${what}`, (making, base) => ({ ...base, query: { ...base.query, [name]: value(making) } }))
  for (const [name, schema] of Object.entries(fieldsOf(body)))
    add(`body.${name}`, (making, base) => ({
      ...base,
      body: { ...base.body, [name]: largest(schema, making, budget, name) },
    }))
  add('all', (making) => {
    const questions = Object.entries(fieldsOf(query)).map(([name, schema]) => [
      name,
      queryValues(operation, name, schema).at(-1)?.value(making),
    ])
    return {
      query: Object.fromEntries(questions) as Record<string, unknown>,
      ...(body && { body: largest(body, making, budget) as Record<string, unknown> }),
    }
  })
  const lists = Object.entries(fieldsOf(body)).filter(([, schema]) => JSON.stringify(schema).includes('"items"'))
  for (const [name] of lists.slice(0, 1))
    // More items than the contract accepts, each invalid.
    add('a list of faults', (_, base) => {
      const faults = Array.from({ length: Math.floor(budget / 2) - 512 }, () => 0)
      return { ...base, body: { ...base.body, [name]: faults } }
    })
  return attempts
}

function callerOf({ access }: Operation): Caller {
  if (access === 'public') return 'anonymous'
  if (typeof access === 'object' && 'partner' in access) return access.scheme === 'Bearer' ? 'reseller' : 'portal'
  return 'staff'
}

const isForUrl = (value: unknown): boolean => encodeURIComponent(JSON.stringify(value)).length < QUERY_MAX_BYTES * 0.9

/** Removes the last item of a list, or a tenth of a text. */
const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length > 1 ? value.slice(0, -1) : value.map(shorten)
  const text = String(value)
  return text.slice(0, Math.floor(text.length * 0.9))
}

/** Returns as much of a text or a list of texts as fits into a URL. */
function fitUrl(value: unknown): unknown {
  let fitting = value
  while (!isForUrl(fitting)) fitting = shorten(fitting)
  return fitting
}

/** Returns the largest values of one query parameter; the last one is for all parameters together. */
function queryValues(
  operation: Operation,
  name: string,
  schema: Schema,
): { what: string; value: (m: Making) => unknown }[] {
  const resource = /^\/([\w-]+)(\/facets)?$/.exec(operation.path)?.[1] as Resource | undefined
  const entity = resource && resource in ENTITIES ? ENTITIES[resource] : undefined
  if (name === 'range' && !schema.enum) return [{ what: name, value: () => PAGE_MAX }]
  if (name === 'sort' && entity)
    return entity.sortable.map((field) => ({ what: `sort ${field}`, value: () => [field, 'ASC'] }))
  if (name === 'filter' && entity) {
    const filters = Object.entries(fieldsOf(jsonSchemaOf(entity.filter))).map(([field, inner]) => ({
      what: `filter ${field}`,
      value: (making: Making) => ({
        [field]: fitUrl(largest(inner, { ...making, known: {} }, QUERY_MAX_BYTES * 0.7, field.replace(/_in$/, ''))),
      }),
    }))
    const all = (making: Making) => {
      const most: Record<string, unknown> = {}
      for (const filter of filters) {
        const wider = { ...most, ...filter.value(making) }
        if (isForUrl(wider)) Object.assign(most, wider)
      }
      return most
    }
    return [...filters, { what: 'filter of all', value: all }]
  }
  if (name === 'filter' || name === 'sort') return []
  return [{ what: name, value: (making) => largest(schema, making, QUERY_MAX_BYTES / 2, name) }]
}

/** Returns the operations in an order that preserves data for the later ones: reads, writes, deletions, long work. */
export const measuredOperations = (): readonly Operation[] => {
  const turn = ({ method, id }: Operation) =>
    id.startsWith('start')
      ? 4
      : method === 'GET'
        ? 0
        : /^(preview|suggest|create|check|quote)/.test(id)
          ? 1
          : method === 'DELETE'
            ? 3
            : 2
  return ALL_OPERATIONS.toSorted((a, b) => turn(a) - turn(b))
}

/** Calls of one input, because a garbage collection or a first compilation may affect one of them. */
export const CALLS_MAX = 3

/** Returns what each call of an operation uses up: the account of its caller, a departure, a partner, or nothing. */
function usedUpBy({ id, method, path }: Operation): 'account' | 'departure' | 'partner' | null {
  if (method === 'GET') return null
  if (id in LEAVING_PREPARATIONS) return 'departure'
  if (id in SETTLEMENT_PREPARATIONS) return 'partner'
  return /\/auth\/|\/sessions\/|^\/till-sessions/.test(path) ? 'account' : null
}

/** An attempt with the numbers of its calls. */
export interface NumberedAttempt extends Attempt {
  /** @param times number of the earlier calls of the same input, less than `CALLS_MAX` */
  turn: (times: number) => Turn
}

/** Returns the attempts of all operations; their numbers do not depend on which of them are made. */
export function numberedAttempts(company: Company): NumberedAttempt[] {
  let inputs = 0
  const used = { account: 0, departure: 0, partner: 0 }
  return measuredOperations().flatMap((operation) => {
    const kind = usedUpBy(operation)
    return attemptsOf(operation, company).map((attempt) => {
      const [first, own] = [CALLS_MAX * inputs, CALLS_MAX * (kind === null ? 0 : used[kind])]
      inputs += 1
      if (kind !== null) used[kind] += 1
      return {
        ...attempt,
        turn: (times: number) => ({
          serial: first + times,
          account: kind === 'account' ? SHARED_ACCOUNTS + own + times : (first + times) % SHARED_ACCOUNTS,
          own: own + times,
        }),
      }
    })
  })
}
