import { describe, expect, it } from 'vitest'
import { ENTITIES } from '../../../../contract/entities'
import { RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { filteredDays, filterKeysOf, isFiltered, withFilter } from '../../../../src/kit/list/filterKeys'
import { fromZonedInput, ownTimeZone } from '../../../../src/providers/format/dates'
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

  it('has the days of its bounds, the last one included', () => {
    const startOf = (day: string) => fromZonedInput(`${day}T00:00`, ownTimeZone())
    const week = { travel_at_gte: startOf('2026-03-23'), travel_at_lt: startOf('2026-03-30') }
    expect(filteredDays(travel, week)).toEqual({ from: '2026-03-23', to: '2026-03-29' })
    expect(filteredDays(travel, { travel_at_lt: startOf('2026-03-30') })).toEqual({ from: '', to: '2026-03-29' })
    const until: AnyField = { source: 'valid_until', kind: 'date' }
    expect(filteredDays(until, { valid_until_lte: '2026-03-29' })).toEqual({ from: '', to: '2026-03-29' })
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
