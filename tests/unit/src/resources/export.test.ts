import { describe, expect, it } from 'vitest'
import { IMPORT_KEYS } from '../../../../contract/core/import-keys'
import { ExportColumn } from '../../../../contract/operations/exports'
import { RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { exportColumns, exportableFields } from '../../../../src/kit/list/exportColumns'
import type { AnySpec } from '../../../../src/kit/resource'
import { defaultDates } from '../../../../src/resources/routes/defaultDates'
import { ENTITIES } from '../../../../contract/entities'

const format = { language: 'en', locale: 'en-GB', t: (key: string) => key }

function specOf(resource: string): AnySpec {
  const definition = RESOURCE_DEFINITIONS.find(({ spec }) => spec.name === resource)
  if (!definition) throw new Error(`The console has no ${resource}.`)
  return definition.spec
}

describe('exportColumns', () => {
  it.each(RESOURCE_DEFINITIONS.map(({ spec }) => [spec.name, spec] as const))(
    'requests existing fields of %s, in a format that the server accepts',
    (resource, spec) => {
      const columns = exportColumns(resource, exportableFields(spec, true), format)
      expect(columns.length).toBeGreaterThan(3)
      for (const column of columns) {
        expect(ExportColumn.safeParse(column), column.field).toMatchObject({ success: true })
        expect(Object.keys(ENTITIES[resource].record.shape)).toContain(column.field)
        if (column.currency) expect(Object.keys(ENTITIES[resource].record.shape)).toContain(column.currency)
      }
      expect(columns.map(({ field }) => field)).not.toContain('password')
    },
  )

  it.each(Object.entries(IMPORT_KEYS))('identifies the records of %s for an import', (resource, key) => {
    const columns = exportColumns(resource, exportableFields(specOf(resource), true), format)
    expect(columns.map(({ field }) => field)).toContain(key ?? 'id')
  })

  it('adds the id of customers to whatever columns are chosen', () => {
    const chosen = exportableFields(specOf('customers'), false).slice(0, 1)
    expect(exportColumns('customers', chosen, format).map(({ field }) => field)).toEqual(['kind', 'id'])
    expect(exportColumns('reservations', chosen, format).map(({ field }) => field)).toEqual(['kind'])
  })

  it('distinguishes words, names and amounts', () => {
    const columns = exportColumns('addons', exportableFields(specOf('addons'), true), format)
    const columnOf = (field: string) => columns.find((column) => column.field === field)
    expect(columnOf('status')?.words).toEqual({
      active: 'choices.activeStatuses.active',
      inactive: 'choices.activeStatuses.inactive',
    })
    expect(columnOf('amount_minor')).toMatchObject({ as: 'money', currency: 'currency' })
    expect(columnOf('route_ids')).toMatchObject({ reference: 'routes' })
    expect(columnOf('mandatory')?.words).toEqual({ true: 'ra.boolean.true', false: 'ra.boolean.false' })
  })
})

describe('defaultDates', () => {
  const feed = { from: '2026-01-01', to: '2026-12-31' }

  it('start today when the feed includes today, else on its first day', () => {
    expect(defaultDates(feed, '2026-06-01')).toEqual({ from: '2026-06-01', to: '2026-06-30' })
    expect(defaultDates(feed, '2027-06-01')).toEqual({ from: '2026-01-01', to: '2026-01-30' })
  })

  it('never exceed the end of the feed', () => {
    expect(defaultDates(feed, '2026-12-20')).toEqual({ from: '2026-12-20', to: '2026-12-31' })
  })
})
