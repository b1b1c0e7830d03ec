import fc from 'fast-check'
import { z } from 'zod'
import type { AnyEntity } from '../../../contract/core/entity'
import { LANGUAGES } from '../../../contract/core/languages'
import { ENTITIES } from '../../../contract/entities'
import type { ImportedResource } from '../../../contract/core/vocabulary'
import { riskyText } from './spreadsheet-readings'

export type WrittenRecord = Record<string, unknown>

const WORDS = ['Larnaca Airport', 'Aéroport de Nice', 'Flughafen München', 'Estación de autobuses', 'مطار لارنكا الدولي']
/** Texts that spreadsheets cannot distinguish from an empty cell or an error. */
const UNREADABLE = /\u0000|^\s*$|^#[A-Z/]+[!?A0]$/

const anyText = fc
  .oneof(
    riskyText,
    fc.constantFrom(...WORDS),
    fc.tuple(fc.constantFrom(...WORDS), riskyText).map((parts) => parts.join('')),
  )
  .filter((text) => !UNREADABLE.test(text))

/** Values with a required format, by pattern or field name. */
const FORMS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  code: fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{1,10}$/),
  fleet_code: fc.stringMatching(/^[A-Z0-9][A-Z0-9_-]{1,10}$/),
  phone: fc.stringMatching(/^\+34[67]\d{8}(;ext=\d{1,4})?$/),
  contact_phone: fc.stringMatching(/^\+34[67]\d{8}(;ext=\d{1,4})?$/),
  email: fc.constantFrom('ana@example.com', '-ana@example.com', '+ana@example.com', '=ana@example.com'),
  timezone: fc.constantFrom('Asia/Nicosia', 'Europe/Madrid', 'Etc/GMT+5'),
  country: fc.stringMatching(/^[A-Z]{2}$/),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  iata_code: fc.stringMatching(/^[A-Z]{3}$/),
  vin: fc.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/),
  color: fc.stringMatching(/^#[0-9a-f]{6}$/),
  languages: fc.uniqueArray(fc.stringMatching(/^[a-z]{2,3}$/), { maxLength: 3 }),
}

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

function valueOf(schema: z.ZodType, field: string): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return valueOf(schema.unwrap() as z.ZodType, field)
  if (schema instanceof z.ZodNullable) return fc.option(valueOf(schema.unwrap() as z.ZodType, field), { freq: 4 })
  const form = FORMS[field]
  if (form) return form
  if (schema instanceof z.ZodPipe) return valueOf(schema.in as z.ZodType, field)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...(schema.options as string[]))
  if (schema instanceof z.ZodISODate) return day
  if (schema instanceof z.ZodGUID) return fc.uuid()
  if (schema instanceof z.ZodNumber) {
    const [min, max] = [schema.minValue ?? 0, schema.maxValue ?? 1_000_000]
    return schema.safeParse(1.5).success
      ? fc.double({ min, max, noNaN: true }).map((value) => value + 0)
      : fc.integer({ min: Math.max(min, -2_147_483_648), max: Math.min(max, 1_000_000_000_000) })
  }
  if (schema instanceof z.ZodRecord) {
    const text = valueOf(schema.valueType as z.ZodType, field)
    const others = fc.dictionary(fc.constantFrom(...LANGUAGES, 'mk'), text, { noNullPrototype: true })
    return fc.tuple(text, others).map(([en, more]) => ({ ...more, en }))
  }
  if (schema instanceof z.ZodArray)
    return fc.uniqueArray(valueOf(schema.element as z.ZodType, field), {
      maxLength: 4,
      selector: (value) => JSON.stringify(value),
    })
  if (schema instanceof z.ZodObject)
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, inner]) => [name, valueOf(inner as z.ZodType, name)]),
      ),
      { noNullPrototype: true },
    )
  return anyText
}

/** Generates records as they are stored: accepted by the schemas of a resource, with normalized values. */
export function writtenRecord(resource: ImportedResource): fc.Arbitrary<WrittenRecord> {
  const { writable }: AnyEntity = ENTITIES[resource]
  const fields = Object.entries(writable).map(([field, schema]) => {
    const type = schema as z.ZodType
    return [
      field,
      valueOf(type, field)
        .map((value) => type.safeParse(value))
        .filter(({ success }) => success)
        .map(({ data }) => data),
    ] as const
  })
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true })
}
