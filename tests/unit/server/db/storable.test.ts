import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusedValue, storable, storableText } from '../../../../server/db/storable'

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })

describe('a text for the database', () => {
  it('has no U+0000 and no half character, and is unchanged when it had none', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const stored = storableText(text)
        expect(stored).not.toContain('\0')
        expect(encodeURIComponent(stored)).toBeTypeOf('string')
        expect(storableText(stored)).toBe(stored)
      }),
    )
    expect(storableText('Zoë 李 😀 \\u0000 \\ud800')).toBe('Zoë 李 😀 \\u0000 \\ud800')
  })

  it('is made of every text of a value and of the names of its fields', () => {
    const value = { 'na\0me': ['a\ud83d', { deep: 'b\0' }], number: 1, none: null, yes: true }
    expect(storable(value)).toEqual({ name: ['a\ufffd', { deep: 'b' }], number: 1, none: null, yes: true })
  })
})

it('a refused value differs from an unavailable database', () => {
  const refused = (code: string) => isRefusedValue(Object.assign(new Error(), { code }))
  expect(['22P05', '22003', '23505'].map(refused)).toEqual([true, true, true])
  expect(['57P01', 'ECONNREFUSED', '40P01'].map(refused)).toEqual([false, false, false])
  expect(isRefusedValue(null)).toBe(false)
})
