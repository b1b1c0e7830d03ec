import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { AnyEntity } from '../../../../contract/core/entity'
import { INTL_LOCALES, LANGUAGES, type Language } from '../../../../contract/core/languages'
import { inLanguage, type I18nText } from '../../../../contract/core/scalars'
import { ENTITIES } from '../../../../contract/entities'
import { EXPORT_FORMATS, type ExportColumn } from '../../../../contract/operations/exports'
import { IMPORTED_RESOURCES, type ImportedResource } from '../../../../contract/core/vocabulary'
import { isI18n } from '../../../../server/crud/columns'
import { DICTIONARIES } from '../../../../server/documents/words'
import { cellOf, headingOf, momentIn } from '../../../../server/features/exports/cells'
import { fileOf, type OpenList } from '../../../../server/features/exports/file'
import { guessColumns, targetsOf } from '../../../../server/features/tasks/import/columns'
import { fromHeadings } from '../../../../server/features/tasks/import/headings'
import { readCsv } from '../../../../server/features/tasks/import/read-csv'
import { inTexts, textsOf, valuesOf } from '../../../../server/features/tasks/import/row-values'
import { tableOf } from '../../../../server/features/tasks/import/table'
import { workbookRows } from '../../../../server/features/tasks/import/workbook-rows'
import { exportColumns, exportableFields } from '../../../../src/kit/list/exportColumns'
import { RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { writtenRecord, type WrittenRecord } from '../../../support/odd/written-records'

/** `WAYLINE_PROPERTY_RUNS=2000` runs the number of rounds that the specification requires. */
const RUNS = Number(process.env['WAYLINE_PROPERTY_RUNS'] ?? 60)

const CURRENCY = 'EUR'
const MOMENT = new Date('2026-11-27T00:00:00Z')

type Translations = { [key: string]: Translations | string }

/** Returns the console's translation function for a language. */
const translate = (language: Language) => (key: string) => {
  let found: Translations | string | undefined = DICTIONARIES[language]
  for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined
  return typeof found === 'string' ? found : key
}

/** Returns the columns that the console exports, followed by every other field that an import accepts. */
function columnsOf(resource: ImportedResource, language: Language): ExportColumn[] {
  const [definition] = RESOURCE_DEFINITIONS.filter(({ spec }) => spec.name === resource)
  if (!definition) throw new Error(`The console has no ${resource}.`)
  const format = { language, locale: INTL_LOCALES[language], t: translate(language) }
  // The names of referenced records come from the database.
  const shown = exportColumns(resource, exportableFields(definition.spec, true), format).map(
    ({ reference: _, ...column }) => column,
  )
  const fields = Object.keys(ENTITIES[resource].writable).filter((name) => shown.every(({ field }) => field !== name))
  return [...shown, ...fields.map((field) => ({ field }))]
}

interface Exported {
  resource: ImportedResource
  language: Language
  format: (typeof EXPORT_FORMATS)[number]
  records: WrittenRecord[]
}

/** Writes records as an export does. */
async function written({ resource, language, format, records }: Exported): Promise<Buffer> {
  const shape = ENTITIES[resource].record.shape as Readonly<Record<string, z.ZodType | undefined>>
  const columns = columnsOf(resource, language)
  const cellContext = { language, moment: momentIn('UTC'), currency: CURRENCY, nameOf: (_: string, id: string) => id }
  async function* pages() {
    yield records.map((record) => columns.map((column) => cellOf(record, column, shape[column.field], cellContext)))
  }
  const list = {
    resource,
    request: { format },
    headings: columns.map((column) => headingOf(column, shape[column.field], { timezone: 'UTC', language })),
    pages: pages(),
    context: { now: () => MOMENT },
  }
  return buffer(fileOf(list as unknown as OpenList, {}).content)
}

/** Reads records as an import does. */
async function read(resource: ImportedResource, bytes: Buffer, befores: readonly (WrittenRecord | null)[]) {
  const entity: AnyEntity = ENTITIES[resource]
  const namedColumns = (header: readonly string[]) => guessColumns(resource, targetsOf(entity), header)
  const rows = bytes.subarray(0, 2).toString() === 'PK' ? workbookRows(bytes) : readCsv(bytes)
  const table = await tableOf(fromHeadings(rows, namedColumns, []), [])
  return Promise.all(
    table.rows.map(async ({ cells }, place) => {
      const texts = textsOf(cells, namedColumns(table.header))
      const reading = {
        currency: texts.get('currency') ?? CURRENCY,
        country: null,
        before: null,
        monthFirst: [],
        idOf: async (_: string, id: string) => id,
      }
      const { values, faults } = await valuesOf(entity, texts, reading)
      const { id: _, ...given } = inTexts(entity, values, befores[place] ?? null)
      return { faults, values: entity.update.partial().safeParse(given).data }
    }),
  )
}

/** Returns the fields of a record that a file can represent: no empty values and no blank texts. */
const filled = (record: WrittenRecord): WrittenRecord =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) =>
        value !== null &&
        !(Array.isArray(value) && value.length === 0) &&
        !(typeof value === 'string' && value.trim() === ''),
    ),
  )

const exported: fc.Arbitrary<Exported> = fc
  .tuple(fc.constantFrom(...IMPORTED_RESOURCES), fc.constantFrom(...LANGUAGES), fc.constantFrom(...EXPORT_FORMATS))
  .chain(([resource, language, format]) =>
    fc.record({
      resource: fc.constant(resource),
      language: fc.constant(language),
      format: fc.constant(format),
      records: fc.array(writtenRecord(resource), { minLength: 1, maxLength: 6 }),
    }),
  )

it('an import of an exported table changes nothing in the records that it was exported from', async () => {
  await fc.assert(
    fc.asyncProperty(exported, async (table) => {
      const rows = await read(table.resource, await written(table), table.records)
      expect(rows).toEqual(table.records.map((record) => ({ faults: [], values: filled(record) })))
    }),
    { numRuns: RUNS },
  )
})

it('an import of an exported table creates records with the same values and English texts', async () => {
  await fc.assert(
    fc.asyncProperty(exported, async (drawn) => {
      const table = { ...drawn, language: 'en' as const }
      const { writable }: AnyEntity = ENTITIES[table.resource]
      const inEnglish = (record: WrittenRecord): WrittenRecord =>
        Object.fromEntries(
          Object.entries(filled(record)).map(([field, value]) => [
            field,
            isI18n(writable[field] as z.ZodType) ? { en: inLanguage(value as I18nText, 'en') } : value,
          ]),
        )
      const rows = await read(table.resource, await written(table), [])
      expect(rows).toEqual(table.records.map((record) => ({ faults: [], values: inEnglish(record) })))
    }),
    { numRuns: RUNS },
  )
})
