import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JSON_MAX_DEPTH } from '../../../../contract/core/limits/requests'
import { Instant, PlainDate } from '../../../../contract/core/scalars'
import { cut, unstorable } from '../../../../contract/core/unstorable'

describe('a value that no database stores', () => {
  it.each([
    ['\u0000', ''],
    [{ name: { en: 'a\u0000' } }, 'name.en'],
    [{ tags: ['fine', '\uD800x'] }, 'tags.1'],
    [['\uDE00\uD83D'], '0'],
    [{ a: { 'x\uDFFF': 1 } }, 'a'],
  ])('is found in %j, with its path', (value, path) => {
    const issue = unstorable(value)
    expect([issue?.path, String(issue?.message)]).toEqual([path, expect.stringContaining('U+0000')])
  })

  it('is not found in any complete text, in any language', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'))
        expect(unstorable(value)).toBeNull()
      }),
    )
  })

  it('is found in very deep nesting at once', () => {
    const nested = (levels: number) => JSON.parse(`${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`) as unknown
    expect(unstorable(nested(JSON_MAX_DEPTH / 2))).toBeNull()
    for (const levels of [JSON_MAX_DEPTH / 2 + 1, 200_000]) {
      const issue = unstorable(nested(levels))
      expect([issue?.path, String(issue?.message)]).toEqual(['a', expect.stringContaining('nested')])
    }
  })
})

it('is not produced by truncation', () => {
  expect(['a💺', 'a💺', 'a💺'].map((text, place) => cut(text, place + 1))).toEqual(['a', 'a', 'a💺'])
})

describe('times', () => {
  it.each(['0000-01-01T00:00:00Z', '1899-12-31T23:59:59Z', '2026-03-29T01:30:00+16:00', '2026-03-29T01:30:00-23:59'])(
    '%s is no instant that a database accepts',
    (text) => expect(Instant.safeParse(text).error?.issues).toMatchObject([{ code: 'custom' }]),
  )

  it.each([
    '1900-01-01T00:00:00Z',
    '2026-03-29T01:30:00+15:59',
    '2026-03-29T01:30:00-12:00',
    '9999-12-31T23:59:59.999Z',
  ])('%s is a valid instant', (text) => expect(Instant.safeParse(text).success).toBe(true))

  it.each([
    ['0000-01-01', false],
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['9999-12-31', true],
  ])('the day %s is valid: %s', (text, isOne) => expect(PlainDate.safeParse(text).success).toBe(isOne))
})
