import { describe, expect, it } from 'vitest'
import { changedFields, isSame } from '../../../../src/providers/data/changes'

describe('changedFields', () => {
  const record = {
    id: '1',
    version: 3,
    code: 'LCA',
    city: null,
    tags: ['a'],
    contract: { hold_minutes: 15, routes: ['x'] },
  }

  it('names what differs and nothing that only the server writes', () => {
    expect(changedFields({ ...record, version: 9, code: 'PFO', updated_at: 'now' }, record)).toEqual({ code: 'PFO' })
  })

  it('sees into objects and lists', () => {
    const contract = { ...record.contract, hold_minutes: 20 }
    expect(changedFields({ ...record, contract, tags: ['a'] }, record)).toEqual({ contract })
    expect(changedFields({ tags: ['a', 'b'] }, record)).toEqual({ tags: ['a', 'b'] })
  })

  it('takes an absent value and null for the same', () => {
    expect(changedFields({ city: undefined, address: null }, record)).toEqual({})
  })

  it('leaves out a field that is not named', () => {
    expect(changedFields({ city: 'Paphos' }, record)).toEqual({ city: 'Paphos' })
  })

  it('names everything where nothing was known before', () => {
    expect(changedFields({ code: 'LCA' }, undefined)).toEqual({ code: 'LCA' })
  })
})

describe('isSame', () => {
  it('tells a list from an object and the order of a list', () => {
    expect(isSame([], {})).toBe(false)
    expect(isSame([1, 2], [2, 1])).toBe(false)
    expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
    expect(isSame('', null)).toBe(false)
    expect(isSame(0, null)).toBe(false)
  })
})
