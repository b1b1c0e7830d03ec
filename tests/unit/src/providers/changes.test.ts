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

  it('returns what differs, without fields that only the server writes', () => {
    expect(changedFields({ ...record, version: 9, code: 'PFO', updated_at: 'now' }, record)).toEqual({ code: 'PFO' })
  })

  it('compares objects and lists deeply', () => {
    const contract = { ...record.contract, hold_minutes: 20 }
    expect(changedFields({ ...record, contract, tags: ['a'] }, record)).toEqual({ contract })
    expect(changedFields({ tags: ['a', 'b'] }, record)).toEqual({ tags: ['a', 'b'] })
  })

  it('treats an absent value and null as equal', () => {
    expect(changedFields({ city: undefined, address: null }, record)).toEqual({})
  })

  it('omits a field that is not named', () => {
    expect(changedFields({ city: 'Paphos' }, record)).toEqual({ city: 'Paphos' })
  })

  it('returns everything when there was no earlier record', () => {
    expect(changedFields({ code: 'LCA' }, undefined)).toEqual({ code: 'LCA' })
  })
})

describe('isSame', () => {
  it('distinguishes a list from an object, and lists by their order', () => {
    expect(isSame([], {})).toBe(false)
    expect(isSame([1, 2], [2, 1])).toBe(false)
    expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
    expect(isSame('', null)).toBe(false)
    expect(isSame(0, null)).toBe(false)
  })
})
