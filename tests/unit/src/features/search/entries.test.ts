import { describe, expect, it } from 'vitest'
import { hasWords } from '../../../../../src/providers/format/words'
import { remembered, searchedList, type Recent } from '../../../../../src/features/search/entries'

const opened = (id: string, userId = 'ana'): Recent => ({ userId, resource: 'stations', id, title: id, detail: null })

describe('recently opened pages', () => {
  it('are the newest first, each once, and limited in number', () => {
    const recent = ['a', 'b', 'c'].map((id) => opened(id))
    expect(remembered(recent, opened('c'), 3).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    expect(remembered(recent, opened('d'), 3).map(({ id }) => id)).toEqual(['d', 'a', 'b'])
  })

  it('exclude what another user opened', () => {
    expect(remembered([opened('a', 'ben')], opened('b'), 3).map(({ id }) => id)).toEqual(['b'])
  })
})

describe('the words of a screen', () => {
  it('are found by their beginnings, without case and accents, in any order', () => {
    expect(hasWords('Types de véhicule', 'veh typ')).toBe(true)
    expect(hasWords('Create pricing rule', 'rule create')).toBe(true)
    expect(hasWords('Create add-on', 'create add-on')).toBe(true)
    expect(hasWords('Stations', 'tation')).toBe(false)
    expect(hasWords('إنشاء محطة', 'محط')).toBe(true)
  })
})

it('the link to a searched list has the text in its address', () => {
  const query = new URLSearchParams(searchedList('customers', 'O’Neil & "Co"').split('?')[1])
  expect(JSON.parse(query.get('filter') ?? '')).toEqual({ q: 'O’Neil & "Co"' })
})
