import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isByOperation } from '../../../../contract/core/ownership'
import { ENTITIES } from '../../../../contract/entities'
import { LISTED_RESOURCES } from '../../../../contract/core/listed-resources'
import { CONSOLE_RESOURCES, READ_ONLY_RESOURCES } from '../../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../../contract/core/languages'
import { LISTED_DEFINITIONS, RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { schemaAt } from '../../../../src/kit/form/conform'
import type { AnyField } from '../../../../src/kit/fieldList'
import { hintKey, labelKey } from '../../../../src/kit/labels'
import { at } from '../../../../src/kit/paths'
import { fieldOf, fieldsOf, isSortable, type AnySpec } from '../../../../src/kit/resource'
import { choiceKey, VOCABULARIES } from '../../../../src/kit/vocabularies'

const specs = LISTED_DEFINITIONS.map(({ spec }) => spec)
const dictionaries = LANGUAGES.map(
  (language) =>
    [language, JSON.parse(readFileSync(`locales/${language}/translation.json`, 'utf8')) as unknown] as const,
)

/** Returns every field of a spec with its path, including those of groups and rows. */
function walk(fields: readonly AnyField[], parent = ''): { path: string; field: AnyField }[] {
  return fields.flatMap((field) => {
    const path = parent + field.source
    const nested =
      field.kind === 'group'
        ? walk(field.fields, `${path}.`)
        : field.kind === 'rows'
          ? walk(field.fields, `${path}.0.`)
          : []
    const other = field.kind === 'coordinates' ? [{ path: parent + field.longitude, field }] : []
    return [{ path, field }, ...other, ...nested]
  })
}

/** Returns whether a value fits into one cell: no list, no text in several languages, no group. */
function isScalar(schema: z.ZodType | undefined): boolean {
  const { def } = (schema ?? {}) as { def?: { type: string; innerType?: z.ZodType } }
  return (
    def !== undefined && (def.innerType ? isScalar(def.innerType) : !['array', 'object', 'record'].includes(def.type))
  )
}

const schemaOf = (spec: AnySpec): z.ZodObject => ENTITIES[spec.name].record.extend(ENTITIES[spec.name].secret ?? {})

describe('the resources of the console', () => {
  it('exist once each', () => {
    expect(RESOURCE_DEFINITIONS.map(({ spec }) => spec.name)).toEqual([...CONSOLE_RESOURCES])
    expect(specs.map(({ name }) => name)).toEqual([...LISTED_RESOURCES])
  })

  describe.each(specs.map((spec) => [spec.name, spec] as const))('%s', (name, spec) => {
    const entity = ENTITIES[name]
    const fields = walk(fieldsOf(spec))

    it('contain only fields of the contract', () => {
      expect(fields.filter(({ path }) => !schemaAt(schemaOf(spec), path)).map(({ path }) => path)).toEqual([])
    })

    it('ask for every writable field, and for no other', () => {
      const writable = Object.keys({ ...entity.writable, ...entity.secret })
      const top = fieldsOf(spec).flatMap((field) =>
        field.kind === 'coordinates' ? [field.source, field.longitude] : field.source,
      )
      const asked = fieldsOf(spec).filter((field) => !field.readOnly)
      expect(asked.filter(({ source }) => !writable.includes(source)).map(({ source }) => source)).toEqual([])
      // Fields of a new reservation that the server or other screens set.
      const elsewhere =
        name === 'reservations'
          ? [
              'environment',
              'return_of_id',
              'addons',
              'promo_code',
              'price_override',
              'quoted_price_hash',
              'accept_warnings',
            ]
          : []
      expect(writable.filter((source) => !top.includes(source) && !elsewhere.includes(source))).toEqual([])
    })

    it('mark fields as fixed that the contract fixes at creation', () => {
      const fixed = fieldsOf(spec)
        .filter((field) => field.fixed)
        .map(({ source }) => source)
      const shown = Object.keys(entity.setBy).filter(
        (source) => entity.setBy[source] === 'creation' && fieldOf(spec, source),
      )
      expect(fixed.filter((source) => source !== 'hire').sort()).toEqual([...shown].sort())
    })

    it('ask in no form for fields of separate operations', () => {
      const owned = fieldsOf(spec)
        .filter((field) => field.owned)
        .map(({ source }) => source)
      const rules = Object.keys(entity.setBy).filter(
        (source) => isByOperation(entity.setBy[source]) && fieldOf(spec, source),
      )
      expect(owned.sort()).toEqual(rules.sort())
    })

    it('sort by and show existing columns', () => {
      expect(entity.sortable).toContain(spec.sort.field)
      expect(spec.columns.filter((source) => !fieldOf(spec, source))).toEqual([])
      expect(spec.statusField === undefined || fieldOf(spec, spec.statusField) !== undefined).toBe(true)
    })

    it('offer to sort by what the server sorts by, and by references only where they are grouped', () => {
      const offered = fieldsOf(spec).filter((field) => isSortable(spec, field))
      const expected = fieldsOf(spec).filter(
        ({ source, ...field }) =>
          entity.sortable.includes(source) && (field.kind !== 'reference' || field.grouped === true),
      )
      const grouped = fieldsOf(spec).filter((field) => field.kind === 'reference' && field.grouped)
      expect(offered).toEqual(expected)
      expect(offered).toEqual(expect.arrayContaining(grouped))
    })

    it('have lists that the server sorts by every column with one value', () => {
      const scalar = spec.columns.filter((source) => isScalar(entity.record.shape[source] as z.ZodType))
      expect(scalar.filter((source) => !entity.sortable.includes(source))).toEqual([])
    })

    it('offer the values of the contract', () => {
      const wrong = fields.filter(({ path, field }) => {
        if (field.kind !== 'choice' && field.kind !== 'choices') return false
        const list = schemaAt(schemaOf(spec), field.kind === 'choices' ? `${path}.0` : path)
        const words: readonly unknown[] = VOCABULARIES[field.vocabulary]
        return !list?.safeParse(words[0]).success || words.some((word) => !list.safeParse(word).success)
      })
      expect(wrong.map(({ path }) => path)).toEqual([])
    })

    it.each(dictionaries)('have their texts in %s', (_language, dictionary) => {
      const keys = [
        ...fields.map(({ path }) => labelKey(name, path)),
        ...fieldsOf(spec)
          .filter((field) => field.hint)
          .map((field) => hintKey(name, field.source)),
        ...fields.flatMap(({ field }) =>
          field.kind === 'choice' || field.kind === 'choices'
            ? VOCABULARIES[field.vocabulary].map((word) => choiceKey(field.vocabulary, word))
            : [],
        ),
        ...spec.sections.map(({ key }) => `app.section.${key}`),
        `app.empty.${name}`,
        `resources.${name}.empty`,
        ...(READ_ONLY_RESOURCES.includes(name) ? [] : [`resources.${name}.page.create`]),
        `resources.${name}.name_one`,
        `resources.${name}.name_other`,
      ]
      expect(keys.filter((key) => typeof at(dictionary, key) !== 'string')).toEqual([])
    })
  })
})
