import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ENTITIES } from '../../../../contract/entities'
import { station } from '../../../../contract/entities/station'
import { defineEntity } from '../../../../contract/core/entity'
import { parseFilterKey } from '../../../../contract/core/filter'
import { ListQuery, contentRange } from '../../../../contract/core/list'
import { byForm, byServer, ownedBy } from '../../../../contract/core/ownership'
import { inLanguage } from '../../../../contract/core/scalars'
import { LISTED_RESOURCES } from '../../../../contract/core/listed-resources'
import { MENU } from '../../../../contract/core/resources'
import { SORTABLE_FIELDS } from '../../../../contract/core/sortable-fields'
import { RESOURCES } from '../../../../contract/core/vocabulary'

describe('an entity', () => {
  it('fills in the defaults of a new record, and nothing of a change', () => {
    const fresh = station.create.parse({ code: 'PFO', name: { en: 'Paphos' }, timezone: 'Asia/Nicosia' })
    expect(fresh).toMatchObject({ kind: 'stop', status: 'active', external_refs: [] })
    expect(station.update.parse({ city: 'Paphos' })).toEqual({ city: 'Paphos' })
  })

  it('refuses a misspelt field instead of ignoring it', () => {
    expect(station.update.safeParse({ ciyt: 'Paphos' }).success).toBe(false)
  })

  it('accepts a PUT that repeats the fields that only the server writes', () => {
    expect(station.replace.safeParse({ id: 'x', version: 3, created_at: 'y', city: 'Paphos' }).success).toBe(true)
  })

  it('derives its rules, filters and sorts from its fields', () => {
    const entity = defineEntity({
      resource: 'stations',
      writable: { code: byForm(z.string(), 'filter', 'sort'), note: byForm(z.string()) },
      computed: { seats: byServer(z.int(), 'sort'), kind: byServer(z.string(), 'filter') },
      secret: { password: ownedBy(z.string().optional(), { by: [], creation: 'form' }) },
      unlisted: ['updated_at'],
    })
    expect(entity.setBy).toEqual({ code: 'form', note: 'form', password: { by: [], creation: 'form' } })
    expect(entity.filterable).toEqual(['code', 'kind', 'created_at'])
    expect(entity.sortable).toEqual(['code', 'seats', 'created_at'])
    expect(entity.filter.safeParse({ kind: 'stop' }).success).toBe(true)
    expect(entity.filter.safeParse({ note: 'any' }).success).toBe(false)
  })

  it('has no field without an owner', () => {
    const resource = 'stations'
    // @ts-expect-error A schema alone does not say who may set it.
    expect(() => defineEntity({ resource, writable: { code: z.string() }, computed: {} })).toThrow(TypeError)
    // @ts-expect-error Only the server writes it.
    defineEntity({ resource, writable: { code: byServer(z.string()) }, computed: {} })
    // @ts-expect-error Clients write it.
    defineEntity({ resource, writable: {}, computed: { code: byForm(z.string()) } })
  })

  it.each(RESOURCES)('%s: filters and sorts name fields of the record', (resource) => {
    const { record, filterable, sortable } = ENTITIES[resource]
    const fields = Object.keys(record.shape)
    expect(filterable.filter((name) => !fields.includes(name))).toEqual([])
    expect(sortable.filter((name) => !fields.includes(name))).toEqual([])
  })

  it.each(RESOURCES)('%s: transitions stay within the statuses', (resource) => {
    const { transitions = {}, statusField, record } = ENTITIES[resource]
    const schema = record.shape[statusField] as z.ZodType | undefined
    const statuses = Object.keys(transitions)
    for (const status of [...statuses, ...Object.values(transitions).flat()])
      expect(schema?.safeParse(status).success, status).toBe(true)
    expect(
      statuses.length === 0 ||
        Object.values(transitions)
          .flat()
          .every((status) => statuses.includes(status)),
    ).toBe(true)
  })
})

describe('the lists that `npm run resources` writes', () => {
  it('contain every entity of the folder', () => {
    const actual = readdirSync('contract/entities').flatMap((name) => {
      const [, resource] =
        /defineEntity\(\{\s*resource: '([^']+)'/.exec(readFileSync(`contract/entities/${name}`, 'utf8')) ?? []
      return resource ?? []
    })
    expect(actual.toSorted()).toEqual(RESOURCES.toSorted())
    expect(RESOURCES.filter((name) => ENTITIES[name].resource !== name)).toEqual([])
  })

  it('contain the sortable fields of each list of the console', () => {
    expect(SORTABLE_FIELDS).toEqual(Object.fromEntries(LISTED_RESOURCES.map((name) => [name, ENTITIES[name].sortable])))
  })

  it('have those of the menu in their groups, by their places', () => {
    const inMenu = Object.values(ENTITIES).flatMap(({ resource, menu }) => (menu ? [{ resource, ...menu }] : []))
    for (const [name, resources] of Object.entries(MENU)) {
      const ofGroup = inMenu.filter(({ group }) => group === name).toSorted((a, b) => a.place - b.place)
      expect(ofGroup.map(({ resource }) => resource)).toEqual(resources)
      expect(new Set(ofGroup.map(({ place }) => place)).size).toBe(ofGroup.length)
    }
  })
})

describe('a list query', () => {
  it('reads the dialect of ra-data-simple-rest', () => {
    const query = ListQuery.parse({ sort: '["name","ASC"]', range: '[25,49]', filter: '{"q":"abc"}' })
    expect(query).toEqual({ sort: ['name', 'ASC'], range: [25, 49], filter: { q: 'abc' } })
    expect(ListQuery.parse({})).toEqual({ range: [0, 24], filter: {} })
  })

  it.each(['[0,5000]', '[9,0]', '[-1,4]', '{"a":1}', 'nonsense'])('refuses the range %s', (range) => {
    expect(ListQuery.safeParse({ range }).success).toBe(false)
  })

  it('splits a filter into field and operator', () => {
    expect(parseFilterKey('departs_at_gte')).toEqual({ field: 'departs_at', operator: 'gte' })
    expect(parseFilterKey('vehicle_id_isnull')).toEqual({ field: 'vehicle_id', operator: 'isnull' })
    expect(parseFilterKey('status')).toEqual({ field: 'status', operator: 'eq' })
  })

  it('returns a valid range for an empty page', () => {
    expect(contentRange('stations', 0, 0, { count: 0, exact: true })).toBe('stations */0')
    expect(contentRange('stations', 25, 10, { count: 35, exact: true })).toBe('stations 25-34/35')
  })
})

it('text falls back to English, then to any language', () => {
  expect(inLanguage({ en: 'Skopje', mk: 'Скопје' }, 'mk')).toBe('Скопје')
  expect(inLanguage({ en: 'Skopje', mk: 'Скопје' }, 'fr')).toBe('Skopje')
  expect(inLanguage({ mk: 'Скопје' }, 'fr')).toBe('Скопје')
})
