import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TimeZone } from '../../../../contract/core/scalars'
import { addon } from '../../../../contract/entities/addon'
import { customer } from '../../../../contract/entities/customer'
import { journey } from '../../../../contract/entities/journey'
import { route } from '../../../../contract/entities/route'
import { station } from '../../../../contract/entities/station'
import { conform, schemaAt, startingValues } from '../../../../src/kit/form/conform'
import { additions, clashes, merged } from '../../../../src/kit/form/conflict'
import { entityResolver, issueText } from '../../../../src/kit/form/resolver'

describe('conform', () => {
  it('converts an empty box into null, an absent field or an empty list, as the schema accepts it', () => {
    const schema = z.object({
      city: z.string().nullable(),
      kind: z.enum(['stop']).default('stop'),
      notes: z.string(),
      tags: z.array(z.string()),
      code: z.string().min(2),
    })
    expect(conform(schema, { city: null, kind: null, notes: null, tags: null, code: null })).toEqual({
      city: null,
      notes: '',
      tags: [],
    })
  })

  it('drops what the schema does not know and languages without a text', () => {
    const values = { name: { en: 'Harbour', fr: '', de: null }, boarding_instructions: { en: '' }, version: 3 }
    expect(conform(station.update, values)).toEqual({ name: { en: 'Harbour' }, boarding_instructions: null })
  })

  it('converts values in lists and groups', () => {
    const stops = [
      {
        station_id: null,
        arrive_offset_min: 0,
        depart_offset_min: 5,
        pickup_type: null,
        drop_off_type: 'none',
        extra: 1,
      },
    ]
    expect(conform(route.update, { stops })).toEqual({
      stops: [{ arrive_offset_min: 0, depart_offset_min: 5, drop_off_type: 'none' }],
    })
  })

  it('keeps all other values', () => {
    expect(conform(journey.create, { delay_min: 0, notes: '' })).toEqual({ delay_min: 0, notes: '' })
  })
})

describe('startingValues', () => {
  it('are the defaults of the contract', () => {
    expect(startingValues(addon.create)).toMatchObject({
      category: 'other',
      refundable: true,
      code: null,
      consumes: { seats: 0 },
    })
    expect(startingValues(journey.create)).toMatchObject({ service_status: 'scheduled', capacity: null })
  })
})

describe('schemaAt', () => {
  it('finds the schema of a nested field', () => {
    expect(schemaAt(route.create, 'stops.3.station_id')).toBeDefined()
    expect(schemaAt(route.create, 'booking_rule.phone')?.safeParse(null).success).toBe(true)
    expect(schemaAt(route.create, 'stops.3.nothing')).toBeUndefined()
  })
})

const words = (language: string) => ({
  language,
  t: (key: string, options?: object) =>
    `${key}${options && Object.keys(options).length > 0 ? JSON.stringify(options) : ''}`,
})

describe('entityResolver', () => {
  const record = { kind: 'person', first_name: 'Anna\nMaria', last_name: 'Müller', phone: '+4915112345678' }
  const errorsOf = async (values: Record<string, unknown>) => {
    const resolver = entityResolver({ entity: customer, mode: 'edit', record, fields: [], format: words('de') })
    return (await resolver({ ...record, ...values }, undefined, { fields: {}, shouldUseNativeValidation: false }))
      .errors
  }

  it('accepts a change beside a line break that was stored before', async () => {
    expect(await errorsOf({ notes: 'Met.' })).toEqual({})
  })

  it('refuses a typed line break, with a message that says what to do', async () => {
    expect(await errorsOf({ last_name: 'Müller\nJones' })).toMatchObject({
      last_name: { message: 'app.validation.lineBreak' },
    })
  })
})

describe('issueText', () => {
  const actual = (schema: z.ZodType, value: unknown, language = 'en') => {
    const issue = schema.safeParse(value).error?.issues[0]
    return issue && issueText(issue, value, words(language))
  }

  it('reports missing values before invalid ones', () => {
    expect(actual(z.string(), undefined)).toBe('app.validation.required')
    expect(actual(z.guid('Must be a record id.'), null)).toBe('app.validation.required')
    expect(actual(z.string().min(1), '')).toBe('app.validation.required')
  })

  it('returns the sentence of the contract in English and the translated one elsewhere', () => {
    const code = z.string().regex(/^[A-Z]+$/, 'Must be capitals.')
    expect(actual(code, 'x')).toBe('Must be capitals.')
    expect(actual(code, 'x', 'ae')).toBe('app.validation.format')
  })

  it('names the time zone in the language of the user', () => {
    expect(actual(TimeZone, 'Mars/Base')).toBe('Must be a time zone such as Europe/Madrid.')
    expect(actual(TimeZone, 'Mars/Base', 'ae')).toBe('app.validation.timeZone')
  })

  it('has a sentence with the number for every bound', () => {
    expect(actual(z.int().min(3), 1)).toBe('app.validation.minValue{"min":3,"smart_count":3}')
    expect(actual(z.string().max(2), 'abc')).toBe('app.validation.maxChars{"max":2,"smart_count":2}')
    expect(actual(z.array(z.int()).min(2), [1])).toBe('app.validation.minItems{"min":2,"smart_count":2}')
    expect(actual(z.int(), 'twelve')).toBe('app.validation.number')
    expect(actual(z.email(), 'x')).toBe('app.validation.email')
    expect(actual(z.enum(['a']), 'b')).toBe('app.validation.choice')
  })

  it('keeps the text of a rule without a code', () => {
    const rule = z.string().refine(() => false, 'Choose someone other than the driver.')
    expect(actual(rule, 'x', 'ae')).toBe('Choose someone other than the driver.')
  })
})

describe('two edits of one record', () => {
  const base = { id: '1', version: 1, city: 'Paphos', address: null, zone_code: 'A', code: 'LCA' }
  const mine = { ...base, city: 'Limassol', address: '12 Harbour Street', zone_code: 'N' }
  const theirs = { ...base, version: 2, city: 'Nicosia', zone_code: 'N', code: 'PFO' }
  const conflict = { base, mine, theirs }

  it('conflict only when both changed a field differently', () => {
    expect(clashes(conflict)).toEqual(['city'])
    expect(additions(conflict)).toEqual(['address'])
  })

  it('merge into one record with one’s own changes on top', () => {
    expect(merged(conflict, { city: 'mine' })).toEqual({ ...theirs, city: 'Limassol', address: '12 Harbour Street' })
    expect(merged(conflict, { city: 'theirs' })).toEqual({ ...theirs, address: '12 Harbour Street' })
  })
})
