import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { referenceOf } from '../../../../../server/domain/reservations/reference'

describe('a reference', () => {
  test('has one character for each byte, and no ambiguous characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        expect(referenceOf(bytes)).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
      }),
    )
  })

  test('uses every character equally often', () => {
    const all = [...referenceOf(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
    const counts = new Map<string, number>()
    for (const character of all) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(32)
    expect(new Set(counts.values())).toEqual(new Set([8]))
  })
})
