import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FieldIssue } from '../../contract/core/entity'
import { PHONE_CODE } from '../../contract/core/issue-code'
import { parsePhone } from '../../contract/core/phone'
import { Id, NO_PHONE, Phone } from '../../contract/core/scalars'
import { textOfMessage } from '../../contract/core/sentence'
import { invalid } from './refusal'

/** A text in a field for a phone number. */
interface TypedPhone {
  /** With dots: `booking_rule.phone`. */
  path: string
  text: string
  /** The object that the number belongs to. */
  holder: Readonly<Record<string, unknown>>
  replace: (stored: string) => void
}

export interface KnownPhones {
  /** Country of numbers without a country code; null requires a code in each. */
  companyCountry: () => Promise<string | null>
  /** Whether a customer is stored with this number. */
  isOfCustomer: (customerId: string, phone: string) => Promise<boolean>
}

/** Unreadable numbers of bodies, which their validation reports among the other faults. */
const UNREADABLE = new WeakMap<object, FieldIssue[]>()

/** The unreadable numbers of a body. */
export const unreadablePhones = (body: unknown): readonly FieldIssue[] => (isObject(body) && UNREADABLE.get(body)) || []

/** A change may send a number that was stored under an older rule; its use case refuses it unless it is the stored one. */
const CHANGING_METHODS = ['PATCH', 'PUT']

/**
 * Converts the phone numbers of bodies to the form that they are stored in, before the schemas of the contract see them.
 * A sale to a customer may repeat the number that the customer is stored with.
 */
export function convertPhones(app: FastifyInstance, { companyCountry, isOfCustomer }: KnownPhones): void {
  app.addHook('preValidation', async (request) => {
    const { operation } = request.routeOptions.config
    if (!operation?.body || operation.bodyType || !isObject(request.body)) return
    if (CHANGING_METHODS.includes(operation.method)) {
      await convertPhonesIn(operation.body, request.body, companyCountry)
      return
    }
    const unreadable = await convertPhonesIn(operation.body, request.body, companyCountry, isOfCustomer)
    if (unreadable.length > 0) UNREADABLE.set(request.body, unreadable)
  })
}

/**
 * Replaces the phone numbers of a value by the form that they are stored in.
 * @param readCountry country of numbers without a country code; read only if there are any
 * @param isOfCustomer whether the customer of the same object is stored with a number
 * @returns the numbers that cannot be read, which stay as they are
 */
export async function convertPhonesIn(
  schema: z.ZodType,
  value: unknown,
  readCountry: KnownPhones['companyCountry'],
  isOfCustomer: KnownPhones['isOfCustomer'] = async () => false,
): Promise<FieldIssue[]> {
  const phones = phonesIn(schema, value)
  const isNational = phones.some(({ text }) => parsePhone(text, null) === null)
  const country = isNational ? await readCountry() : null
  const unreadable: FieldIssue[] = []
  for (const { path, text, holder, replace } of phones) {
    const stored = parsePhone(text, country)
    const customerId = Id.safeParse(holder['customer_id']).data
    if (stored !== null) replace(stored)
    else if (customerId === undefined || !(await isOfCustomer(customerId, text))) unreadable.push(unreadableAt(path))
  }
  return unreadable
}

/**
 * Refuses the unreadable phone numbers of a change, except a number that is stored already.
 * @param readCurrent the record before the change, which is read only when there is an unreadable number
 * @throws Refusal validation on each of them
 */
export async function refuseUnreadablePhones(
  schema: z.ZodType,
  change: unknown,
  readCurrent: () => unknown,
): Promise<void> {
  const unreadable = phonesIn(schema, change).filter(({ text }) => parsePhone(text, null) === null)
  if (unreadable.length === 0) return
  const stored = new Map(phonesIn(schema, await readCurrent()).map(({ path, text }) => [path, text]))
  const refused = unreadable.filter(({ path, text }) => stored.get(path) !== text)
  if (refused.length > 0)
    throw invalid(
      refused.map(({ path }) => unreadableAt(path)),
      PHONE_CODE,
    )
}

const unreadableAt = (path: string): FieldIssue => ({ path, message: textOfMessage(NO_PHONE) })

/** The texts of a value in the places where its schema has a phone number. */
function phonesIn(schema: z.ZodType, value: unknown): TypedPhone[] {
  const found: TypedPhone[] = []
  const visit = (part: z.ZodType, holder: Record<string, unknown>, key: string, path: string): void => {
    if (!hasPhone(part)) return
    const inner = holder[key]
    if (part === Phone) {
      const isFound = found.some((other) => other.path === path)
      if (typeof inner === 'string' && !isFound)
        found.push({
          path,
          text: inner,
          holder,
          replace: (stored) => {
            holder[key] = stored
          },
        })
    } else if (part instanceof z.ZodObject) {
      if (isObject(inner))
        for (const [name, field] of Object.entries(part.shape))
          visit(field as z.ZodType, inner, name, path === '' ? name : `${path}.${name}`)
    } else for (const within of partsOf(part)) visit(within, holder, key, path)
  }
  visit(schema, { value }, 'value', '')
  return found
}

const known = new WeakMap<z.ZodType, boolean>()

/** Whether a schema has a phone number in it; a list has none. */
function hasPhone(schema: z.ZodType): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  known.set(schema, false)
  const within = schema instanceof z.ZodObject ? Object.values(schema.shape) : partsOf(schema)
  const found = schema === Phone || within.some((part) => hasPhone(part as z.ZodType))
  known.set(schema, found)
  return found
}

/** The schemas that describe the same value as this one. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap() as z.ZodType]
  if (schema instanceof z.ZodPipe) return [schema.in as z.ZodType, schema.out as z.ZodType]
  return schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : []
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
