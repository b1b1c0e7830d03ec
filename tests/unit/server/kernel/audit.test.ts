import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diff, same } from '../../../../server/kernel/audit'

describe('the difference of two records', () => {
  it('names each field that changed, before and after', () => {
    expect(diff({ a: 1, b: 'x', c: null }, { a: 2, b: 'x' }, ['a', 'b', 'c'])).toEqual([{ field: 'a', old: 1, new: 2 }])
  })

  it('ignores the order of keys in objects, but not the order of lists', () => {
    expect(same({ en: 'A', fr: 'B' }, { fr: 'B', en: 'A' })).toBe(true)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same(undefined, null)).toBe(true)
  })

  it('of any value with itself is empty', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
        expect(diff(record, structuredClone(record), Object.keys(record))).toEqual([])
      }),
    )
  })
})
