import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diff, same } from '../../../../server/kernel/audit'

describe('the difference of two records', () => {
  it('names each field that changed, before and after', () => {
    expect(diff({ a: 1, b: 'x', c: null }, { a: 2, b: 'x' }, ['a', 'b', 'c'])).toEqual([{ field: 'a', old: 1, new: 2 }])
  })

  it('takes objects for equal whatever the order of their keys, lists only in the same order', () => {
    expect(same({ en: 'A', fr: 'B' }, { fr: 'B', en: 'A' })).toBe(true)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same(undefined, null)).toBe(true)
  })

  it('of anything with itself is nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
        expect(diff(record, structuredClone(record), Object.keys(record))).toEqual([])
      }),
    )
  })
})
