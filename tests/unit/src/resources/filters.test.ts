import { describe, expect, it } from 'vitest'
import { ENTITIES } from '../../../../contract/entities'
import { RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { filterKeysOf, isFiltered, withFilter } from '../../../../src/kit/list/filterKeys'
import { fieldOf } from '../../../../src/kit/resource'
import type { AnyField } from '../../../../src/kit/fieldList'

const status: AnyField = { source: 'status', kind: 'choice', vocabulary: 'activeStatuses' }
const travel: AnyField = { source: 'travel_at', kind: 'dateTime' }

describe('the filter of a list', () => {
  it('changes one field and keeps the others', () => {
    expect(withFilter({ q: 'x', status_in: ['active'] }, status, { status_in: ['inactive'] })).toEqual({
      q: 'x',
      status_in: ['inactive'],
    })
  })

  it('drops a field without values', () => {
    expect(withFilter({ q: 'x', status_in: ['active'] }, status, { status_in: [] })).toEqual({ q: 'x' })
    expect(
      withFilter({ travel_at_gte: 'a', travel_at_lt: 'b' }, travel, { travel_at_gte: 'a', travel_at_lt: undefined }),
    ).toEqual({ travel_at_gte: 'a' })
  })

  it('keeps a filter for "no"', () => {
    expect(withFilter({}, { source: 'is_blocked', kind: 'boolean' }, { is_blocked: false })).toEqual({
      is_blocked: false,
    })
  })

  it('reports whether a field is filtered', () => {
    expect(isFiltered(travel, { travel_at_lt: 'b' })).toBe(true)
    expect(isFiltered(travel, { q: 'b' })).toBe(false)
  })

  it('requests nothing that the server does not know', () => {
    const unknown = RESOURCE_DEFINITIONS.flatMap(({ spec }) => {
      const known = Object.keys(ENTITIES[spec.name].filter.shape)
      return spec.filters.flatMap((source) => {
        const field = fieldOf(spec, source)
        return field
          ? filterKeysOf(field)
              .filter((key) => !known.includes(key))
              .map((key) => `${spec.name}.${key}`)
          : [`${spec.name}.${source}`]
      })
    })
    expect(unknown).toEqual([])
  })
})
